import { type ExpressionBuilder, sql } from 'kysely';
import { isAmong } from '../../../db/engine-functions.ts';
import { chunksOf } from '../../../db/insert-rows.ts';
import type { Db } from '../../../db/open.ts';
import type { AccountRow, ImportedLineRow, TransactionRow } from '../../../db/tables.ts';
import { OPENING } from '../../ledger/reserved-categories.ts';
import { OPENING_KIND } from '../known-rows.queries.ts';

const KNOWN = [
  'id',
  'type',
  'amount',
  'account_amount',
  'account_id',
  'date',
  'charge_date',
  'description',
  'merchant_name',
  'original_amount',
  'original_currency',
  'installment_n',
  'installment_total',
  'template_id',
  'transfer_id',
] as const;

export type KnownRow = Pick<TransactionRow, (typeof KNOWN)[number]>;

/** Rows of one statement: however many there are, few are in memory twice, and others soon get a turn. */
const READ_AT_ONCE = 500;

type Dated = Pick<ImportedLineRow, 'date' | 'installment_n'>;

interface Days {
  from: string;
  to: string;
  /** Payments of purchases are asked for from an earlier day on. */
  paymentsFrom?: string;
}

/** Between two days, the earliest first; opening balances are no rows of a bank, but what paid a bill is one. */
export async function* findKnown(
  db: Db,
  userId: string,
  { from, to, paymentsFrom = from }: Days,
): AsyncGenerator<KnownRow> {
  let last: { date: string; time: string; id: string } | undefined;
  for (;;) {
    const rows = await db
      .selectFrom('transactions')
      .select([...KNOWN, 'time'])
      .where('user_id', '=', userId)
      .where('date', '>=', last?.date ?? paymentsFrom)
      .where('date', '<=', to)
      .$if(paymentsFrom < from, (query) =>
        query.where(({ eb, or }) => or([eb('date', '>=', from), eb('installment_n', 'is not', null)])),
      )
      .where(({ eb, or }) =>
        or([
          eb('category_id', 'is', null),
          eb('category_id', 'not in', [OPENING.income, OPENING.expense]),
          eb('charge_date', 'is not', null),
        ]),
      )
      .$if(last !== undefined, (query) =>
        query.where(sql<boolean>`(date, time, id) > (${last?.date}, ${last?.time}, ${last?.id})`),
      )
      .orderBy('date')
      .orderBy('time')
      .orderBy('id')
      .limit(READ_AT_ONCE)
      .execute();
    yield* rows;
    if (rows.length < READ_AT_ONCE) return;
    last = rows.at(-1);
  }
}

/** Transactions of some descriptions, the latest last, with the other account of those that are sides of transfers. */
export async function findEarlier(db: Db, userId: string, descriptions: readonly string[]) {
  const rows = [];
  for (const chunk of chunksOf(descriptions))
    rows.push(
      ...(await db
        .selectFrom('transactions as own')
        .leftJoin('transactions as side', (join) =>
          join
            .onRef('side.user_id', '=', 'own.user_id')
            .onRef('side.transfer_id', '=', 'own.transfer_id')
            .onRef('side.id', '!=', 'own.id'),
        )
        .select(['own.type', 'own.description', 'own.notes', 'side.account_id as other'])
        .where('own.user_id', '=', userId)
        .where('own.description', 'in', chunk)
        .orderBy('own.date')
        .orderBy('own.time')
        .orderBy('own.id')
        .execute()),
    );
  return rows;
}

/** What a transaction is that a line of a file became or was recognized as; null for a line that was left out. */
const BECAME = sql<string>`case
  when line.decision in ('import', 'transfer') then line.made_id
  when line.decision = 'merge' or line.state in ('matched', 'transfer') then line.matched_id
end`;

export interface SeenLine
  extends Pick<
    ImportedLineRow,
    | 'date'
    | 'amount'
    | 'currency'
    | 'type'
    | 'description'
    | 'merchant_name'
    | 'external_id'
    | 'is_pending'
    | 'installment_n'
    | 'installment_total'
    | 'charge_date'
    | 'decision'
  > {
  transaction_id: string;
  account_id: string;
  kind: string;
}

/** Lines of imports that are carried out, with the transactions that they are about, if these are still there. */
const linesOf = (db: Db, userId: string) =>
  db
    .selectFrom('bank_import_rows as line')
    .innerJoin('bank_imports as file', (join) =>
      join.onRef('file.user_id', '=', 'line.user_id').onRef('file.id', '=', 'line.import_id'),
    )
    .innerJoin('transactions as row', (join) =>
      join.onRef('row.user_id', '=', 'line.user_id').on('row.id', '=', BECAME),
    )
    .select([
      'line.import_id as place',
      'line.number',
      'line.date',
      'line.amount',
      'line.currency',
      'line.type',
      sql<string>`coalesce(line.bank_description, line.description)`.as('description'),
      'line.merchant_name',
      'line.external_id',
      'line.is_pending',
      'line.installment_n',
      'line.installment_total',
      'line.charge_date',
      'line.decision',
      'row.id as transaction_id',
      sql<string>`coalesce(line.account_id, file.account_id, row.account_id)`.as('account_id'),
      'file.kind',
    ])
    .where('line.user_id', '=', userId)
    .where(({ eb, or }) =>
      or([eb('file.status', 'in', ['running', 'done']), eb('line.stage', '<', eb.ref('file.stage'))]),
    );

