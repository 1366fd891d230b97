import type { SignedIn } from '../context.ts';
import { notFound } from '../error.ts';
import { findRestrictions } from '../restrictions/queries.ts';
import { type PresentedUser, presentUser } from './present.ts';
import { findUser } from './queries.ts';

/** The viewer's own account. */
export async function readProfile({ db, viewer, now }: SignedIn): Promise<PresentedUser> {
  const user = await findUser(db, viewer.id);
  if (!user) throw notFound();
  return presentUser(user, await findRestrictions(db, user.id, now.toISOString()));
}
