import type { Tables } from '../../../db/tables.ts';
import type { Tx } from '../../../db/transact.ts';
import type { Reading } from '../../context.ts';
import type { CheckedEntry } from '../../export/document.ts';
import { toDecimal } from '../../money.ts';
import { findAccounts } from '../money-accounts.queries.ts';
import { deleteOrphansOfChecks, findKnownToChecks, insertKnownToChecks } from './checks.queries.ts';

/** What checks against the bank know of a transaction. */
export interface KnownToChecks {
  isOpen: boolean;
  /** As they found it; minor units. */
  changed: Omit<Tables['changed_since_checks'], 'user_id' | 'id'>[];
}

/** What checks know of these transactions, as the file of an account has it. */
export async function exportedChecks(
  { db, viewer }: Pick<Reading, 'db' | 'viewer'>,
  rows: readonly { id: string }[],
): Promise<Map<string, CheckedEntry>> {
  const ids = rows.map(({ id }) => id);
  const accounts = new Set((await findAccounts(db, viewer.id)).map(({ id }) => id));
  return new Map(
    [...(await readChecks(db, viewer.id, ids))].map(([id, { isOpen, changed }]) => {
      // Those of accounts that were merged or deleted are not in the file.
      const there = changed.filter(({ account_id }) => accounts.has(account_id));
      const entries = there.map((one) => ({
        ...one,
        amount: one.amount === null ? null : toDecimal(one.amount),
      }));
      return [
        id,
        {
          ...(isOpen && { is_unchecked: true }),
          ...(entries.length > 0 && { changed_since_checks: entries }),
        },
      ];
    }),
  );
}

/** Stores what checks know of transactions from the file of an account. */
export async function importChecks(
  tx: Tx,
  user_id: string,
  rows: readonly { id: string; checks?: KnownToChecks }[],
): Promise<void> {
  const open = rows.flatMap(({ id, checks }) => (checks?.isOpen ? [{ user_id, id }] : []));
  const changed = rows.flatMap(({ id, checks }) =>
    (checks?.changed ?? []).map((one) => ({ user_id, id, ...one })),
  );
  await insertKnownToChecks(tx, { open, changed });
}

/** By transaction. */
export async function readChecks(
  db: Reading['db'],
  userId: string,
  ids: readonly string[],
): Promise<Map<string, KnownToChecks>> {
  const { open, changed } = await findKnownToChecks(db, userId, ids);
  const known = new Map<string, KnownToChecks>(open.map(({ id }) => [id, { isOpen: true, changed: [] }]));
  for (const { id, ...one } of changed) {
    const of = known.get(id) ?? { isOpen: false, changed: [] };
    of.changed.push(one);
    known.set(id, of);
  }
  return known;
}

/** Forgets what checks know of those of these transactions that no longer exist. */
export const forgetChecks = deleteOrphansOfChecks;
