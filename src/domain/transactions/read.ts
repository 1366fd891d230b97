import type { AccountRow, TransactionRow } from '../../db/tables.ts';
import { hasBudgets } from '../budgets/budgets.ts';
import { categoriesById } from '../categories/read.ts';
import type { Reading } from '../context.ts';
import { notFound } from '../error.ts';
import { accountChoices } from '../money-accounts/choices/choices.ts';
import type { Choices } from '../money-accounts/choices/offered.ts';
import { accountOf, accountsById } from '../money-accounts/read.ts';
import { readMany } from '../snapshot.ts';
import type { ShownTransaction } from './fields.ts';
import { findNewest, findOfAmounts } from './list/list.queries.ts';
import type { Entry } from './present.ts';
import {
  findFollowing,
  findPrices,
  findSides,
  findTransaction,
  findTransactionsOf,
} from './transactions.queries.ts';
import type { Transfer } from './transfers/transfer.ts';

/** @throws DomainError NOT_FOUND, also for another user's transaction */
export async function readTransaction(context: Reading, id: string): Promise<Entry<TransactionRow>> {
  const entry = await findEntry(context, id);
  // A transfer is read as one.
  if (!entry || entry.row.transfer_id !== null) throw notFound();
  return entry;
}

/** Null if the viewer has no such transaction (any more). */
export async function findEntry(context: Reading, id: string): Promise<Entry<TransactionRow> | null> {
  const row = await findTransaction(context.db, context.viewer.id, id);
  const [entry] = row ? await withParts(context, [row]) : [];
  return entry ?? null;
}

/** Both sides of those that belong to transfers. */
export function readSides(
  db: Reading['db'],
  userId: string,
  rows: readonly Pick<TransactionRow, 'transfer_id'>[],
): Promise<TransactionRow[]> {
  return findSides(
    db,
    userId,
    rows.flatMap(({ transfer_id }) => transfer_id ?? []),
  );
}

/** Those of the ids that exist, in no order. */
export function readRowsOf(
  { db, viewer }: Pick<Reading, 'db'> & { viewer: { id: string } },
  ids: readonly string[],
): Promise<TransactionRow[]> {
  return findTransactionsOf(db, viewer.id, ids);
}

/** Between two local dates, both included. */
export function readNewest(
  { db, viewer }: Reading,
  range: { from: string; to: string; limit: number },
): Promise<ShownTransaction[]> {
  return findNewest(db, viewer.id, range);
}

/** `amounts` in minor units; between two local dates, both included. */
export function readOfAmounts(
  { db, viewer }: Reading,
  amounts: readonly number[],
  dates: { from: string; to: string; limit: number },
): Promise<ShownTransaction[]> {
  return findOfAmounts(db, viewer.id, amounts, dates);
}

/** Rows with their categories and accounts. */
export async function withParts<Row extends ShownTransaction>(
  { db, viewer }: Reading,
  rows: Row[],
): Promise<Entry<Row>[]> {
  const categories = await categoriesById({ db, viewer });
  const accounts = await accountsById({ db, viewer });
  const prices = await findPrices(
    db,
    viewer.id,
    rows.flatMap(({ installment_of }) => installment_of ?? []),
  );
  const transfers = await transfersOf({ db, viewer }, rows, accounts);
  return rows.map((row) => {
    const price = prices.get(row.installment_of ?? '') ?? undefined;
    return {
      row,
      category: categories.get(row.category_id ?? '') ?? null,
      account: accountOf(accounts, row),
      ...(price !== undefined && { price }),
      ...(row.transfer_id !== null && { transfer: transfers.get(row.transfer_id) }),
    };
  });
}

async function transfersOf(
  { db, viewer }: Pick<Reading, 'db' | 'viewer'>,
  rows: readonly ShownTransaction[],
  accounts: ReadonlyMap<string, AccountRow>,
): Promise<Map<string, Transfer>> {
  const ids = [...new Set(rows.flatMap(({ transfer_id }) => transfer_id ?? []))];
  const sides = ids.length === 0 ? [] : await findSides(db, viewer.id, ids);
  const transfers = new Map<string, Transfer>();
  for (const [id, both] of Map.groupBy(sides, ({ transfer_id }) => transfer_id ?? '')) {
    const [from, to] = [
      both.find(({ type }) => type === 'expense'),
      both.find(({ type }) => type === 'income'),
    ];
    if (from && to)
      transfers.set(id, {
        id,
        from,
        to,
        fromAccount: accountOf(accounts, from),
        toAccount: accountOf(accounts, to),
      });
  }
  return transfers;
}

/** Transactions read and written before other requests get a turn. */
const BATCH = 100;

/**
 * All transactions of the viewer for an export, in batches, so that a long history is never in memory as a whole.
 * Ordered by id, which never changes, so a row whose date changes during the export is neither missed nor repeated.
 */
export async function* readAllTransactions(context: Reading): AsyncGenerator<Entry<TransactionRow>[]> {
  let after = '';
  for (;;) {
    const entries = await readMany(context, async (inside) =>
      withParts(inside, await findFollowing(inside.db, inside.viewer.id, after, BATCH)),
    );
    yield entries;
    if (entries.length < BATCH) return;
    after = entries.at(-1)?.row.id ?? '';
  }
}

/** What the form of a transaction offers besides its fields: nothing for most people. */
export async function formChoices(context: Reading): Promise<Choices> {
  const choices = await accountChoices(context);
  return (await hasBudgets(context)) ? { ...choices, budgets: true } : choices;
}
