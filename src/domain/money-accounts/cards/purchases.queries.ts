import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isAmong } from '../../../db/engine-functions.ts';
import type { Db } from '../../../db/open.ts';
import { prepared } from '../../../db/prepared.ts';
import type { TransactionRow } from '../../../db/tables.ts';
import { OPENING, RESERVED, TRANSFER } from '../../ledger/reserved-categories.ts';

const SIGN = sql`case when type = 'income' then 1 else -1 end`;

/**
 * What a card bought and got back, by day, charge date that was typed, and currency of the person (`amount`) or of the
 * account (`own`; `once` without what recurs); signed minor units. From a day on, or charged from it on if the charge date was typed.
 */
export const findPurchases = prepared((db, userId: string, account: string, from: string) => {
  const purchases = () =>
    db
      .selectFrom('transactions')
      .select(({ fn }) => [
        'date',
        'charge_date',
        sql<number>`sum(${SIGN} * amount)`.as('amount'),
        sql<number>`sum(${SIGN} * coalesce(account_amount, amount))`.as('own'),
        fn.countAll<number>().as('count'),
        sql<number>`sum(case when template_id is null then ${SIGN} * coalesce(account_amount, amount) else 0 end)`.as(
          'once',
        ),
        sql<number>`sum(case when template_id is null then 1 else 0 end)`.as('countOnce'),
      ])
      .where('user_id', '=', userId)
      .where('account_id', '=', account)
      .where(({ or, eb }) => or([eb('category_id', 'is', null), eb('category_id', 'not in', RESERVED)]))
      .groupBy(['date', 'charge_date']);
  return purchases()
    .where('charge_date', 'is', null)
    .where('date', '>=', from)
    .unionAll(purchases().where('charge_date', 'is not', null).where('charge_date', '>=', from));
});

/** The purchases of a card whose later payments are still to come, the one that ends first above. */
export const findPaymentPlans = prepared((db, userId: string, account: string, after: string) =>
  db
    .selectFrom('transactions')
    .select(({ fn }) => [
      'installment_of',
      fn.min<string>('id').as('id'),
      fn.min<string>('description').as('description'),
      fn.min<number>('installment_n').as('next'),
      fn.max<number>('installment_total').as('total'),
      fn.max<string>('date').as('until'),
      fn.max<string | null>('charge_date').as('charge_date'),
      sql<number>`sum(coalesce(account_amount, amount))`.as('left'),
    ])
    .where('user_id', '=', userId)
    .where('account_id', '=', account)
    .where('date', '>', after)
    .where('installment_of', 'is not', null)
    .groupBy('installment_of')
    .orderBy('until'),
);

/** What the row of a file says that became a payment, or as which one is known; null where there is none. */
const shown = <Value>(column: string, { otherwise = 'null', isKnown = true } = {}) => {
  const of = (row: string) => sql`coalesce(${sql.ref(`${row}.${column}`)}, ${sql.raw(otherwise)})`;
  return sql<Value | null>`case
    when line.import_id is not null then ${of('line')}
    when known.date is not null then ${isKnown ? of('known') : null}
    when match.decision in ('merge', 'leave_out')
      and (file.status in ('running', 'done') or match.stage < file.stage or match.before is not null)
      then ${of('match')}
  end`;
};

/** Whether a file showed a payment. Compared with the bare id, SQLite would read all rows by their primary key. */
export function isShownAlone(table: 'row.' | '' = ''): RawBuilder<SqlBool> {
  const [purchase, id] = [sql.ref(`${table}installment_of`), sql.ref(`${table}id`)];
  return sql`${purchase} > '' and ${purchase} = ${id} || ''`;
}

/**
 * The payments of purchases that files have shown, each of which is a purchase of its own here, with what the file said
 * of it before anything was changed; a row twice where two imports brought it.
 */
export const selectShownPayments = (db: Db, userId: string) =>
  db
    .selectFrom('transactions as row')
    .leftJoin('bank_import_rows as line', (join) =>
      join.onRef('line.user_id', '=', 'row.user_id').onRef('line.made_id', '=', 'row.id'),
    )
    // As the account's file has it.
    .leftJoin('known_bank_rows as known', (join) =>
      join
        .onRef('known.user_id', '=', 'row.user_id')
        .onRef('known.transaction_id', '=', 'row.id')
        .onRef('known.installment_n', '=', 'row.installment_n'),
    )
    // What a person had typed before, and a file knew.
    .leftJoin('bank_import_rows as match', (join) =>
      join
        .onRef('match.user_id', '=', 'row.user_id')
        .onRef('match.matched_id', '=', 'row.id')
        .onRef('match.installment_n', '=', 'row.installment_n'),
    )
    .leftJoin('bank_imports as file', (join) =>
      join
        .onRef('file.user_id', '=', 'row.user_id')
        .on(({ eb, fn }) => eb('file.id', '=', fn.coalesce('line.import_id', 'match.import_id'))),
    )
    .select([
      'row.id',
      'row.account_id',
      'row.category_id',
      'row.date',
      'row.charge_date',
      'row.type',
      'row.description',
      'row.amount',
      'row.account_amount',
      'row.original_currency',
      'row.installment_n',
      'row.installment_total',
      'row.installment_price',
      'row.payments_end',
      shown<string>('date').as('shown_date'),
      shown<string>('charge_date').as('shown_charge'),
      shown<string>('description').as('shown_text'),
      shown<number>('amount').as('shown_amount'),
      // Zero where the file says none.
      shown<number>('installment_price', { otherwise: '0', isKnown: false }).as('shown_price'),
      shown<string>('account_id', { otherwise: 'file.account_id' }).as('shown_account'),
      sql<string>`case
        when line.import_id is null and known.date is null then coalesce(file.done_at, row.created_at)
        else row.created_at
      end`.as('shown_at'),
    ])
    .where('row.user_id', '=', userId)
    .where(isShownAlone('row.'))
    // SQLite would take the index of dates for the order.
    .orderBy(sql`row.date || ''`)
    .orderBy('row.id')
    // The last of several counts; one that was undone only where a person has kept what it changed.
    .orderBy(sql`case when file.status = 'undone' then 0 else 1 end`);

