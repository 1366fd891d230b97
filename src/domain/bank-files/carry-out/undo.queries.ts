import { sql } from 'kysely';
import { isAmong } from '../../../db/engine-functions.ts';
import type { Db } from '../../../db/open.ts';
import type { BankImportRow, ImportedLineRow, TransactionRow } from '../../../db/tables.ts';
import { sideIdOf } from '../../id.ts';
import { type Key, linesOf } from '../lines.queries.ts';

/**
 * The lines of an import, the ids of the transactions that they created, and those of the transfers of which they created
 * both sides. Rows are then found by these ids, each by its key: a join might compare every row with every line.
 */
function linesToUndo(db: Db, { user_id, id }: Key) {
  const lines = () =>
    db
      .selectFrom('bank_import_rows as line')
      .where('line.user_id', '=', user_id)
      .where('line.import_id', '=', id);
  return {
    lines,
    made: lines().where('line.decision', 'in', ['import', 'transfer']).select('line.made_id'),
    transfers: lines()
      .where('line.decision', '=', 'transfer')
      .where('line.before', 'is', null)
      .select('line.made_id'),
  };
}

/** Both sides of the transfers that an import created. */
export function selectSidesMade(db: Db, key: Key) {
  return (
    db
      .selectFrom('transactions as row')
      .select(['row.id', 'row.account_id', 'row.date', 'row.created_at', 'row.updated_at', 'row.transfer_id'])
      .where('row.user_id', '=', key.user_id)
      // Leads SQLite to the index of transfers.
      .where('row.transfer_id', '>', '')
      .where('row.transfer_id', 'in', linesToUndo(db, key).transfers)
  );
}

/**
 * The transactions that an undo of an import removes or changes. The existing side of a transfer is left out unless it was
 * changed since: an undo only separates it.
 */
export async function findToTakeBack(db: Db, { user_id, id }: Key) {
  const rows = () =>
    db
      .selectFrom('transactions as row')
      .select(['row.id', 'row.account_id', 'row.date', 'row.created_at', 'row.updated_at'])
      .where('row.user_id', '=', user_id);
  const { lines, made } = linesToUndo(db, { user_id, id });
  const changing = lines().where('line.before', 'is not', null);
  const kept = await changing
    .select(['line.matched_id', 'line.made_version'])
    .where('line.decision', '=', 'transfer')
    .execute();
  const asJoined = new Set(kept.map(({ matched_id, made_version }) => `${matched_id} ${made_version}`));
  // A number changes no balance.
  const moved = changing.where('line.why', 'is distinct from', 'numbered');
  const changed = await rows().where('row.id', 'in', moved.select('line.matched_id')).execute();
  return [
    ...(await rows().where('row.id', 'in', made).execute()),
    ...(await selectSidesMade(db, { user_id, id }).execute()),
    ...changed.filter(({ id, updated_at }) => !asJoined.has(`${id} ${updated_at}`)),
  ];
}

/** Transactions of an import that were changed since: created ones, both sides of transfers, and merged ones. */
export async function findTouched(
  db: Db,
  { user_id, id }: Key,
): Promise<Pick<TransactionRow, 'id' | 'created_at' | 'updated_at' | 'transfer_id'>[]> {
  const rows = () =>
    db
      .selectFrom('transactions as row')
      .select(['row.id', 'row.created_at', 'row.updated_at', 'row.transfer_id'])
      .where('row.user_id', '=', user_id);
  const { lines, made } = linesToUndo(db, { user_id, id });
  const isTouched = sql<boolean>`row.updated_at <> row.created_at`;
  const changed = await lines()
    .where('line.before', 'is not', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('transactions as other')
          .select('other.id')
          .whereRef('other.user_id', '=', 'line.user_id')
          .whereRef('other.id', '=', 'line.matched_id')
          .whereRef('other.updated_at', '<>', 'line.made_version'),
      ),
    )
    .select('line.matched_id')
    .execute();
  const ids = changed.flatMap(({ matched_id }) => matched_id ?? []);
  const touched = [
    ...(await rows().where('row.id', 'in', made).where(isTouched).execute()),
    ...(await selectSidesMade(db, { user_id, id }).where(isTouched).execute()),
    ...(await rows()
      .where(isAmong(db, sql.ref('row.id'), ids))
      .execute()),
  ];
  return [...new Map(touched.map((row) => [row.id, row])).values()];
}

/**
 * The lines of all carried out imports that created these transactions (`makers`), or changed or recognized them
 * (`others`).
 */
export async function findLinesOf(
  db: Db,
  userId: string,
  ids: readonly string[],
): Promise<{ makers: ImportedLineRow[]; others: ImportedLineRow[] }> {
  const made = ids.flatMap((id) => [id, sideIdOf(id)]);
  const makers = await carriedLines(db, userId)
    .where('line.decision', 'in', ['import', 'transfer'])
    .where(isAmong(db, sql.ref('line.made_id'), made))
    .execute();
  const others = await carriedLines(db, userId)
    .where(isAmong(db, sql.ref('line.matched_id'), ids))
    .execute();
  return { makers, others };
}

const CARRIED_OUT = ['running', 'done', 'failed'] as const;

function carriedLines(db: Db, userId: string) {
  return db
    .selectFrom('bank_import_rows as line')
    .innerJoin('bank_imports as file', (join) =>
      join.onRef('file.user_id', '=', 'line.user_id').onRef('file.id', '=', 'line.import_id'),
    )
    .selectAll('line')
    .where('line.user_id', '=', userId)
    .where(({ or, and, eb }) =>
      or([
        eb('file.status', 'in', CARRIED_OUT),
        and([eb('file.status', '=', 'preview'), eb('line.stage', '<', eb.ref('file.stage'))]),
      ]),
    );
}

