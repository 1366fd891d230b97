import { type ExpressionBuilder, sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { BankImportRow, ImportedLineRow, Tables } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';
import { couldBeId } from '../id.ts';
import { isMovedBy, NAMED_BY_IMPORTS } from '../ledger/trashed-accounts.queries.ts';
import { deleteLines, type Key } from './lines.queries.ts';

export async function insertImport(db: Db, row: BankImportRow): Promise<void> {
  await db.insertInto('bank_imports').values(row).execute();
}

export async function updateImport(
  db: Db,
  { user_id, id, ...changes }: Key & Partial<BankImportRow>,
): Promise<void> {
  await db
    .updateTable('bank_imports')
    .set(changes)
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .execute();
}

/** Not while it is read. */
export async function findImport(db: Db, userId: string, id: string): Promise<BankImportRow | undefined> {
  if (!couldBeId(id)) return undefined;
  return db
    .selectFrom('bank_imports')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('status', '!=', 'reading')
    .executeTakeFirst();
}

/**
 * Reads an import, also one that is being read, and keeps others from changing it until the database transaction ends:
 * both engines lock a row that is written.
 */
export async function findLocked(tx: Tx, { user_id, id }: Key): Promise<BankImportRow | undefined> {
  if (!couldBeId(id)) return undefined;
  return tx
    .updateTable('bank_imports')
    .set(({ ref }) => ({ status: ref('status') }))
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** The newest first. */
export function findImports(
  db: Db,
  userId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<BankImportRow[]> {
  return db
    .selectFrom('bank_imports')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', '!=', 'reading')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** Those that wait and will add an account, the oldest first. */
export function findWithNewAccounts(db: Db, userId: string): Promise<Pick<BankImportRow, 'file_accounts'>[]> {
  return db
    .selectFrom('bank_imports')
    .select('file_accounts')
    .where('user_id', '=', userId)
    .where('status', 'in', ['needs_mapping', 'preview'])
    .where('file_accounts', 'like', '%"made":{%')
    .orderBy('id')
    .execute();
}

/** @param after only those with a later id */
export async function countImports(db: Db, userId: string, after = ''): Promise<number> {
  const row = await db
    .selectFrom('bank_imports')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('status', '!=', 'reading')
    .where('id', '>', after)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** The last day that the files of some accounts cover which were carried out; null for none. */
export async function findLastPeriod(
  db: Db,
  userId: string,
  accounts: readonly string[],
): Promise<string | null> {
  const row = await db
    .selectFrom('bank_imports')
    .select(({ fn }) => fn.max<string | null>('period_to').as('end'))
    .where('user_id', '=', userId)
    .where('account_id', 'in', ['', ...accounts])
    .where('status', '=', 'done')
    .executeTakeFirst();
  return row?.end ?? null;
}

/** The import that carried out the same file, if it still exists. */
export function findCarriedOut(db: Db, userId: string, hash: string): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('bank_imports')
    .select('id')
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
    .where('status', 'in', ['running', 'done'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Deletes an import with its lines and its file. It is hidden first, and its lines are deleted in batches; if the process
 * ends, the clean-up deletes the rest like an unfinished reading.
 */
export async function deleteImport(db: Db, { user_id, id }: Key): Promise<void> {
  await updateImport(db, { user_id, id, status: 'reading' });
  await deleteLines(db, { user_id, id });
  await db.deleteFrom('bank_imports').where('user_id', '=', user_id).where('id', '=', id).execute();
}

/** Imports that were abandoned: unread since an instant, or not carried out since an earlier one. */
export function findForgotten(
  db: Db,
  { reading, waiting }: { reading: string; waiting: string },
): Promise<Key[]> {
  return (
    db
      .selectFrom('bank_imports')
      .select(['user_id', 'id'])
      .where('done_at', 'is', null)
      .where('created_at', '<', reading)
      // An import that was carried out in part can be undone as long as it exists.
      .where('stage', '=', 0)
      .where(({ eb, or, and }) =>
        or([
          eb('status', '=', 'reading'),
          and([eb('created_at', '<', waiting), eb('status', 'in', ['needs_mapping', 'preview'])]),
        ]),
      )
      .limit(100)
      .execute()
  );
}

export async function storeFile(db: Db, user_id: string, import_id: string, content: Uint8Array) {
  await db.insertInto('bank_import_files').values({ user_id, import_id, content }).execute();
}

export async function findFile(db: Db, userId: string, importId: string): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom('bank_import_files')
    .select('content')
    .where('user_id', '=', userId)
    .where('import_id', '=', importId)
    .executeTakeFirst();
  return row?.content;
}

export async function deleteFile(db: Db, userId: string, importId: string): Promise<void> {
  await db
    .deleteFrom('bank_import_files')
    .where('user_id', '=', userId)
    .where('import_id', '=', importId)
    .execute();
}

/** The latest import, but for one, of rows that programs sent and that were carried out. */
export function findSent(db: Db, userId: string, except: string): Promise<BankImportRow | undefined> {
  return db
    .selectFrom('bank_imports')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '=', 'api')
    .where('id', '!=', except)
    .where(({ eb, or, and }) =>
      or([eb('status', '=', 'done'), and([eb('status', '=', 'preview'), eb('stage', '>', 0)])]),
    )
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Moves imports of a removed account to another one.
 * @param movedBy the deletion that is undone: only what it moved is moved back
 */
export async function moveImportsTo(
  tx: Tx,
  userId: string,
  { from, to, movedBy }: { from: string; to: string; movedBy?: string },
): Promise<void> {
  for (const { table, column, id } of NAMED_BY_IMPORTS) {
    const isMoved = movedBy === undefined ? sql`` : sql`and ${isMovedBy(userId, movedBy, id)}`;
    await sql`
      update ${sql.table(table)} set ${sql.ref(column)} = ${to}
      where user_id = ${userId} and ${sql.ref(column)} = ${from} ${isMoved}
    `.execute(tx);
  }
}

/** Whether an import is into one of these accounts, or a row of it that was so decided is, or moves money there. */
const isInto =
  (accounts: readonly string[], decisions?: readonly ImportedLineRow['decision'][]) =>
  ({ or, eb, exists, selectFrom }: ExpressionBuilder<Tables, 'bank_imports'>) =>
    or([
      eb('account_id', 'in', accounts),
      exists(
        selectFrom('bank_import_rows as line')
          .select('line.number')
          .whereRef('line.user_id', '=', 'bank_imports.user_id')
          .whereRef('line.import_id', '=', 'bank_imports.id')
          .$if(decisions !== undefined, (lines) => lines.where('line.decision', 'in', decisions ?? []))
          .where((line) =>
            line.or([line('line.account_id', 'in', accounts), line('line.other_account_id', 'in', accounts)]),
          ),
      ),
    ]);

/**
 * Asks again which accounts the files are of that wait for one of these: their amounts were read in its currency, where
 * they name none.
 */
export async function askAgain(tx: Tx, userId: string, accounts: readonly string[]): Promise<void> {
  await tx
    .updateTable('bank_imports')
    .set({
      status: 'needs_mapping',
      ambiguous: JSON.stringify(['account']),
      counts: '{}',
      income: 0,
      expenses: 0,
    })
    .where('user_id', '=', userId)
    .where('status', '=', 'preview')
    // Those name their currencies.
    .where('kind', 'not in', ['api', 'account'])
    .where(isInto(accounts))
    .execute();
}

/** The latest balance that a bank gave of an account in a file that was carried out. */
export function findLatestClosing(
  db: Db,
  userId: string,
  account: string,
  currency: string,
): Promise<Pick<BankImportRow, 'closing_balance' | 'period_to'> | undefined> {
  return db
    .selectFrom('bank_imports')
    .select(['closing_balance', 'period_to'])
    .where('user_id', '=', userId)
    .where('account_id', '=', account)
    .where('currency', '=', currency)
    .where('status', '=', 'done')
    .where('closing_balance', 'is not', null)
    .where('period_to', 'is not', null)
    .orderBy('period_to', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Among those that are in the person's accounts, or will be. */
export function findPlaced(
  db: Db,
  userId: string,
): Promise<Pick<BankImportRow, 'account_id' | 'file_accounts' | 'status'>[]> {
  return db
    .selectFrom('bank_imports')
    .select(['account_id', 'file_accounts', 'status'])
    .where('user_id', '=', userId)
    .where('status', 'in', ['needs_mapping', 'preview', 'running', 'done'])
    .execute();
}

/** Those that made or moved an opening balance and are not undone, the latest first. */
export function findMaking(
  db: Db,
  userId: string,
  field: 'id' | 'account',
  value: string,
): Promise<Pick<BankImportRow, 'user_id' | 'id' | 'outcome' | 'period_to' | 'done_at'>[]> {
  return db
    .selectFrom('bank_imports')
    .select(['user_id', 'id', 'outcome', 'period_to', 'done_at'])
    .where('user_id', '=', userId)
    .where('status', 'in', ['preview', 'running', 'done', 'failed'])
    .where('outcome', 'like', `%"${field}":"${value}"%`)
    .orderBy('id', 'desc')
    .execute();
}

/** Undone imports that had paid bills. */
export function findUndonePaying(db: Db, userId: string) {
  return db
    .selectFrom('bank_imports')
    .select('outcome')
    .where('user_id', '=', userId)
    .where('status', '=', 'undone')
    .where('outcome', 'like', '%"paid":%')
    .execute();
}

/** The earliest first. */
export function findDone(db: Db, userId: string) {
  return db
    .selectFrom('bank_imports')
    .select(['user_id', 'id', 'kind', 'account_id', 'file_accounts', 'done_at'])
    .where('user_id', '=', userId)
    .where('status', '=', 'done')
    .orderBy('done_at')
    .execute();
}

/** The latest other import that was carried out into an account, or that moved money to or from it. */
export function findOtherDone(
  db: Db,
  { user_id, id }: Key,
  account: string,
  kind?: string,
): Promise<BankImportRow | undefined> {
  return db
    .selectFrom('bank_imports')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('id', '!=', id)
    .where('status', '=', 'done')
    .$if(kind !== undefined, (rows) => rows.where('kind', '=', kind ?? ''))
    .where(isInto([account], ['import', 'transfer']))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}
