import type { TransactionRow } from '../../db/tables.ts';
import type { Writing } from '../context.ts';
import { DomainError } from '../error.ts';

import { type Batch, idsOf } from '../long-work/long-work.ts';
import { findAccounts, findPlacesOf } from './money-accounts.queries.ts';

type Confirming = Pick<Writing, 'db' | 'viewer' | 'confirmLocked'>;

type Placed = Pick<TransactionRow, 'account_id' | 'date'>;

/**
 * Transactions up to the day of the latest check against the bank are changed only once the person has confirmed that.
 * @throws DomainError LOCKED (409)
 */
export async function requireUnlocked(context: Confirming, rows: readonly Placed[]): Promise<void> {
  if (context.confirmLocked) return;
  const until = await readLocks(context);
  for (const { account_id, date } of rows) requireAfter(until.get(account_id), date);
}

/** As `requireUnlocked`, for batches of ids. */
export async function requireUnlockedBatches(context: Confirming, batches: readonly Batch[]): Promise<void> {
  if (context.confirmLocked) return;
  const until = await readLocks(context);
  if (until.size === 0) return;
  for (const batch of batches)
    for (const { account_id, date } of await findPlacesOf(context.db, context.viewer.id, idsOf(batch)))
      requireAfter(until.get(account_id), date);
}

async function readLocks({ db, viewer }: Confirming): Promise<Map<string, string>> {
  const rows = await findAccounts(db, viewer.id);
  return new Map(rows.flatMap(({ id, checked_until }) => (checked_until ? [[id, checked_until]] : [])));
}

function requireAfter(until: string | undefined, date: string): void {
  if (until !== undefined && date <= until)
    throw new DomainError('LOCKED', 409, { fields: [{ field: '', message: 'errors:LOCKED' }] });
}
