import type { Db } from '../../../db/open.ts';
import type { UserRow } from '../../../db/tables.ts';
import { notFound } from '../../error.ts';
import { couldBeId } from '../../id.ts';
import { findUser, findUserByEmail } from '../accounts.queries.ts';
import { normalAddress } from '../address.ts';

/** The account of an address or an id. @throws DomainError NOT_FOUND (404), for closed ones too */
export async function findAccount(db: Db, emailOrId: string): Promise<UserRow> {
  const given = normalAddress(emailOrId);
  const user = couldBeId(given) ? await findUser(db, given) : await findUserByEmail(db, given);
  if (!user || user.closed_at !== null) throw notFound();
  return user;
}