/** Rows of banks that came with the file of an account. */
const knownLinesOf = (db: Db, userId: string) =>
  db
    .selectFrom('known_bank_rows as line')
    .innerJoin('transactions as row', (join) =>
      join.onRef('row.user_id', '=', 'line.user_id').onRef('row.id', '=', 'line.transaction_id'),
    )
    .select([
      'line.transaction_id as place',
      'line.number',
      'line.date',
      'line.amount',
      'line.currency',
      'line.type',
      'line.description',
      'line.merchant_name',
      'line.external_id',
      'line.is_pending',
      'line.installment_n',
      'row.installment_total',
      'line.charge_date',
      sql<ImportedLineRow['decision']>`'import'`.as('decision'),
      'line.transaction_id',
      'line.account_id',
      'line.kind',
    ])
    .where('line.user_id', '=', userId)
    // What a person stated is no row of a bank.
    .where('line.kind', '!=', OPENING_KIND);

/** In the order of import, because a bank would send the last one again. */
const SOURCES = [
  {
    linesIn: knownLinesOf,
    keysIn: (db: Db) =>
      db
        .selectFrom('known_bank_rows')
        .select(['user_id', 'transaction_id as place', 'number', 'date', 'installment_n']),
  },
  {
    linesIn: linesOf,
    keysIn: (db: Db) =>
      db
        .selectFrom('bank_import_rows')
        .select(['user_id', 'import_id as place', 'number', 'date', 'installment_n']),
  },
] as const;

/**
 * How banks wrote transactions that are still there: between two days, if any, or with one of these ids of banks.
 * Where a part ends is asked before it is read: while PostgreSQL has no statistics of a new file, it would join and sort
 * all of its lines for each part.
 */
export async function* findSeen(
  db: Db,
  userId: string,
  days: Days | null,
  externalIds: readonly string[],
): AsyncGenerator<SeenLine> {
  for (const { linesIn, keysIn } of SOURCES) {
    const seen = () => db.selectFrom(linesIn(db, userId).as('line')).selectAll();
    let last: { place: string; number: number } | undefined;
    while (days) {
      const isWanted = ({ eb, and, or }: ExpressionBuilder<{ line: Dated }, 'line'>) =>
        and([
          eb('line.date', '>=', days.paymentsFrom ?? days.from),
          eb('line.date', '<=', days.to),
          or([eb('line.date', '>=', days.from), eb('line.installment_n', 'is not', null)]),
          ...(last ? [sql<boolean>`(line.place, line.number) > (${last.place}, ${last.number})`] : []),
        ]);
      const end = await db
        .selectFrom(keysIn(db).as('line'))
        .select(['line.place', 'line.number'])
        .where('line.user_id', '=', userId)
        .where(isWanted)
        .orderBy('line.place')
        .orderBy('line.number')
        .offset(READ_AT_ONCE - 1)
        .limit(1)
        .executeTakeFirst();
      yield* await seen()
        .where(isWanted)
        .$if(end !== undefined, (query) =>
          query.where(sql<boolean>`(line.place, line.number) <= (${end?.place}, ${end?.number})`),
        )
        .orderBy('line.place')
        .orderBy('line.number')
        .execute();
      if (!end) break;
      last = end;
    }
    for (let from = 0; from < externalIds.length; from += READ_AT_ONCE)
      yield* await seen()
        .$if(days !== null, (query) =>
          query.where(({ eb, or }) =>
            or([eb('line.date', '<', days?.from ?? ''), eb('line.date', '>', days?.to ?? '')]),
          ),
        )
        .where(isAmong(db, sql.ref('line.external_id'), externalIds.slice(from, from + READ_AT_ONCE)))
        .execute();
  }
}

/** How banks wrote these transactions. */
export async function findSeenOf(db: Db, userId: string, ids: readonly string[]): Promise<SeenLine[]> {
  const made = linesOf(db, userId)
    .where(isAmong(db, sql.ref('line.made_id'), ids))
    .where(sql<boolean>`${BECAME} = line.made_id`);
  const matched = linesOf(db, userId)
    .where(isAmong(db, sql.ref('line.matched_id'), ids))
    .where(sql<boolean>`${BECAME} = line.matched_id`);
  const known = knownLinesOf(db, userId).where(isAmong(db, sql.ref('line.transaction_id'), ids));
  const found: (SeenLine & { place: string; number: number })[] = [];
  for (const query of [known, made, matched])
    found.push(...(await query.orderBy('place').orderBy('line.number').execute()));
  return found;
}

/** Whether an account has anything but opening balances up to a day. */
export async function hasRowsUntil(
  db: Db,
  { user_id, id }: Pick<AccountRow, 'user_id' | 'id'>,
  date: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('transactions')
    .select('id')
    .where('user_id', '=', user_id)
    .where('account_id', '=', id)
    .where('date', '<=', date)
    .where(({ or, eb }) =>
      or([eb('category_id', 'is', null), eb('category_id', 'not in', Object.values(OPENING))]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The day of the earliest transaction that is no opening balance. */
export async function findFirstDay(db: Db, userId: string, account: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('transactions')
    .select('date')
    .where('user_id', '=', userId)
    .where('account_id', '=', account)
    .where(({ or, eb }) =>
      or([eb('category_id', 'is', null), eb('category_id', 'not in', Object.values(OPENING))]),
    )
    .orderBy('date')
    .limit(1)
    .executeTakeFirst();
  return row?.date;
}

/** What came into accounts from an instant on, ISO 8601 in UTC. */
export async function findCreatedIn(
  db: Db,
  userId: string,
  accounts: readonly string[],
  since: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('transactions')
    .select('id')
    .where('user_id', '=', userId)
    .where('created_at', '>=', since)
    .where(isAmong(db, sql.ref('account_id'), accounts))
    .execute();
  return rows.map(({ id }) => id);
}
