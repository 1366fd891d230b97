import { randomBytes } from 'node:crypto';
import { inTransaction } from '../../../db/transact.ts';
import { mayAdminister } from '../../admin/permission.ts';
import { lacksSecondFactor } from '../../admin/require.ts';
import type { Mailing, Requesting, Writing } from '../../context.ts';
import { notFound } from '../../error.ts';
import { enforceLimit, LIMITS } from '../../rate-limits/limits.ts';
import { lockUser, updateUser } from '../users.queries.ts';
import { makePicture } from './make.ts';
import { deletePicture, findPicture, replacePicture } from './picture.queries.ts';
import { PICTURE_MOST, type PictureKey, pictureAddress, pictureRefused, pictureTooLarge } from './schema.ts';

/**
 * Replaces the viewer's picture; returns its address.
 * @throws DomainError RATE_LIMITED (429), AVATAR_UPLOAD_ERROR (400) with the reason at `profilePicture`,
 *   PAYLOAD_TOO_LARGE (413), SERVICE_UNAVAILABLE (503) when too many pictures wait
 */
export async function uploadPicture(context: Writing, file: File | null): Promise<string> {
  await enforceLimit(context, `upload:${context.viewer.id}`, LIMITS.upload);
  if (!file) throw pictureRefused('errors:pictureRequired');
  if (file.size > PICTURE_MOST) throw pictureTooLarge();
  const picture = await makePicture(new Uint8Array(await file.arrayBuffer()));
  return storePicture(context, picture);
}

function storePicture(
  { db, viewer, now }: Writing,
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

export async function removePicture({ db, viewer, now }: Writing): Promise<void> {
  await inTransaction(db, async (tx) => {
    const user = await lockUser(tx, viewer.id);
    if (!user?.profile_picture_url) return;
    await deletePicture(tx, user.id);
    await updateUser(tx, user.id, { profile_picture_url: null, updated_at: now.toISOString() });
  });
}

/**
 * The WebP bytes of a picture, for its owner and for admins.
 * @throws DomainError NOT_FOUND for other users and for a picture that no longer exists
 */
export async function readPicture(
  { db, viewer, site }: Requesting & Pick<Mailing, 'site'>,
  key: PictureKey,
): Promise<Uint8Array> {
  const maySee =
    viewer &&
    !viewer.block &&
    (viewer.id === key.userId || (mayAdminister(viewer, 'admin') && !lacksSecondFactor({ viewer, site })));
  const bytes = maySee ? await findPicture(db, key) : undefined;
  if (!bytes) throw notFound();
  return bytes;
}
