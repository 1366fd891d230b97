import { sql } from 'kysely';
import { isSqlite } from '../../db/engine-functions.ts';
import { chunksOf, insertRows } from '../../db/insert-rows.ts';
import type { Db } from '../../db/open.ts';
import type { BankImportRow, ImportedLineRow } from '../../db/tables.ts';

/** The key of an import. */
export type Key = Pick<BankImportRow, 'user_id' | 'id'>;

const LINE = [
  'user_id',
  'import_id',
  'number',
  'line',
  'state',
  'decision',
  'stage',
  'date',
  'charge_date',
  'amount',
  'currency',
  'type',
  'description',
  'bank_description',
  'merchant_name',
  'notes',
  'category_id',
  'category_source',
  'account_id',
  'external_id',
  'corrects',
  'original_amount',
  'original_currency',
  'rate',
  'installment_n',
  'installment_total',
  'installment_price',
  'payments_end',
  'is_pending',
  'matched_id',
  'other_account_id',
  'other_amount',
  'made_id',
  'made_version',
  'before',
  'why',
  'why_values',
] as const satisfies (keyof ImportedLineRow)[];

/**
 * Lines of one database transaction. On PostgreSQL each statement is a round trip, and the thread is free meanwhile; SQLite
 * keeps it from others for all of them.
 */
export const linesAtOnce = (db: Db) => (isSqlite(db) ? 200 : 400);

export const insertLines = insertRows('bank_import_rows', LINE, (insert) => insert);

/** Lines with the same number are replaced. */
export const updateLines = insertRows('bank_import_rows', LINE, (insert) =>
  insert.onConflict((conflict) =>
    conflict
      .columns(['user_id', 'import_id', 'number'])
      .doUpdateSet(({ ref }) => Object.fromEntries(LINE.map((name) => [name, ref(`excluded.${name}`)]))),
  ),
);

/** Appends the lines of an import to another one; those that wait are of its `stage` then. */
export async function moveLines(
  db: Db,
  { user_id, id: import_id }: Key,
  to: { id: string; from: number; stage: number },
): Promise<void> {
  await db
    .updateTable('bank_import_rows')
    .set(({ eb, case: when }) => ({
      import_id: to.id,
      number: eb('number', '+', to.from),
      stage: when().when('stage', '>', 0).then(to.stage).else(0).end(),
    }))
    .where('user_id', '=', user_id)
    .where('import_id', '=', import_id)
    .execute();
}

/** Lines deleted by one statement, for which others have to wait. */
const DELETED_AT_ONCE = 2000;

/** @param inBatch runs each statement, for example in a database transaction that asks first whether it may */
export async function deleteLines(
  db: Db,
  { user_id, id }: Key,
  inBatch: (work: (db: Db) => Promise<unknown>) => Promise<unknown> = (work) => work(db),
): Promise<void> {
  const end = await endOfLines(db, user_id, id);
  for (let from = 0; from < end; from += DELETED_AT_ONCE)
    await inBatch((inside) =>
      inside
        .deleteFrom('bank_import_rows')
        .where('user_id', '=', user_id)
        .where('import_id', '=', id)
        .where('number', '<', from + DELETED_AT_ONCE)
        .execute(),
    );
}

export async function deleteNumbered(
  db: Db,
  userId: string,
  lines: readonly Pick<ImportedLineRow, 'import_id' | 'number'>[],
): Promise<void> {
  for (const [importId, own] of Map.groupBy(lines, ({ import_id }) => import_id))
    for (const chunk of chunksOf(own))
      await db
        .deleteFrom('bank_import_rows')
        .where('user_id', '=', userId)
        .where('import_id', '=', importId)
        .where(
          'number',
          'in',
          chunk.map(({ number }) => number),
        )
        .execute();
}

export type LineState = ImportedLineRow['state'];

export function linesOf(db: Db, userId: string, importId: string, state?: LineState) {
  const rows = db
    .selectFrom('bank_import_rows')
    .where('bank_import_rows.user_id', '=', userId)
    .where('import_id', '=', importId);
  return state === undefined ? rows : rows.where('state', '=', state);
}