/** The lines of imports that were undone since an instant whose transactions are there, because they left the trash. */
export async function findLinesOfRestored(db: Db, userId: string, since: string): Promise<ImportedLineRow[]> {
  const files = await db
    .selectFrom('bank_imports')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'undone')
    .where('undone_at', '>=', since)
    .execute();
  // Usually there is none, and a join would read the lines of all others.
  if (files.length === 0) return [];
  return selectLinesOfRestored(
    db,
    userId,
    files.map(({ id }) => id),
  ).execute();
}

/** The lines of these imports whose transactions are there. */
export function selectLinesOfRestored(db: Db, userId: string, files: readonly string[]) {
  return db
    .selectFrom('bank_import_rows as line')
    .selectAll('line')
    .where('line.user_id', '=', userId)
    .where('line.import_id', 'in', files)
    .where('line.decision', '!=', 'leave_out')
    .where(({ or, and, eb, exists, selectFrom }) => {
      const there = (column: 'line.made_id' | 'line.matched_id') =>
        exists(
          selectFrom('transactions as row')
            .select('row.id')
            .whereRef('row.user_id', '=', 'line.user_id')
            .whereRef('row.id', '=', column),
        );
      return or([
        and([eb('line.decision', '!=', 'merge'), there('line.made_id')]),
        and([eb('line.before', 'is not', null), there('line.matched_id')]),
      ]);
    });
}

/** The lines of other carried out imports that recognized these transactions unchanged, those of earlier imports first. */
export async function findShowing(db: Db, key: Key, ids: readonly string[]): Promise<ImportedLineRow[]> {
  // Of a first file there is none, and each transaction would be looked up.
  if (!(await hasOtherCarriedOut(db, key))) return [];
  const lines = await selectShowing(db, key, ids).execute();
  return lines.toSorted((one, other) =>
    one.import_id === other.import_id ? one.number - other.number : one.import_id < other.import_id ? -1 : 1,
  );
}

async function hasOtherCarriedOut(db: Db, { user_id, id }: Key): Promise<boolean> {
  const file = await db
    .selectFrom('bank_imports')
    .select('id')
    .where('user_id', '=', user_id)
    .where('id', '!=', id)
    .where(({ or, eb }) => or([eb('status', 'in', CARRIED_OUT), eb('stage', '>', 0)]))
    .limit(1)
    .executeTakeFirst();
  return file !== undefined;
}

/** In no order: SQLite would read all lines of a person in that order, instead of looking these up. */
export function selectShowing(db: Db, { user_id, id }: Key, ids: readonly string[]) {
  return carriedLines(db, user_id)
    .where(isAmong(db, sql.ref('line.matched_id'), ids))
    .where('line.import_id', '!=', id)
    .where('line.decision', '=', 'leave_out')
    .where('line.state', 'in', ['matched', 'probable']);
}

/** The lines of the latest stage of an import that changed the day or the amount of existing transactions. */
export function findMerged(db: Db, { user_id, id, stage }: Pick<BankImportRow, 'user_id' | 'id' | 'stage'>) {
  return linesOf(db, user_id, id)
    .select(['matched_id', 'before', 'date'])
    .where('decision', '=', 'merge')
    .where('before', 'is not', null)
    .where('stage', '=', stage)
    .where('why', 'is distinct from', 'numbered')
    .execute();
}

/** The ids of the transactions that an import changed. */
export async function findChangedIds(db: Db, { user_id, id }: Key): Promise<string[]> {
  const rows = await linesOf(db, user_id, id).select('matched_id').where('before', 'is not', null).execute();
  return rows.flatMap(({ matched_id }) => matched_id ?? []);
}

/** Whether an import has changed transactions that were there. */
export async function hasChanged(db: Db, { user_id, id }: Key): Promise<boolean> {
  const lines = linesOf(db, user_id, id).select('number').where('before', 'is not', null);
  return (await lines.limit(1).executeTakeFirst()) !== undefined;
}

/** The ids of the transactions that an import created. */
export async function findMadeIds(db: Db, userId: string, importId: string): Promise<string[]> {
  const rows = await linesOf(db, userId, importId)
    .select('made_id')
    .where('decision', 'in', ['import', 'transfer'])
    .execute();
  return rows.map(({ made_id }) => made_id);
}

/** Lines of the same import that changed transactions of these lines, or created those that these lines changed. */
export async function findLinesJoined(
  db: Db,
  userId: string,
  lines: readonly ImportedLineRow[],
): Promise<ImportedLineRow[]> {
  const [first] = lines;
  if (!first) return [];
  const bothOf = (id: string) => [id, sideIdOf(id)];
  const changed = lines.flatMap(({ before, matched_id }) =>
    before === null || matched_id === null ? [] : bothOf(matched_id),
  );
  const made = lines.flatMap(({ made_id }) => bothOf(made_id));
  const changing = await selectChanging(db, userId, first.import_id, made).execute();
  if (changed.length === 0) return changing;
  const making = linesOf(db, userId, first.import_id).where(isAmong(db, sql.ref('made_id'), changed));
  return [...changing, ...(await making.selectAll().execute())];
}

/** The lines of an import that have changed one of these transactions, each looked up. */
export function selectChanging(db: Db, userId: string, importId: string, ids: readonly string[]) {
  return (
    linesOf(db, userId, importId)
      .selectAll()
      .where('before', 'is not', null)
      // As in their index.
      .where('matched_id', 'is not', null)
      .where(isAmong(db, sql.ref('matched_id'), ids))
  );
}
