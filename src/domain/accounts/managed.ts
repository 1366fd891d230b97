import type { UserRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';
import { DomainError } from '../error.ts';
import { isBlocking } from '../restrictions/block.ts';
import { readRestrictionsOf } from '../restrictions/restrictions.ts';
import { endSessionsOf } from '../sessions/sessions.ts';
import {
  ACCESS_LINKS,
  deleteMailTokens,
  lockSuperAdmins,
  lockUsers,
  updateUser,
} from './accounts.queries.ts';

export { prepareLink } from './emails/mails.ts';

// What administrators may change in an account of somebody else; who may, is decided by `domain/admin`.

/** How long a deleted account can be restored, in milliseconds. */
const RESTORABLE = 30 * 86_400_000;

/** Locks accounts until the transaction ends, in whichever order they are named; missing ones are left out. */
export function lockAccounts(tx: Tx, ids: readonly string[]): Promise<UserRow[]> {
  return lockUsers(tx, ids.toSorted());
}

/** Locks all super admins, before anything is read, and returns those who are neither blocked nor deleted. */
export async function lockAbleSuperAdmins(tx: Tx, now: Date): Promise<string[]> {
  const all = await lockSuperAdmins(tx);
  const restricted = await readRestrictionsOf({ db: tx, now }, all);
  return all.filter((id) => !isBlocking(restricted.get(id) ?? []));
}

/**
 * Refuses to take away the role of a super admin after whom nobody could manage the instance.
 * @throws DomainError LAST_SUPER_ADMIN (409)
 */
export function requireAnother(able: readonly string[], userId: string): void {
  if (!able.some((id) => id !== userId)) throw new DomainError('LAST_SUPER_ADMIN', 409);
}

export function changeRole(tx: Tx, id: string, role: UserRow['role'], now: Date): Promise<void> {
  return updateUser(tx, id, { role, updated_at: now.toISOString() });
}

/** Takes an address for verified without a mail. */
export async function markVerified(tx: Tx, id: string, now: Date): Promise<void> {
  await updateUser(tx, id, { email_verified: 1, updated_at: now.toISOString() });
  await deleteMailTokens(tx, id, ['verify_email']);
}

/** Ends all access to an account: sessions, mailed links and Google; `changes` have the one that replaces it. */
export async function replaceAccess(tx: Tx, id: string, changes: Partial<UserRow>): Promise<void> {
  await updateUser(tx, id, { google_id: null, oauth_provider: null, ...changes });
  await deleteMailTokens(tx, id, ACCESS_LINKS);
  await endSessionsOf(tx, id);
}

/** Notes when a deleted account is purged, and makes its mailed links void. @returns that instant */
export async function schedulePurge(tx: Tx, id: string, now: Date): Promise<string> {
  const purge_after = new Date(now.getTime() + RESTORABLE).toISOString();
  await updateUser(tx, id, { purge_after, updated_at: now.toISOString() });
  await deleteMailTokens(tx, id);
  return purge_after;
}

export function cancelPurge(tx: Tx, id: string, now: Date): Promise<void> {
  return updateUser(tx, id, { purge_after: null, updated_at: now.toISOString() });
}
