import { mayAdminister } from '../../admin/permission.ts';
import type { Context } from '../../context.ts';
import { notFound } from '../../error.ts';
import type { PicturePlace } from './address.ts';
import { findPicture } from './queries.ts';

/**
 * The WebP bytes of a picture, for its owner and for admins.
 * @throws DomainError NOT_FOUND for everybody else and for what is not there any more
 */
export async function readPicture({ db, viewer }: Context, place: PicturePlace): Promise<Uint8Array> {
  const maySee = viewer && !viewer.block && (viewer.id === place.userId || mayAdminister(viewer, 'admin'));
  const bytes = maySee ? await findPicture(db, place) : undefined;
  if (!bytes) throw notFound();
  return bytes;
}
