import { sql } from 'kysely';
import { isAmong } from '../../../db/engine-functions.ts';
import { chunksOf, insertRows } from '../../../db/insert-rows.ts';
import type { Db } from '../../../db/open.ts';
import type { Tables, TransactionRow } from '../../../db/tables.ts';
import type { Tx } from '../../../db/transact.ts';
import { OPENING } from '../../ledger/reserved-categories.ts';
import { isShownAlone } from '../cards/purchases.queries.ts';
import { CHARGED } from '../money-accounts.queries.ts';

/** The amount of one transaction, in the account's currency. */
const SIGNED = sql<number>`case when type = 'income' then 1 else -1 end * coalesce(account_amount, transactions.amount)`;

/**
 * What an account has up to a day and was not checked yet, without opening balances, with paid bills, the newest first: what is dated
 * later than the latest check, was recorded after it, was left open by it, or is not as it found it.
 */
export function selectUnchecked(
  db: Db,
  userId: string,
  { account, until, at, to }: { account: string; until: string; at: string; to: string },
  most: number,
) {
  return db
    .selectFrom('transactions')
    .select(['id', 'date', 'time', 'type', 'description', 'merchant_name', 'amount', 'account_amount'])
    .select(['category_id', 'charge_date', 'created_at'])
    .select(({ selectFrom }) =>
      selectFrom('transactions as other')
        .select('other.account_id')
        .where('other.user_id', '=', userId)
        .whereRef('other.transfer_id', '=', 'transactions.transfer_id')
        // The whole key of transfers: without its type, SQLite reads everything for each row instead.
        .where(
          'other.type',
          '=',
          sql<
            TransactionRow['type']
          >`case when transactions.type = 'income' then 'expense' else 'income' end`,
        )
        .as('other_account'),
    )
    .where('user_id', '=', userId)
    .where('account_id', '=', account)
    .where('date', '<=', to)
    .where(({ or, eb }) =>
      or([
        eb('category_id', 'is', null),
        eb('category_id', 'not in', [OPENING.income, OPENING.expense]),
        // That of a paid bill.
        eb('charge_date', 'is not', null),
      ]),
    )
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('date', '>', until),
        eb('created_at', '>', at),
        eb('id', 'in', selectOpen(db, userId)),
        exists(
          selectFrom('changed_since_checks as found')
            .select('found.id')
            .where('found.user_id', '=', userId)
            .where('found.account_id', '=', account)
            .whereRef('found.id', '=', 'transactions.id')
            .where(
              sql<boolean>`(found.date is null or found.date <> transactions.date or found.amount <> ${SIGNED})`,
            ),
        ),
      ]),
    )
    .orderBy('date', 'desc')
    .orderBy('time', 'desc')
    .orderBy('id', 'desc')
    .limit(most);
}

export const findUnchecked = (...asked: Parameters<typeof selectUnchecked>) =>
  selectUnchecked(...asked).execute();

/** These transactions, and the other sides of transfers. */
export function findWithOtherSides(db: Db, userId: string, ids: readonly string[]) {
  return db
    .selectFrom('transactions')
    .select(['id', 'account_id', 'date', 'created_at'])
    .where('user_id', '=', userId)
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('id', 'in', ids),
        eb(
          'transfer_id',
          'in',
          selectFrom('transactions as side')
            .select('side.transfer_id')
            .where('side.user_id', '=', userId)
            .where('side.id', 'in', ids)
            .where('side.transfer_id', 'is not', null),
        ),
      ]),
    )
    .execute();
}

