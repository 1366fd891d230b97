import type { Db } from '../../db/open.ts';
import type { BankImportRow } from '../../db/tables.ts';
import { inTransaction, type Tx } from '../../db/transact.ts';
import { DomainError, notFound } from '../error.ts';
import { findImport, findLocked } from './imports.queries.ts';

interface Owner<Database extends Db = Db> {
  db: Database;
  viewer: { id: string };
}

const conflict = (message: 'import:carriedOut' | 'import:unanswered' | 'import:readAgain') =>
  new DomainError('CONFLICT', 409, { message });

/** An import that can still be changed. @throws DomainError NOT_FOUND, CONFLICT (409) */
export async function requireOpen({ db, viewer }: Owner, id: string): Promise<BankImportRow> {
  return whereOpen(await findImport(db, viewer.id, id));
}

function whereOpen(row: BankImportRow | undefined): BankImportRow {
  if (!row) throw notFound();
  if (row.status !== 'needs_mapping' && row.status !== 'preview') throw conflict('import:carriedOut');
  return row;
}

/**
 * An import that nobody else changes until the database transaction ends. Whoever changes the rows of a preview or
 * carries it out asks here first, so that what is carried out is what is stored.
 * @throws DomainError NOT_FOUND
 */
export async function lockImport({ db, viewer }: Owner<Tx>, id: string): Promise<BankImportRow> {
  const row = await findLocked(db, { user_id: viewer.id, id });
  if (!row || row.status === 'reading') throw notFound();
  return row;
}

/** As `lockImport`, one whose file can be read again. @throws DomainError NOT_FOUND, CONFLICT (409) */
export async function lockOpen(owner: Owner<Tx>, id: string): Promise<BankImportRow> {
  return whereOpen(await lockImport(owner, id));
}

/** Only what is shown can be decided about. @throws DomainError CONFLICT (409) */
export function requireShown({ status }: BankImportRow): void {
  if (status === 'needs_mapping') throw conflict('import:unanswered');
}

/**
 * A step, in a database transaction of its own, of what takes too long for one: it only happens while the import is as
 * the work found it.
 * @throws DomainError NOT_FOUND once it is deleted, CONFLICT (409) once its file is read again or it is carried out
 */
export function whileUnchanged<Result>(
  { db }: { db: Db },
  row: Pick<BankImportRow, 'user_id' | 'id' | 'status' | 'work_id'>,
  step: (tx: Tx, latest: BankImportRow) => Promise<Result>,
): Promise<Result> {
  return inTransaction(db, async (tx) => {
    const latest = await findLocked(tx, row);
    if (!latest || (latest.status === 'reading' && row.status !== 'reading')) throw notFound();
    if (latest.status === row.status && latest.work_id === row.work_id) return step(tx, latest);
    whereOpen(latest);
    throw conflict('import:readAgain');
  });
}
