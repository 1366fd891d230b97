import type { BankImportRow, ImportedLineRow } from '../../../db/tables.ts';
import type { Reading, Writing } from '../../context.ts';
import { newIdAt } from '../../id.ts';
import { countRules } from '../../rules/outcomes.ts';
import { pauseIfDue } from '../../throttle.ts';
import { type FileLine, isSkipped, type RowError, type SkipReason } from '../bank-file.ts';
import { insertLines, linesAtOnce } from '../lines.queries.ts';
import { whileUnchanged } from '../lock-import.ts';
import { findSeen } from '../matching/existing.queries.ts';
import { defaultDecision, firstStage, NO_MATCH } from './default-decision.ts';
import type { Planned } from './plan.ts';
import type { PlacedFile, PlannedRow } from './planned.ts';
import { categoriesFor } from './row-categories.ts';

/** Stores the rows of a file, and the lines that are no rows, in the order of the file. */
export async function storeLines(
  context: Writing,
  row: BankImportRow,
  { rows, file }: Planned,
): Promise<void> {
  const { now } = context;
  const { user_id, id: import_id } = row;
  const withdrawn = await findWithdrawn(context, file);
  const categoryOf = await categoriesFor(context);
  await pauseIfDue();
  const entries: Entry[] = [...rows, ...file.skipped, ...file.errors];
  const sheets = new Map([...new Set(entries.map(sheetOf))].map((sheet, index) => [sheet, index]));
  entries.sort(
    (one, other) =>
      (sheets.get(sheetOf(one)) ?? 0) - (sheets.get(sheetOf(other)) ?? 0) || numberOf(one) - numberOf(other),
  );
  await pauseIfDue();
  const columnsOf = (entry: Entry): Columns => {
    if (!('content' in entry)) {
      const matched_id = withdrawn.get(entry.externalId ?? '') ?? null;
      return isSkipped(entry) ? { ...noRow(entry, 'skipped'), matched_id } : noRow(entry, 'error');
    }
    return {
      ...entry.content,
      ...defaultDecision(entry),
      account_id: entry.account.id,
      ...(entry.madeId && { made_id: entry.madeId }),
      ...categoryOf(entry),
    };
  };
  const atOnce = linesAtOnce(context.db);
  for (let from = 0; from < entries.length; from += atOnce) {
    const some = entries.slice(from, from + atOnce).map((entry, index) => {
      const columns = columnsOf(entry);
      return {
        user_id,
        import_id,
        number: from + index,
        made_id: newIdAt(now, from + index),
        bank_description: null,
        made_version: null,
        before: null,
        ...columns,
        stage: firstStage(file.kind, columns, 'content' in entry && entry.isLocked),
      };
    });
    // One commit, instead of one for each statement.
    await whileUnchanged(context, row, (tx) => insertLines(tx, some));
    await pauseIfDue();
  }
  await countRules(
    context,
    rows.flatMap(({ outcome }) => outcome?.ids ?? []),
  );
}

type Entry = PlannedRow | FileLine<SkipReason> | FileLine<RowError>;

const sheetOf = (entry: Entry) => ('content' in entry ? entry.hints.sheet : entry.sheet);
const numberOf = (entry: Entry) => ('content' in entry ? entry.content.line : entry.line);

/** Transactions of earlier files whose rows the bank withdraws now, by the bank's id. */
async function findWithdrawn(
  { db, viewer }: Reading,
  { skipped, found, main }: PlacedFile,
): Promise<ReadonlyMap<string, string>> {
  const ids = skipped.flatMap(({ externalId }) => externalId ?? []);
  const accounts = [main, ...found.map(({ account_id }) => account_id)];
  const withdrawn = new Map<string, string>();
  for await (const line of findSeen(db, viewer.id, null, ids))
    if (line.external_id !== null && accounts.includes(line.account_id))
      withdrawn.set(line.external_id, line.transaction_id);
  return withdrawn;
}

type Columns = Omit<
  ImportedLineRow,
  'user_id' | 'import_id' | 'number' | 'stage' | 'bank_description' | 'made_id' | 'made_version' | 'before'
> & { made_id?: string };

export const textOfNoRow = (text: string): string => text.replaceAll('\0', '').toWellFormed().slice(0, 200);

function noRow(
  { line, text = '', reason }: FileLine<SkipReason | RowError>,
  state: 'skipped' | 'error',
): Columns {
  return {
    ...NO_MATCH,
    line,
    state,
    decision: 'leave_out',
    date: '',
    charge_date: null,
    amount: 0,
    currency: null,
    type: 'expense',
    description: textOfNoRow(text),
    merchant_name: null,
    notes: null,
    category_id: null,
    category_source: null,
    account_id: null,
    external_id: null,
    corrects: null,
    original_amount: null,
    original_currency: null,
    rate: null,
    installment_n: null,
    installment_total: null,
    installment_price: null,
    payments_end: null,
    is_pending: 0,
    why: reason,
  };
}
