import type { UserRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';
import type { Mailing } from '../context.ts';
import { deleteAllMailTokens, deleteMailTokensFor, lockUsers, updateUser } from './accounts.queries.ts';
import { prepareReset } from './reset-password.ts';
import { prepareVerification } from './verify-email.ts';

// What administrators may change in an account of somebody else; who may, is decided by `domain/admin`.

/** How long a deleted account can be restored, in milliseconds. */
const RESTORABLE = 30 * 86_400_000;

/** Locks accounts until the transaction ends, in whichever order they are named; missing ones are left out. */
export function lockAccounts(tx: Tx, ids: readonly string[]): Promise<UserRow[]> {
  return lockUsers(tx, ids.toSorted());
}

/** Gives an account another role. */
export function changeRole(tx: Tx, id: string, role: UserRow['role'], now: Date): Promise<void> {
  return updateUser(tx, id, { role, updated_at: now.toISOString() });
}

/** Takes an address for verified without a mail. */
export async function markVerified(tx: Tx, id: string, now: Date): Promise<void> {
  await updateUser(tx, id, { email_verified: 1, updated_at: now.toISOString() });
  await deleteMailTokensFor(tx, id, 'verify_email');
}

/** Notes when a deleted account is purged, and makes its mailed links void. @returns that instant */
export async function schedulePurge(tx: Tx, id: string, now: Date): Promise<string> {
  const purge_after = new Date(now.getTime() + RESTORABLE).toISOString();
  await updateUser(tx, id, { purge_after, updated_at: now.toISOString() });
  await deleteAllMailTokens(tx, id);
  return purge_after;
}

/** Takes that back. */
export function cancelPurge(tx: Tx, id: string, now: Date): Promise<void> {
  return updateUser(tx, id, { purge_after: null, updated_at: now.toISOString() });
}

/** Prepares the mails that administrators may send; the returned function sends one, once the row is committed. */
export const mails = {
  verification: (context: Mailing, tx: Tx, user: UserRow) => prepareVerification(context, tx, user),
  passwordLink: (context: Mailing, tx: Tx, user: UserRow) => prepareReset(context, tx, user),
};
