import type { UserRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';
import { DomainError } from '../error.ts';
import { DAY, later } from '../instants.ts';
import { isBlocking } from '../restrictions/block.ts';
import { readRestrictionsOf } from '../restrictions/restrictions.ts';
import { deleteApiTokensOf } from '../sessions/api-tokens.ts';
import { endSessionsOf } from '../sessions/sessions.ts';
import { UNLINKED } from './identities/identity.ts';
import { deletePasskeysOf } from './passkeys/passkeys.queries.ts';
import { deleteChallengesOf } from './second-factor/second-factor.queries.ts';
import { ACCESS_LINKS, deleteMailTokens, lockSuperAdmins, lockUsers, updateUser } from './users.queries.ts';

export { prepareLink } from './emails/mails.ts';

// What administrators may change in another person's account; `domain/admin` decides who may.

/** In milliseconds. */
const RESTORABLE = 30 * DAY;

/** Locks accounts until the transaction ends, in any order of ids; missing ones are left out. */
export function lockAccounts(tx: Tx, ids: readonly string[]): Promise<UserRow[]> {
  return lockUsers(tx, ids.toSorted());
}

/** Locks all super admins and returns the ids of those who are neither blocked nor deleted. Call it before any read. */
export async function lockAbleSuperAdmins(tx: Tx, now: Date): Promise<string[]> {
  const all = await lockSuperAdmins(tx);
  const restricted = await readRestrictionsOf({ db: tx, now }, all);
  return all.filter((id) => !isBlocking(restricted.get(id) ?? []));
}

/** Refuses to remove the last super admin. @throws DomainError LAST_SUPER_ADMIN (409) */
export function requireAnother(able: readonly string[], userId: string): void {
  if (!able.some((id) => id !== userId)) throw new DomainError('LAST_SUPER_ADMIN', 409);
}

export function changeRole(tx: Tx, id: string, role: UserRow['role'], now: Date): Promise<void> {
  return updateUser(tx, id, { role, updated_at: now.toISOString() });
}

export async function markVerified(tx: Tx, id: string, now: Date): Promise<void> {
  await updateUser(tx, id, { email_verified: 1, updated_at: now.toISOString() });
  await deleteMailTokens(tx, id, ['verify_email']);
}

/** Ends all access to an account (sessions, tokens, passkeys, mailed links, linked providers); `changes` contains the new access. */
export async function replaceAccess(tx: Tx, id: string, changes: Partial<UserRow>): Promise<void> {
  await updateUser(tx, id, { ...UNLINKED, ...changes });
  await deleteMailTokens(tx, id, ACCESS_LINKS);
  await endSessionsOf(tx, id);
  await deleteApiTokensOf(tx, id);
  await deleteChallengesOf(tx, id);
  await deletePasskeysOf(tx, id);
}

/** Also invalidates the account's mailed links. @returns when the account is purged */
export async function schedulePurge(tx: Tx, id: string, now: Date): Promise<string> {
  const purge_after = later(now, RESTORABLE).toISOString();
  await updateUser(tx, id, { purge_after, updated_at: now.toISOString() });
  await deleteMailTokens(tx, id);
  return purge_after;
}

export function cancelPurge(tx: Tx, id: string, now: Date): Promise<void> {
  return updateUser(tx, id, { purge_after: null, updated_at: now.toISOString() });
}
