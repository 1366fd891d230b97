import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { AccountRow, RuleRow, TransactionRow } from '../../db/tables.ts';
import type { Deletion, Owned, Removed } from './removed.ts';
import { isOpening, OPENING } from './reserved-categories.ts';
import { isRestorable, trashTransactions } from './trash.queries.ts';

/** With the cards that it paid, and the rules that named it as they were. */
type TrashedAccount = AccountRow & {
  paid?: string[];
  rules?: Pick<RuleRow, 'id' | 'conditions' | 'actions'>[];
};

/** The columns of what files of banks showed that name an account, and by what each row of them is noted. */
export const NAMED_BY_IMPORTS = [
  { table: 'bank_imports', column: 'account_id', id: sql`bank_imports.id` },
  { table: 'bank_import_rows', column: 'account_id', id: sql`import_id || ' ' || number` },
  { table: 'bank_import_rows', column: 'other_account_id', id: sql`import_id || ' ' || number || ' to'` },
  { table: 'bank_file_accounts', column: 'account_id', id: sql`'file ' || key` },
  { table: 'known_bank_rows', column: 'account_id', id: sql`'bank ' || transaction_id || ' ' || number` },
  { table: 'deleted_payments', column: 'account_id', id: sql`'payment ' || deleted_payments.id` },
] as const;

const MOVING = [
  { table: 'transactions', column: 'account_id', id: sql`id`, amount: sql`account_amount` },
  { table: 'templates', column: 'account_id', id: sql`id`, amount: sql`account_amount` },
  {
    table: 'template_phases',
    column: 'account_id',
    id: sql`template_id || ' ' || until`,
    amount: sql`account_amount`,
  },
  ...[{ table: 'goals', column: 'account_id', id: sql`goals.id` } as const, ...NAMED_BY_IMPORTS].map(
    (named) => ({
      ...named,
      amount: sql`cast(null as bigint)`,
    }),
  ),
];

/**
 * Puts an account into the trash, with the ids of what is about to move to `movedTo`: transactions, templates and their
 * phases, goals, and what files of banks brought.
 */
export async function trashAccount(
  { tx, userId: user_id }: Owned,
  account: TrashedAccount,
  movedTo: string | null,
  { id: batch_id, deletedAt: deleted_at }: Deletion,
): Promise<void> {
  const content = JSON.stringify(account);
  await tx
    .insertInto('deleted_accounts')
    .values({ user_id, batch_id, id: account.id, moved_to: movedTo, content, deleted_at })
    .execute();
  for (const { table, column, id, amount } of MOVING)
    await sql`
      insert into moved_to_accounts (user_id, batch_id, id, account_amount, deleted_at)
      select user_id, cast(${batch_id} as text), ${id}, ${amount}, cast(${deleted_at} as text)
      from ${sql.table(table)}
      where user_id = ${user_id} and ${sql.ref(column)} = ${account.id}
    `.execute(tx);
}

/** What the deletion of an account moved, by its id. */
// A value and not a set: PostgreSQL joins a set that was just written as if it were empty, and reads it once a row.
export function isMovedBy(
  userId: string,
  deletion: string,
  id: RawBuilder<unknown> = sql`transactions.id`,
): RawBuilder<boolean> {
  return sql`1 = (
    select 1 from moved_to_accounts as moved
    where moved.user_id = ${userId} and moved.batch_id = ${deletion} and moved.id = ${id}
  )`;
}

/** What belongs to one person, to be read. */
interface Reading {
  tx: Db;
  userId: string;
}

