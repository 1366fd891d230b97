import { randomBytes } from 'node:crypto';
import type { SignedIn } from '../../context.ts';
import { DomainError, notFound } from '../../error.ts';
import { LIMITS } from '../../limits/limits.ts';
import { take } from '../../limits/take.ts';
import { inTransaction } from '../../transact.ts';
import { lockUser, updateUser } from '../queries.ts';
import { pictureAddress } from './address.ts';
import { makePicture } from './make.ts';
import { replacePicture } from './queries.ts';
import { pictureRefused, pictureTooLarge } from './refusals.ts';
import { PICTURE_MOST } from './schema.ts';

/**
 * Makes a file the viewer's picture and forgets the one before; gives its address.
 * @throws DomainError RATE_LIMITED (429), AVATAR_UPLOAD_ERROR (400) with the reason at `profilePicture`,
 * PAYLOAD_TOO_LARGE (413), SERVICE_UNAVAILABLE (503) when too many pictures wait
 */
export async function uploadPicture(context: SignedIn, file: File | null): Promise<string> {
  await countUpload(context);
  if (!file) throw pictureRefused('errors:pictureRequired');
  if (file.size > PICTURE_MOST) throw pictureTooLarge();
  const picture = await makePicture(new Uint8Array(await file.arrayBuffer()));
  return keep(context, picture);
}

async function countUpload(context: SignedIn): Promise<void> {
  const { allowed, retryAfter } = await take(context, `upload:${context.viewer.id}`, LIMITS.upload);
  if (allowed) return;
  throw new DomainError('RATE_LIMITED', 429, { retryAfter, message: 'errors:TOO_MANY_REQUESTS' });
}

function keep(
  { db, viewer, now }: SignedIn,
  picture: Awaited<ReturnType<typeof makePicture>>,
): Promise<string> {
  const name = randomBytes(16).toString('base64url');
  const address = pictureAddress({ userId: viewer.id, name, size: 'large' });
  return inTransaction(db, async (tx) => {
    if (!(await lockUser(tx, viewer.id))) throw notFound();
    await replacePicture(tx, { user_id: viewer.id, name, ...picture });
    await updateUser(tx, viewer.id, { profile_picture_url: address, updated_at: now.toISOString() });
    return address;
  });
}