/** In the order of the file, the largest amounts first, or by the description. */
export const LINE_ORDERS = ['file', 'amount', 'name'] as const;

/** By default all lines, in the order of the file. */
export interface LineFilter {
  state?: LineState | undefined;
  /** Only lines that are imported without a category. */
  isUncategorised?: boolean | undefined;
  order?: (typeof LINE_ORDERS)[number] | undefined;
}

interface Span {
  limit: number;
  offset: number;
}

const UNCATEGORISED = sql<boolean>`decision = 'import' and category_id is null`;

function filteredLines(db: Db, userId: string, importId: string, { state, isUncategorised }: LineFilter) {
  return linesOf(db, userId, importId, state).$if(isUncategorised === true, (rows) =>
    rows.where(UNCATEGORISED),
  );
}

function orderedLines(db: Db, userId: string, importId: string, filter: LineFilter) {
  const { order } = filter;
  return filteredLines(db, userId, importId, filter)
    .$if(order === 'amount', (rows) => rows.orderBy('amount', 'desc'))
    .orderBy('number');
}

export function findLines(
  db: Db,
  userId: string,
  importId: string,
  { limit, offset, ...filter }: LineFilter & Span,
): Promise<ImportedLineRow[]> {
  return orderedLines(db, userId, importId, filter).selectAll().limit(limit).offset(offset).execute();
}

/** The lines of which a person has chosen something: a category, or to leave a new one out. */
export function findChosen(db: Db, userId: string, importId: string): Promise<ImportedLineRow[]> {
  return linesOf(db, userId, importId)
    .selectAll()
    .where(({ eb, and, or }) =>
      or([
        eb('category_source', '=', 'person'),
        and([
          eb('state', '=', 'new'),
          eb('decision', '=', 'leave_out'),
          or([eb('why', 'is', null), eb('why', '!=', 'rule')]),
        ]),
      ]),
    )
    .execute();
}