export async function hasTransactionsUntil(
  db: Db,
  userId: string,
  account: string,
  day: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('transactions')
    .select('id')
    .where('user_id', '=', userId)
    .where('account_id', '=', account)
    .where('date', '<=', day)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether an account has anything that its check found right. */
export async function hasFoundRight(
  db: Db,
  userId: string,
  account: string,
  { until, at }: { until: string; at: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('transactions')
    .select('id')
    .where('user_id', '=', userId)
    .where('account_id', '=', account)
    .where('date', '<=', until)
    .where('created_at', '<=', at)
    .where('id', 'not in', selectOpen(db, userId))
    .where('id', 'not in', selectCome(db, userId).where('found.account_id', '=', account))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * What an account has up to the day of a check that the check did not count: what it left open, and what was recorded on
 * that day `since` an instant, if one is named.
 */
export async function sumNotChecked(
  db: Db,
  userId: string,
  { account, until, since }: { account: string; until: string; since: string | null },
): Promise<number> {
  const own = () =>
    db
      .selectFrom('transactions')
      .select(CHARGED.as('amount'))
      .where('transactions.user_id', '=', userId)
      .where('account_id', '=', account);
  const open = await own()
    .where('date', '<=', until)
    .where('id', 'in', selectOpen(db, userId))
    // That of another account, which has come here since.
    .where('id', 'not in', selectCome(db, userId).where('found.account_id', '=', account))
    .executeTakeFirst();
  const later =
    since === null
      ? undefined
      : await own().where('date', '=', until).where('created_at', '>', since).executeTakeFirst();
  return [open, later].reduce((sum, one) => sum + Number(one?.amount ?? 0), 0);
}

/**
 * The later payments of purchases that files have brought up to the day of a check since it was made `at` an instant;
 * before that day, if there is a `since`. Signed minor units of the account's currency.
 */
export function findPaymentsSince(
  db: Db,
  userId: string,
  { account, until, at, since }: { account: string; until: string; at: string; since: string | null },
) {
  return db
    .selectFrom('transactions')
    .select(['date', 'charge_date', SIGNED.as('amount')])
    .where('user_id', '=', userId)
    .where('account_id', '=', account)
    .where(isShownAlone())
    .where('installment_n', '>', 1)
    .where('date', since === null ? '<=' : '<', until)
    .where('created_at', '>', at)
    .execute();
}

/** What the checks of accounts left open. */
const selectOpen = (db: Db, userId: string) =>
  db.selectFrom('unchecked_transactions as open').select('open.id').where('open.user_id', '=', userId);

/** What the checks of accounts did not find, because it came there since. */
const selectCome = (db: Db, userId: string) =>
  db
    .selectFrom('changed_since_checks as found')
    .select('found.id')
    .where('found.user_id', '=', userId)
    .where('found.date', 'is', null);

/** Which of these transactions of accounts the latest check left open, or did not find. */
export async function findNotFoundRight(
  db: Db,
  userId: string,
  rows: readonly Pick<TransactionRow, 'id' | 'account_id'>[],
): Promise<Set<string>> {
  const ids = [...new Set(rows.map(({ id }) => id))];
  const open = await db
    .selectFrom('unchecked_transactions')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .execute();
  const come = await selectCome(db, userId).select('found.account_id').where('found.id', 'in', ids).execute();
  const isCome = new Set(come.map(({ id, account_id }) => `${account_id} ${id}`));
  const all = rows.filter(({ id, account_id }) => isCome.has(`${account_id} ${id}`));
  return new Set([...open, ...all].map(({ id }) => id));
}

/** Replaces what checks of an account left open, and what has changed since them. */
export async function leaveOpen(
  tx: Tx,
  userId: string,
  account: string,
  open: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom('unchecked_transactions')
    .where('user_id', '=', userId)
    .where('id', 'in', (own) =>
      own
        .selectFrom('transactions')
        .select('transactions.id')
        .where('transactions.user_id', '=', userId)
        .where('transactions.account_id', '=', account),
    )
    .execute();
  await tx
    .deleteFrom('changed_since_checks')
    .where('user_id', '=', userId)
    .where('account_id', '=', account)
    .execute();
  for (const ids of chunksOf(open))
    await insertOpen(
      tx,
      ids.map((id) => ({ user_id: userId, id })),
    );
}

/** What checks of accounts left open of these transactions, and what they found of those that have changed since. */
export async function findKnownToChecks(db: Db, userId: string, ids: readonly string[]) {
  const open = await db
    .selectFrom('unchecked_transactions')
    .select('id')
    .where('user_id', '=', userId)
    .where(isAmong(db, sql.ref('id'), ids))
    .execute();
  const changed = await db
    .selectFrom('changed_since_checks')
    .select(['id', 'account_id', 'date', 'amount'])
    .where('user_id', '=', userId)
    .where(isAmong(db, sql.ref('id'), ids))
    .orderBy('account_id')
    .execute();
  return { open, changed };
}

const insertOpen = insertRows('unchecked_transactions', ['user_id', 'id'], (insert) =>
  insert.onConflict((conflict) => conflict.doNothing()),
);

const insertChanged = insertRows(
  'changed_since_checks',
  ['user_id', 'account_id', 'id', 'date', 'amount'],
  (insert) => insert.onConflict((conflict) => conflict.doNothing()),
);

export async function insertKnownToChecks(
  tx: Tx,
  {
    open,
    changed,
  }: {
    open: readonly Tables['unchecked_transactions'][];
    changed: readonly Tables['changed_since_checks'][];
  },
): Promise<void> {
  if (open.length > 0) await insertOpen(tx, open);
  if (changed.length > 0) await insertChanged(tx, changed);
}

/** Deletes what checks know of those of these transactions that no longer exist. */
export async function deleteOrphansOfChecks(tx: Tx, userId: string, ids: readonly string[]): Promise<void> {
  for (const table of ['unchecked_transactions', 'changed_since_checks'] as const)
    await tx
      .deleteFrom(table)
      .where('user_id', '=', userId)
      .where(isAmong(tx, sql.ref(`${table}.id`), ids))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('transactions')
              .select('transactions.id')
              .where('transactions.user_id', '=', userId)
              .whereRef('transactions.id', '=', `${table}.id`),
          ),
        ),
      )
      .execute();
}