/** How many of the transactions that the deletion of an account moved are still there. */
export async function countMovedBy({ tx, userId }: Reading, deletionId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('moved_to_accounts as moved')
    .innerJoin('transactions as row', (join) =>
      join.onRef('row.user_id', '=', 'moved.user_id').onRef('row.id', '=', 'moved.id'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('moved.user_id', '=', userId)
    .where('moved.batch_id', '=', deletionId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The accounts that can be restored, the latest first. */
export async function findTrashedAccounts({
  tx,
  userId,
}: Reading): Promise<(Removed & { account: TrashedAccount })[]> {
  const rows = await tx
    .selectFrom('deleted_accounts')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('deleted_at', 'desc')
    .orderBy('batch_id', 'desc')
    .execute();
  return rows.map(({ id, moved_to, batch_id, deleted_at, content }) => ({
    id,
    movedTo: moved_to,
    deletion: { id: batch_id, deletedAt: deleted_at },
    account: JSON.parse(content),
  }));
}

interface Merged extends Pick<TransactionRow, 'account_amount'> {
  account: TrashedAccount;
  deletion: Deletion;
}

/** Those of these transactions that a merge brought into an account, with the latest one that an undo can take back. */
export async function findMergedInto(
  owned: Reading,
  into: string,
  ids: readonly string[],
): Promise<Map<string, Merged>> {
  const merged = new Map<string, Merged>();
  if (ids.length === 0) return merged;
  for (const { account, movedTo, deletion } of (await findTrashedAccounts(owned)).toReversed()) {
    if (movedTo !== into) continue;
    const rows = await owned.tx
      .selectFrom('moved_to_accounts')
      .select(['id', 'account_amount'])
      .where('user_id', '=', owned.userId)
      .where('batch_id', '=', deletion.id)
      .where('id', 'in', ids)
      .execute();
    for (const { id, account_amount } of rows) merged.set(id, { account, account_amount, deletion });
  }
  return merged;
}

/** Puts a transaction that a merge brought into the trash of that merge, as one of the account that it came from. */
export async function trashMerged({ tx }: Owned, row: TransactionRow, merged: Merged): Promise<void> {
  const { account, deletion } = merged;
  const isPaid = row.original_currency !== null && row.original_currency === account.currency;
  const account_amount = isPaid ? row.original_amount : merged.account_amount;
  await trashTransactions(tx, [{ ...row, account_id: account.id, account_amount }], deletion);
}

/** The opening balances that `trashMerged` put into the trash of a merge. */
export async function findTrashedOpenings(
  { tx, userId }: Owned,
  deletionId: string,
  now: Date,
): Promise<TransactionRow[]> {
  const isOfOpening = Object.values(OPENING).map(
    (category) => sql<boolean>`content like ${`%"category_id":"${category}"%`}`,
  );
  const rows = await tx
    .selectFrom('deleted_transactions')
    .select('content')
    .where(isRestorable(userId, deletionId, now))
    .where(({ or }) => or(isOfOpening))
    .execute();
  return rows.map(({ content }) => JSON.parse(content)).filter(({ category_id }) => isOpening(category_id));
}

/** Notes what a deletion of an account would have moved, so that its undo moves it too. */
export async function noteMovedToAccount(
  { tx, userId: user_id }: Owned,
  { id, account_amount }: { id: string; account_amount: number | null },
  { id: batch_id, deletedAt: deleted_at }: Deletion,
): Promise<void> {
  await tx
    .insertInto('moved_to_accounts')
    .values({ user_id, batch_id, id, account_amount, deleted_at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Takes the accounts of a deletion out of the trash. */
export async function takeAccounts(
  { tx, userId }: Owned,
  deletionId: string,
  now: Date,
): Promise<{ account: TrashedAccount; movedTo: string | null }[]> {
  const rows = await tx
    .deleteFrom('deleted_accounts')
    .where(isRestorable(userId, deletionId, now))
    .returning(['content', 'moved_to'])
    .execute();
  return rows.map(({ content, moved_to }) => ({ account: JSON.parse(content), movedTo: moved_to }));
}

export async function forgetMovedToAccount({ tx, userId }: Owned, deletionId: string): Promise<void> {
  await tx
    .deleteFrom('moved_to_accounts')
    .where('user_id', '=', userId)
    .where('batch_id', '=', deletionId)
    .execute();
}
