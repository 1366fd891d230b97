import type { SignedIn } from '../../context.ts';
import { inTransaction } from '../../transact.ts';
import { lockUser, updateUser } from '../queries.ts';
import { deletePicture } from './queries.ts';

/** Removes the viewer's picture; where there is none, nothing happens. */
export async function removePicture({ db, viewer, now }: SignedIn): Promise<void> {
  await inTransaction(db, async (tx) => {
    const user = await lockUser(tx, viewer.id);
    if (!user?.profile_picture_url) return;
    await deletePicture(tx, user.id);
    await updateUser(tx, user.id, { profile_picture_url: null, updated_at: now.toISOString() });
  });
}
