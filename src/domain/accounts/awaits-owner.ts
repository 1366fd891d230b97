import type { Context } from '../context.ts';
import { hasNoUsers } from './queries.ts';

/** Whether nobody has an account yet: then the first visitor is asked to make the owner's. */
export function awaitsOwner({ db }: Context): Promise<boolean> {
  return hasNoUsers(db);
}
