import { type RawBuilder, sql } from 'kysely';
import { isAmong } from '../../db/engine-functions.ts';
import { chunksOf, insertRows } from '../../db/insert-rows.ts';
import type { Db } from '../../db/open.ts';
import { prepared } from '../../db/prepared.ts';
import type { AccountRow, Tables, TransactionRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';
import { endOfMonth, monthOf } from '../calendar.ts';
import { couldBeId } from '../id.ts';
import { isImported } from '../ledger/imported.queries.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { OPENING, RESERVED, TRANSFER } from '../ledger/reserved-categories.ts';

/** In the person's order, archived ones included. */
export const findAccounts = prepared((db, userId: string) =>
  db.selectFrom('money_accounts').selectAll().where('user_id', '=', userId).orderBy('position').orderBy('id'),
);

export async function findAccount(db: Db, userId: string, id: string): Promise<AccountRow | undefined> {
  return couldBeId(id) ? (await findAccounts(db, userId)).find((row) => row.id === id) : undefined;
}

export async function insertAccount(tx: Tx, row: AccountRow): Promise<void> {
  await tx.insertInto('money_accounts').values(row).execute();
}

/** Leaves the key out, which SQLite would check against each of the account's transactions. */
export async function updateAccount(tx: Tx, { user_id, id, ...changes }: AccountRow): Promise<void> {
  await tx
    .updateTable('money_accounts')
    .set(changes)
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .execute();
}

/** Sets the account that pays these cards, where it is still the previous one; null for none. */
export async function setPayer(
  tx: Tx,
  userId: string,
  cards: readonly string[],
  { from, to }: { from: string | null; to: string | null },
): Promise<void> {
  if (cards.length === 0) return;
  await tx
    .updateTable('money_accounts')
    .set({ pays_from: to })
    .where('user_id', '=', userId)
    .where('id', 'in', cards)
    .where('kind', '=', 'credit_card')
    .where('pays_from', from === null ? 'is' : '=', from)
    .execute();
}

/** Only an account without transactions and templates, which pays no card. */
export async function deleteAccount(ledger: Ledger, id: string): Promise<void> {
  await ledger.deleteTotalsOfAccount(id);
  const { tx, userId } = ledger;
  await tx.deleteFrom('money_accounts').where('user_id', '=', userId).where('id', '=', id).execute();
}

/** The latest ones among which that is looked for: files bring many at once. */
const LOOKED_AT = 2000;

/**
 * The account of the expense, or the income, that a person recorded last: opening balances, transfers, occurrences and
 * imported transactions do not count.
 */
const lastUsed = prepared((db, userId: string, type: string) =>
  db
    .selectFrom(
      db
        .selectFrom('transactions')
        .select(['id', 'account_id', 'type', 'template_id', 'category_id'])
        .where('user_id', '=', userId)
        .orderBy('id', 'desc')
        .limit(LOOKED_AT)
        .as('row'),
    )
    .select('account_id')
    .where('type', '=', type as 'income')
    .where('template_id', 'is', null)
    .where(({ eb, or }) => or([eb('category_id', 'is', null), eb('category_id', 'not in', RESERVED)]))
    .where(({ not }) => not(isImported(db, userId, 'row.id')))
    .orderBy('id', 'desc')
    .limit(1),
);

export async function findLastUsed(
  db: Db,
  userId: string,
  type: TransactionRow['type'],
): Promise<string | undefined> {
  const [row] = await lastUsed(db, userId, type);
  return row?.account_id;
}

const WITH_ACCOUNT = ['templates', 'template_phases'] as const;

export async function countTemplatesIn(tx: Db, userId: string, id: string): Promise<number> {
  let count = 0;
  for (const table of WITH_ACCOUNT) {
    const query = tx.selectFrom(table).select(({ fn }) => fn.countAll<number>().as('count'));
    const row = await query
      .where('user_id', '=', userId)
      .where(({ eb, or }) => or([eb('account_id', '=', id), eb('account_to', '=', id)]))
      .executeTakeFirstOrThrow();
    count += Number(row.count);
  }
  return count;
}

/** @param movedBy only those that this deletion moved */
export async function moveTemplatesTo(
  tx: Tx,
  userId: string,
  {
    from,
    to,
    now,
    movedBy,
  }: { from: string; to: Pick<AccountRow, 'id' | 'currency'>; now: Date; movedBy?: string },
): Promise<void> {
  for (const table of WITH_ACCOUNT) {
    const key =
      table === 'templates'
        ? sql<string>`templates.id`
        : sql<string>`template_phases.template_id || ' ' || template_phases.until`;
    await tx
      .updateTable(table)
      .set({
        account_id: to.id,
        ...(to.currency === null && { account_amount: null }),
        ...(movedBy !== undefined && { account_amount: chargedBefore(userId, movedBy, key) }),
        ...(table === 'templates' && { updated_at: now.toISOString() }),
      })
      .where('user_id', '=', userId)
      .where('account_id', '=', from)
      .$if(movedBy !== undefined, (query) =>
        query.where(key, 'in', (moved) =>
          moved
            .selectFrom('moved_to_accounts')
            .select('moved_to_accounts.id')
            .where('user_id', '=', userId)
            .where('batch_id', '=', movedBy ?? ''),
        ),
      )
      .execute();
  }
}

const chargedBefore = (userId: string, deletion: string, key: RawBuilder<string>) => sql<number | null>`(
  select moved.account_amount from moved_to_accounts as moved
  where moved.user_id = ${userId} and moved.batch_id = ${deletion} and moved.id = ${key}
)`;

const signed = (amount: string) =>
  sql<number>`sum(case when type = 'income' then 1 else -1 end * ${sql.raw(amount)})`;

/** Of one transaction, in the account's currency. */
const SIGNED = sql<number>`case when type = 'income' then 1 else -1 end * coalesce(account_amount, transactions.amount)`;

/** In the account's currency. */
const CHARGED = signed('coalesce(account_amount, amount)');

const balanceParts = prepared((db, userId: string, month: string, after: string, to: string) =>
  db
    .selectFrom('account_totals')
    .select(({ fn }) => [
      'account_id',
      fn.sum<number>('amount').as('amount'),
      fn.sum<number>('own_amount').as('own'),
    ])
    .where('user_id', '=', userId)
    .where('month', '<=', month)
    .groupBy('account_id')
    .unionAll(
      db
        .selectFrom('transactions')
        .select([
          'account_id',
          sql<number>`-${CHARGED}`.as('amount'),
          sql<number>`-${signed('amount')}`.as('own'),
        ])
        .where('user_id', '=', userId)
        .where('date', '>', after)
        .where('date', '<=', to)
        .groupBy('account_id'),
    ),
);

/** Minor units: in the account's currency, and in the person's, by the rates that were fixed. */
export interface AccountBalance {
  amount: number;
  own: number;
}

/**
 * By account at the end of a day; accounts that were never used are missing. What is dated later in the month is taken
 * from the month's sums, because today that is little.
 */
export async function sumAccounts(db: Db, userId: string, day: string): Promise<Map<string, AccountBalance>> {
  const balances = new Map<string, AccountBalance>();
  for (const part of await balanceParts(db, userId, monthOf(day), day, endOfMonth(day))) {
    const before = balances.get(part.account_id) ?? { amount: 0, own: 0 };
    balances.set(part.account_id, { amount: before.amount + part.amount, own: before.own + part.own });
  }
  return balances;
}

/** How many transactions each account has, upcoming ones included. */
export async function countByAccount(db: Db, userId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('account_totals')
    .select(({ fn }) => ['account_id', fn.sum<number>('count').as('count')])
    .where('user_id', '=', userId)
    .groupBy('account_id')
    .execute();
  return new Map(rows.map((row) => [row.account_id, row.count]));
}

/** By month, the earliest first; minor units. */
export const findMonthsOf = prepared((db, userId: string, account: string, to: string) =>
  db
    .selectFrom('account_totals')
    .select(['month', 'amount', 'count'])
    .where('user_id', '=', userId)
    .where('account_id', '=', account)
    .where('month', '<=', to)
    .orderBy('month'),
);

const KIND = sql<string>`case when category_id in (${sql.join(RESERVED.map((id) => sql.lit(id)))}) then 'neither' else type end`;

/** What came and went in an account by day, in its currency, below zero for what went. */
export const findFlowsOf = prepared((db, userId: string, account: string, from: string, to: string) =>
  db
    .selectFrom('transactions')
    .select(['date', KIND.as('kind'), CHARGED.as('amount')])
    .where('user_id', '=', userId)
    .where('account_id', '=', account)
    .where('date', '>=', from)
    .where('date', '<=', to)
    .groupBy(['date', KIND]),
);

/** By day, the earliest first; minor units. */
export const findDaysOf = prepared((db, userId: string, account: string, from: string, to: string) =>
  db
    .selectFrom('transactions')
    .select(['date', CHARGED.as('amount')])
    .where('user_id', '=', userId)
    .where('account_id', '=', account)
    .where('date', '>=', from)
    .where('date', '<=', to)
    .groupBy('date')
    .orderBy('date'),
);

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

/** Of these transactions, and of the other sides of transfers. */
export function findPlacesOf(db: Db, userId: string, ids: readonly string[]) {
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

/** Both sides of the transfers between two accounts. */
export async function findSidesBetween(
  db: Db,
  userId: string,
  accounts: [string, string],
): Promise<string[]> {
  const sides = await db
    .selectFrom('transactions')
    .select(['id', 'transfer_id'])
    .where('user_id', '=', userId)
    .where('account_id', 'in', accounts)
    .where('category_id', 'in', [TRANSFER.income, TRANSFER.expense])
    .execute();
  const pairs = Map.groupBy(sides, ({ transfer_id }) => transfer_id);
  return [...pairs.values()].filter((pair) => pair.length > 1).flatMap((pair) => pair.map(({ id }) => id));
}

export function selectUnrated(db: Db, userId: string, to: string) {
  return (
    db
      .selectFrom('transactions')
      .select('account_id')
      .distinct()
      .where('user_id', '=', userId)
      // As in their index.
      .where(sql<boolean>`(amount = 0 or account_amount = 0)`)
      .where('date', '<=', to)
  );
}

/** The accounts with transactions up to a day whose worth is not known, because no rate was. */
export async function findUnrated(db: Db, userId: string, to = '9999-12-31'): Promise<Set<string>> {
  const rows = await selectUnrated(db, userId, to).execute();
  return new Set(rows.map(({ account_id }) => account_id));
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
  return (
    db
      .selectFrom('transactions')
      .select(['date', 'charge_date', SIGNED.as('amount')])
      .where('user_id', '=', userId)
      .where('account_id', '=', account)
      // Leads SQLite to the index of payments.
      .where('installment_of', '>', '')
      .whereRef('installment_of', '=', 'id')
      .where('installment_n', '>', 1)
      .where('date', since === null ? '<=' : '<', until)
      .where('created_at', '>', at)
      .execute()
  );
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

/**
 * The opening balances of all accounts in their currencies, the earliest first. The totals show in which months and on
 * which days they are.
 */
export const findOpenings = prepared((db, userId: string) =>
  db
    .selectFrom('transactions')
    .select(['id', 'account_id', 'type', 'category_id', 'date'])
    .select(sql<number>`coalesce(account_amount, amount)`.as('amount'))
    .where('user_id', '=', userId)
    .where('date', 'in', (days) =>
      days
        .selectFrom('monthly_totals as months')
        .innerJoin('daily_totals as days', (join) =>
          join
            .onRef('days.user_id', '=', 'months.user_id')
            .on('days.date', '>=', sql<string>`months.month || '-01'`)
            .on('days.date', '<=', sql<string>`months.month || '-31'`),
        )
        .select('days.date')
        .where('months.user_id', '=', userId)
        .where('months.category_id', 'in', [OPENING.income, OPENING.expense])
        .where('months.count', '>', 0)
        .where('days.category_id', 'in', [OPENING.income, OPENING.expense])
        .where('days.count', '>', 0),
    )
    .where('category_id', 'in', [OPENING.income, OPENING.expense])
    .where('charge_date', 'is', null)
    .orderBy('date')
    .orderBy('time')
    .orderBy('id'),
);