/** What is written in lines, to search it. */
export function findLineTexts(
  db: Db,
  userId: string,
  importId: string,
  { limit, offset, ...filter }: LineFilter & Span,
): Promise<Pick<ImportedLineRow, 'number' | 'description' | 'merchant_name' | 'notes'>[]> {
  return orderedLines(db, userId, importId, filter)
    .select(['number', 'description', 'merchant_name', 'notes'])
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countLines(
  db: Db,
  userId: string,
  importId: string,
  filter: LineFilter,
): Promise<number> {
  const row = await filteredLines(db, userId, importId, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export async function findLinesNumbered(
  db: Db,
  userId: string,
  importId: string,
  numbers: readonly number[],
): Promise<ImportedLineRow[]> {
  const rows: ImportedLineRow[] = [];
  for (const chunk of chunksOf(numbers))
    rows.push(...(await linesOf(db, userId, importId).selectAll().where('number', 'in', chunk).execute()));
  return rows;
}

/** From one number to before another. */
export function findLinesBetween(
  db: Db,
  userId: string,
  importId: string,
  from: number,
  to: number,
): Promise<ImportedLineRow[]> {
  return linesOf(db, userId, importId)
    .selectAll()
    .where('number', '>=', from)
    .where('number', '<', to)
    .orderBy('number')
    .execute();
}

/** All lines of a state that can become that; returns their number. */
export async function decideAll(
  db: Db,
  userId: string,
  importId: string,
  { state, stage, decision }: { state: LineState; stage: number; decision: ImportedLineRow['decision'] },
): Promise<number> {
  const needs = {
    import: sql<boolean>`date <> '' and state <> 'error'`,
    leave_out: sql<boolean>`1 = 1`,
    merge: sql<boolean>`matched_id is not null and state <> 'transfer'`,
    transfer: sql<boolean>`coalesce(other_account_id, account_id) <> account_id and state <> 'error'
      and other_account_id not in (select id from money_accounts where user_id = ${userId} and is_archived = 1)`,
  };
  const { numUpdatedRows } = await db
    .updateTable('bank_import_rows')
    .set({ decision })
    .where('user_id', '=', userId)
    .where('import_id', '=', importId)
    .where('state', '=', state)
    .where('stage', '>=', stage)
    .where(needs[decision])
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** How many of the transactions that the lines of an import became have no category. */
export async function countMadeWithoutCategory(db: Db, { user_id, id }: Key): Promise<number> {
  const row = await linesOf(db, user_id, id)
    .innerJoin('transactions as made', (join) =>
      join
        .onRef('made.user_id', '=', 'bank_import_rows.user_id')
        .onRef('made.id', '=', 'bank_import_rows.made_id'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('bank_import_rows.decision', '=', 'import')
    .where('made.category_id', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** How many lines come in as expenses or incomes for each of some reasons. */
export async function countByReason(
  db: Db,
  { user_id, id }: Key,
  reasons: readonly NonNullable<ImportedLineRow['why']>[],
): Promise<Map<ImportedLineRow['why'], number>> {
  const rows = await linesOf(db, user_id, id)
    .select(({ fn }) => ['why', fn.countAll<number>().as('count')])
    .where('decision', '=', 'import')
    .where('why', 'in', reasons)
    .groupBy('why')
    .execute();
  return new Map(rows.map(({ why, count }) => [why, Number(count)]));
}

/** One more than the number of the last line. */
export async function endOfLines(db: Db, userId: string, importId: string): Promise<number> {
  const row = await linesOf(db, userId, importId)
    .select(({ fn }) => fn.max<number | null>('number').as('last'))
    .executeTakeFirstOrThrow();
  return row.last === null ? 0 : Number(row.last) + 1;
}

/** How many lines of a stage are left out, and how many are of a later one. */
export async function countOfStage(
  db: Db,
  { user_id, id, stage }: Pick<BankImportRow, 'user_id' | 'id' | 'stage'>,
): Promise<{ leftOut: number; later: number; toBring: number }> {
  const row = await linesOf(db, user_id, id)
    .select([
      sql<
        number | null
      >`sum(case when stage = ${stage} and decision = 'leave_out' and state <> 'skipped' then 1 else 0 end)`.as(
        'left',
      ),
      sql<number | null>`sum(case when stage > ${stage} then 1 else 0 end)`.as('later'),
      sql<number | null>`sum(case when stage = ${stage} and decision <> 'leave_out' then 1 else 0 end)`.as(
        'brought',
      ),
    ])
    .executeTakeFirstOrThrow();
  return {
    leftOut: Number(row.left ?? 0),
    later: Number(row.later ?? 0),
    toBring: Number(row.brought ?? 0),
  };
}

/** The accounts to which the lines of an import belong, whatever becomes of them, and its own. */
export async function findAccountsOfLines(
  db: Db,
  { user_id, id, account_id }: Pick<BankImportRow, 'user_id' | 'id' | 'account_id'>,
): Promise<string[]> {
  const own = await linesOf(db, user_id, id).select('account_id as id').distinct().execute();
  return [...new Set([account_id, ...own.map((row) => row.id)])].filter((one) => one !== null);
}

/** The accounts of an import and its rows, and those on the other side of its transfers. */
export async function findAccountsTouched(
  db: Db,
  { user_id, id, account_id }: Pick<BankImportRow, 'user_id' | 'id' | 'account_id'>,
): Promise<string[]> {
  const taken = await linesOf(db, user_id, id)
    .select(['account_id', 'other_account_id'])
    .distinct()
    .where('decision', '!=', 'leave_out')
    .execute();
  const all = [account_id, ...taken.flatMap((row) => [row.account_id, row.other_account_id])];
  return [...new Set(all)].filter((one) => one !== null);
}

type Due = Pick<BankImportRow, 'user_id' | 'id' | 'stage'>;

/** The accounts of what is carried out next, without that of the import itself. */
export async function findAccountsToUse(db: Db, row: Due): Promise<string[]> {
  return (await findAccountsDue(db, row)).used;
}

/**
 * The accounts of what is carried out next (`used`), and those of them that get new transactions (`filled`), where null is
 * the account of the import itself. Read at once, because all lines have to be.
 */
export async function findAccountsDue(
  db: Db,
  { user_id, id, stage }: Due,
): Promise<{ used: string[]; filled: (string | null)[] }> {
  const due = await linesOf(db, user_id, id)
    .select(['decision', 'account_id', 'other_account_id'])
    .select(sql<number>`case when matched_id is null then 1 else 0 end`.as('is_free'))
    .distinct()
    .where('stage', '=', stage)
    .where('decision', '!=', 'leave_out')
    .execute();
  const others = due.filter(({ decision }) => decision === 'transfer');
  const own = due.filter(({ decision }) => decision !== 'merge');
  // A side that is there stays where it is.
  const made = others.filter(({ is_free }) => is_free === 1);
  const all = [...due.map((each) => each.account_id), ...others.map((each) => each.other_account_id)];
  return {
    used: [...new Set(all)].filter((one) => one !== null),
    filled: [...own.map((each) => each.account_id), ...made.map((each) => each.other_account_id)],
  };
}

/** The transactions that a merge is about to move to the day or the amount of the bank. */
export function findToMerge(db: Db, { user_id, id, stage }: Pick<BankImportRow, 'user_id' | 'id' | 'stage'>) {
  return db
    .selectFrom('bank_import_rows as line')
    .innerJoin('transactions as row', (join) =>
      join.onRef('row.user_id', '=', 'line.user_id').onRef('row.id', '=', 'line.matched_id'),
    )
    .select(['row.id', 'row.account_id', 'row.date', 'row.created_at', 'line.date as line_date'])
    .where('line.user_id', '=', user_id)
    .where('line.import_id', '=', id)
    .where('line.stage', '=', stage)
    .where('line.decision', '=', 'merge')
    .where('line.why', 'is distinct from', 'numbered')
    .execute();
}

/** The accounts and the days into which what is carried out next comes; null for the account of the import itself. */
export async function findPlacesToCome(
  db: Db,
  { user_id, id, stage }: Pick<BankImportRow, 'user_id' | 'id' | 'stage'>,
): Promise<Pick<ImportedLineRow, 'account_id' | 'date' | 'charge_date' | 'installment_n'>[]> {
  const due = linesOf(db, user_id, id).where('stage', '=', stage);
  const own = due
    .select(['account_id', 'date', 'charge_date', 'installment_n'])
    .distinct()
    .where('decision', 'in', ['import', 'transfer']);
  // A side that is there stays where it is.
  const others = due
    .select(['other_account_id as account_id', 'date', 'charge_date', 'installment_n'])
    .distinct()
    .where('decision', '=', 'transfer')
    .where('matched_id', 'is', null);
  return [...(await own.execute()), ...(await others.execute())];
}

/** What lines of an import that are not carried out yet would add to an account up to a day; signed minor units. */
export async function sumToCome(
  db: Db,
  {
    user_id,
    id,
    account_id,
    stage,
    currency,
  }: Pick<BankImportRow, 'user_id' | 'id' | 'account_id' | 'stage' | 'currency'>,
  until: string,
): Promise<number> {
  const row = await linesOf(db, user_id, id)
    .select(sql<number | null>`sum(case when type = 'income' then 1 else -1 end * amount)`.as('sum'))
    .where('decision', 'in', ['import', 'transfer'])
    .where('stage', '>=', stage)
    .where('date', '<=', until)
    .where('currency', '=', currency)
    .where(({ eb, or }) => or([eb('account_id', 'is', null), eb('account_id', '=', account_id)]))
    .executeTakeFirstOrThrow();
  return Number(row.sum ?? 0);
}

/** The rows that an import will add to its account, in the shape of `findPurchases`; signed minor units. */
export function findPurchasesToCome(
  db: Db,
  { user_id, id, account_id, stage }: Pick<BankImportRow, 'user_id' | 'id' | 'account_id' | 'stage'>,
  card: { id: string; currency: string },
) {
  const signed = sql<number>`sum(case when type = 'income' then 1 else -1 end * amount)`;
  return linesOf(db, user_id, id)
    .select(['date', 'charge_date', signed.as('amount'), signed.as('own')])
    .where('decision', '=', 'import')
    .where('stage', '>=', stage)
    .where('currency', '=', card.currency)
    .where(({ eb, or }) =>
      or([eb('account_id', '=', card.id), ...(card.id === account_id ? [eb('account_id', 'is', null)] : [])]),
    )
    .groupBy(['date', 'charge_date'])
    .execute();
}
