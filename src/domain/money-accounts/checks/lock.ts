import type { TransactionRow } from '../../../db/tables.ts';
import type { Writing } from '../../context.ts';
import { DomainError } from '../../error.ts';
import { type Batch, idsOf } from '../../long-work/long-work.ts';
import { findAccounts, findLeftOpen, findPlacesOf } from '../money-accounts.queries.ts';

type Confirming = Pick<Writing, 'db' | 'viewer' | 'confirmLocked'>;

type Placed = Pick<TransactionRow, 'id' | 'account_id' | 'date' | 'created_at'>;

/**
 * What the latest check against the bank found right is changed only once the person has confirmed that: what it had
 * before it, up to its day, without what it left open.
 * @param field the input that would change it; empty for a deletion
 * @throws DomainError LOCKED (409)
 */
export async function requireUnlocked(
  context: Confirming,
  rows: readonly Placed[],
  field = '',
): Promise<void> {
  if (context.confirmLocked) return;
  await requireNoneOf(context, await readLocks(context), rows, field);
}

/** As `requireUnlocked`, for batches of ids. */
export async function requireUnlockedBatches(
  context: Confirming,
  batches: readonly Batch[],
  field: string,
): Promise<void> {
  if (context.confirmLocked) return;
  const locks = await readLocks(context);
  if (locks.size === 0) return;
  for (const batch of batches)
    await requireNoneOf(
      context,
      locks,
      await findPlacesOf(context.db, context.viewer.id, idsOf(batch)),
      field,
    );
}

async function readLocks({ db, viewer }: Confirming): Promise<Map<string, { until: string; at: string }>> {
  const rows = await findAccounts(db, viewer.id);
  return new Map(
    rows.flatMap(({ id, checked_until, checked_at }) =>
      checked_until ? [[id, { until: checked_until, at: checked_at ?? '' }]] : [],
    ),
  );
}

async function requireNoneOf(
  { db, viewer }: Confirming,
  locks: Awaited<ReturnType<typeof readLocks>>,
  rows: readonly Placed[],
  field: string,
): Promise<void> {
  const before = rows.filter(({ account_id, date, created_at }) => {
    const lock = locks.get(account_id);
    return lock !== undefined && date <= lock.until && created_at <= lock.at;
  });
  if (before.length === 0) return;
  const open = await findLeftOpen(db, viewer.id, [...new Set(before.map(({ id }) => id))]);
  if (before.some(({ id }) => !open.has(id)))
    throw new DomainError('LOCKED', 409, { fields: [{ field, message: 'errors:LOCKED' }] });
}
