import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { prepared } from '../../db/prepared.ts';
import type { AccountRow, TransactionRow } from '../../db/tables.ts';
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
 * The open accounts of the latest ten transactions of a type, in the person's currency or in any. Opening balances and
 * transfers do not count.
 */
const lastIn = (db: Db, userId: string, type: string, currency: string) =>
  db
    .selectFrom(
      db
        .selectFrom('transactions')
        .select(['id', 'account_id', 'type', 'template_id', 'category_id', 'order_key'])
        .where('user_id', '=', userId)
        .orderBy('id', 'desc')
        .limit(LOOKED_AT)
        .as('row'),
    )
    .select('account_id')
    .where('type', '=', type as 'income')
    .where(({ eb, or }) => or([eb('category_id', 'is', null), eb('category_id', 'not in', RESERVED)]))
    .where('account_id', 'in', ({ selectFrom }) =>
      selectFrom('money_accounts')
        .select('money_accounts.id')
        .where('user_id', '=', userId)
        .where('is_archived', '=', 0)
        .where(({ eb, or, val }) => or([eb('currency', 'is', null), eb(val(currency), '=', 'any')])),
    )
    .orderBy('id', 'desc')
    .limit(10);

/** As `lastIn`, of what a person recorded: occurrences and imported ones do not count. */
const lastUsed = prepared((db, userId: string, type: string, currency: string) =>
  lastIn(db, userId, type, currency)
    .where('template_id', 'is', null)
    .where(({ not }) => not(isImported(db, userId, 'row.id'))),
);

/** As `lastIn`, with a description, whatever recorded it. */
const lastDescribed = prepared((db, userId: string, type: string, key: string) =>
  lastIn(db, userId, type, 'own').where('order_key', '=', key),
);

/** @param key of the description, as in `order_key` */
export async function findLastDescribed(
  db: Db,
  userId: string,
  { type, key }: { type: TransactionRow['type']; key: string },
): Promise<string | undefined> {
  const [row] = await lastDescribed(db, userId, type, key);
  return row?.account_id;
}

/** The latest first. */
export async function findLastUsed(
  db: Db,
  userId: string,
  { type, currency }: { type: TransactionRow['type']; currency: 'own' | 'any' },
): Promise<string[]> {
  const rows = await lastUsed(db, userId, type, currency);
  return rows.map(({ account_id }) => account_id);
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

/** In the account's currency. */
export const CHARGED = signed('coalesce(account_amount, amount)');

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
