import type { UserRow } from '../../db/tables.ts';
import { inTransaction, type Tx } from '../../db/transact.ts';
import type { Reading, Writing } from '../context.ts';
import { DomainError } from '../error.ts';
import { requireUnrestricted } from '../restrictions/block.ts';
import { requireSession } from '../sessions/resolve.ts';
import { lockAccounts } from '../users/managed.ts';
import { requireRole } from './require.ts';

/**
 * Runs an administrator's work in a transaction that locks and checks their account again: while a slow request body
 * arrived, they may have lost their role, session or access.
 * @throws DomainError UNAUTHENTICATED (401), USER_BLOCKED, FORBIDDEN (403)
 */
export async function inActing<Inside extends Writing, Result>(
  context: Inside,
  required: 'admin' | 'super_admin',
  work: (inside: Inside, tx: Tx) => Promise<Result>,
): Promise<Result> {
  requireRole(context, required);
  return inTransaction(context.db, async (tx) => {
    const inside = { ...context, db: tx };
    const { role } = await stillActing(inside, await lockAccounts(tx, [context.viewer.id]));
    const acting = { ...inside, viewer: { ...context.viewer, role } };
    requireRole(acting, required);
    return work(acting, tx);
  });
}

/** Finds the viewer among locked accounts. @throws DomainError UNAUTHENTICATED (401), USER_BLOCKED (403) */
export async function stillActing(inside: Reading, accounts: readonly UserRow[]): Promise<UserRow> {
  const { db, viewer, now } = inside;
  const actor = accounts.find(({ id, closed_at }) => id === viewer.id && closed_at === null);
  if (!actor) throw new DomainError('UNAUTHENTICATED', 401);
  await requireUnrestricted(db, viewer.id, now);
  await requireSession(inside);
  return actor;
}
