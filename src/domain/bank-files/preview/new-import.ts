import type { BankImportRow, ImportedLineRow } from '../../../db/tables.ts';
import type { Writing } from '../../context.ts';
import { newId } from '../../id.ts';
import { beginningOf } from '../../letters.ts';
import type { BankFile } from '../bank-file.ts';
import { deleteImport, insertImport, updateImport } from '../imports.queries.ts';
import { whileUnchanged } from '../lock-import.ts';
import type { ImportOutcome } from '../outcome.ts';
import { keepChoices } from './keep-choices.ts';
import { minorOf } from './lines.ts';
import type { Planned } from './plan.ts';
import { storeLines } from './store-lines.ts';

/** In letters. */
const FILE_NAME_MAX = 255;

export const fileName = (name: string) =>
  beginningOf(name.replaceAll('\0', '').toWellFormed(), FILE_NAME_MAX);

export function newImport(
  { viewer, now }: Pick<Writing, 'viewer' | 'now'>,
  name: string,
  {
    kind,
    currency,
    question,
    closingBalance: closing,
  }: Pick<BankFile, 'currency' | 'question' | 'closingBalance'> & { kind: string },
): BankImportRow {
  return {
    user_id: viewer.id,
    id: newId(now),
    file_name: fileName(name),
    kind,
    status: 'reading',
    account_id: null,
    currency,
    period_from: null,
    period_to: null,
    counts: '{}',
    income: 0,
    expenses: 0,
    closing_balance: closing === undefined ? null : minorOf(closing),
    ambiguous: '[]',
    file_accounts: '[]',
    question: question ? JSON.stringify(question) : null,
    hash: '',
    is_again: 0,
    stage: 0,
    revision: null,
    outcome: '{}',
    work_id: null,
    created_at: now.toISOString(),
    done_at: null,
    undone_at: null,
  };
}

/** Inserts an import and fills it; deletes it if that fails. */
export async function fillNewImport<Result>(
  { db }: Writing,
  row: BankImportRow,
  work: () => Promise<Result>,
): Promise<Result> {
  await insertImport(db, row);
  try {
    return await work();
  } catch (error) {
    await deleteImport(db, row);
    throw error;
  }
}

/**
 * Stores the planned rows of an import, which can then be carried out.
 * @param decided its lines with a person's choices before, if it was read before
 * @throws DomainError as `whileUnchanged` does
 */
export async function fill(
  context: Writing,
  row: BankImportRow,
  planned: Planned,
  decided: readonly ImportedLineRow[] = [],
): Promise<BankImportRow> {
  const { revision, counts, income, expenses, differences } = planned;
  await storeLines(context, row, planned);
  const after: BankImportRow = {
    ...row,
    status: 'preview',
    counts: JSON.stringify(counts),
    income,
    expenses,
    revision,
    outcome: JSON.stringify({ ...JSON.parse(row.outcome), differences } satisfies ImportOutcome),
  };
  await whileUnchanged(context, row, async (tx) => {
    await keepChoices(tx, row, decided);
    await updateImport(tx, after);
  });
  return after;
}