export const findShownPayments = prepared(selectShownPayments);

/** The payments after the first of purchases that files have shown on some days, where no charge date is kept. */
export function findUncharged(db: Db, userId: string, days: readonly string[]): Promise<TransactionRow[]> {
  return db
    .selectFrom('transactions')
    .selectAll()
    .where('user_id', '=', userId)
    .where(isShownAlone())
    .where('installment_n', '>', 1)
    .where('charge_date', 'is', null)
    .where(isAmong(db, sql.ref('date'), days))
    .execute();
}

export function findPaymentsOf(db: Db, userId: string, ids: readonly string[]): Promise<TransactionRow[]> {
  return db
    .selectFrom('transactions')
    .selectAll()
    .where('user_id', '=', userId)
    .where(isAmong(db, sql.ref('id'), ids))
    .execute();
}

/** A payment of a purchase of which no more are expected. */
export const findEnded = prepared((db, userId: string) =>
  db
    .selectFrom('transactions')
    .select('id')
    .where('user_id', '=', userId)
    // Leads SQLite to the index of payments.
    .where('installment_of', '>', '')
    .where('payments_end', '=', 1)
    .unionAll(
      db
        .selectFrom('deleted_payments')
        .select('id')
        .where('user_id', '=', userId)
        .where('ended_by', 'is not', null),
    )
    .limit(1),
);

/** What is paid to a card after a day, by day, the earliest first; minor units of its currency. */
export const findPaymentsAfter = prepared((db, userId: string, account: string, after: string) =>
  db
    .selectFrom('transactions')
    .select(['date', sql<number>`sum(coalesce(account_amount, amount))`.as('amount')])
    .where('user_id', '=', userId)
    .where('account_id', '=', account)
    .where('date', '>', after)
    .where('category_id', '=', TRANSFER.income)
    .groupBy('date')
    .orderBy('date'),
);

/** Payments to a card up to a day, recorded or assumed, the earliest first; signed minor units of its currency. */
export const findPaid = prepared((db, userId: string, account: string, until: string) =>
  db
    .selectFrom('transactions')
    .select([
      'date',
      'category_id',
      'charge_date',
      sql<number>`${SIGN} * coalesce(account_amount, amount)`.as('amount'),
    ])
    .where('user_id', '=', userId)
    .where('account_id', '=', account)
    .where('date', '<=', until)
    .where('category_id', 'in', RESERVED)
    .orderBy('date')
    .orderBy('id'),
);

/** The day of the latest purchase of a card up to a day; null without one. */
export const findLastPurchase = prepared((db, userId: string, account: string, until: string) =>
  db
    .selectFrom('transactions')
    .select('date')
    .where('user_id', '=', userId)
    .where('account_id', '=', account)
    .where('date', '<=', until)
    .where((where) => where.or([where('category_id', 'is', null), where('category_id', 'not in', RESERVED)]))
    .orderBy('date', 'desc')
    .limit(1),
);

/** Any purchase of a card. */
export const findPurchase = prepared((db, userId: string, account: string) =>
  db
    .selectFrom('transactions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('account_id', '=', account)
    .where(({ or, eb }) => or([eb('category_id', 'is', null), eb('category_id', 'not in', RESERVED)]))
    .limit(1),
);

/** The assumed payments of a card's bills. */
export const findPaidBills = prepared((db, userId: string, account: string) =>
  db
    .selectFrom('transactions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('account_id', '=', account)
    .where('category_id', '=', OPENING.income)
    .where('charge_date', 'is not', null)
    .orderBy('date')
    .orderBy('id'),
);

/** What was added to an account at an instant as payments, and not changed since. */
export const findPaidAt = prepared((db, userId: string, account: string, at: string) =>
  db
    .selectFrom('transactions')
    .select(['id', 'transfer_id'])
    .where('user_id', '=', userId)
    .where('account_id', '=', account)
    .where('category_id', 'in', [OPENING.income, TRANSFER.income])
    .where('created_at', '=', at)
    .where('updated_at', '=', at)
    .where(({ or, eb }) => or([eb('charge_date', 'is not', null), eb('transfer_id', 'is not', null)])),
);

/** How many payments the page of a card lists. */
export const PAYMENTS_SHOWN = 6;

/** The transfers to a card, with the account that each came from, the latest first, and one more than are shown. */
export const findLatestPayments = prepared((db, userId: string, account: string) =>
  db
    .selectFrom('transactions as paid')
    .leftJoin('transactions as paying', (join) =>
      join
        .onRef('paying.user_id', '=', 'paid.user_id')
        .onRef('paying.transfer_id', '=', 'paid.transfer_id')
        .on('paying.type', '=', 'expense'),
    )
    .select([
      'paid.id',
      'paid.date',
      'paying.account_id as from',
      sql<number>`coalesce(paid.account_amount, paid.amount)`.as('amount'),
    ])
    .where('paid.user_id', '=', userId)
    .where('paid.account_id', '=', account)
    .where('paid.category_id', '=', TRANSFER.income)
    .orderBy('paid.date', 'desc')
    .orderBy('paid.time', 'desc')
    .orderBy('paid.id', 'desc')
    .limit(PAYMENTS_SHOWN + 1),
);
