import type { BankImportRow, CategoryRow, ImportedLineRow } from '../../db/tables.ts';
import { inTransaction } from '../../db/transact.ts';
import { categoriesById, fits, OTHER_TYPE } from '../categories/read.ts';
import type { Writing } from '../context.ts';
import { type FieldError, invalid } from '../error.ts';
import { isReserved } from '../ledger/reserved-categories.ts';
import { accountError, accountsById } from '../money-accounts/read.ts';
import { decideAll, findLinesNumbered, type LineState, updateLines } from './bank-files.queries.ts';
import { requireOpen } from './preview.ts';

type Decision = ImportedLineRow['decision'];

/** What a person decides about a row; missing fields stay, and null clears. */
export interface RowDecision {
  index: number;
  decision?: Decision | undefined;
  categoryId?: string | null | undefined;
  merchant_name?: string | null | undefined;
  description?: string | undefined;
  /** The account that the row belongs to. */
  accountId?: string | undefined;
  /** The other account of a transfer. */
  transferAccountId?: string | undefined;
}

/**
 * Changes what becomes of rows: some of them, or all of a state that can become that.
 * @throws DomainError NOT_FOUND, CONFLICT (409) once it was carried out, VALIDATION_ERROR that names the row, after
 * which nothing has changed
 */
export function changeDecisions(
  context: Writing,
  id: string,
  input: {
    decisions?: RowDecision[] | undefined;
    state?: LineState | undefined;
    decision?: Decision | undefined;
  },
): Promise<BankImportRow> {
  return inTransaction(context.db, async (tx) => {
    const inside = { ...context, db: tx };
    const { viewer } = context;
    const row = await requireOpen(inside, id);
    const { decisions = [], state, decision } = input;
    if (state !== undefined && decision !== undefined)
      await decideAll(tx, viewer.id, id, { state, stage: row.stage, decision });
    const lines = new Map(
      (
        await findLinesNumbered(
          tx,
          viewer.id,
          id,
          decisions.map(({ index }) => index),
        )
      ).map((line) => [line.number, line]),
    );
    const known = { categories: await categoriesById(inside), accounts: await accountsById(inside) };
    const errors: FieldError[] = [];
    for (const [place, sent] of decisions.entries()) {
      const line = lines.get(sent.index);
      const changed = line ? decide(line, sent, row, known) : NO_LINE;
      if ('message' in changed) errors.push({ ...changed, field: `decisions.${place}.${changed.field}` });
      else lines.set(sent.index, changed);
    }
    if (errors.length > 0) throw invalid(...errors);
    await updateLines(tx, [...lines.values()]);
    return row;
  });
}

const NO_LINE: FieldError = { field: 'index', message: 'errors:valueInvalid' };
const IMPOSSIBLE: FieldError = { field: 'decision', message: 'import:impossible' };

interface KnownParts {
  categories: ReadonlyMap<string, CategoryRow>;
  accounts: Awaited<ReturnType<typeof accountsById>>;
}

function decide(
  line: ImportedLineRow,
  sent: RowDecision,
  { stage }: BankImportRow,
  { categories, accounts }: KnownParts,
): ImportedLineRow | FieldError {
  if (line.stage < stage) return NO_LINE;
  const after = { ...line };
  if (sent.description !== undefined) after.description = sent.description;
  if (sent.merchant_name !== undefined) after.merchant_name = sent.merchant_name;
  if (sent.categoryId !== undefined) {
    const category = categories.get(sent.categoryId ?? '');
    if (sent.categoryId !== null && (!category || isReserved(category.id)))
      return { field: 'categoryId', message: 'errors:categoryMissing' };
    if (!fits(category, line.type)) return OTHER_TYPE;
    after.category_id = category?.id ?? null;
    after.category_source = 'person';
  }
  for (const [field, column] of [
    ['accountId', 'account_id'],
    ['transferAccountId', 'other_account_id'],
  ] as const) {
    const id = sent[field];
    if (id === undefined) continue;
    const error = accountError(accounts.get(id));
    if (error) return { ...error, field };
    // What was found in the other account is not in this one.
    if (after[column] !== id && after.state === 'transfer') after.matched_id = null;
    after[column] = id;
  }
  if (sent.decision !== undefined) after.decision = sent.decision;
  return isPossible(after) ? after : IMPOSSIBLE;
}

/** A line that is no row is left out; a transfer has another account, and what is merged something to merge with. */
function isPossible({ decision, date, state, matched_id, account_id, other_account_id }: ImportedLineRow) {
  if (decision === 'leave_out') return true;
  if (date === '' || state === 'error') return false;
  if (decision === 'merge') return matched_id !== null && state !== 'transfer';
  if (decision === 'transfer') return other_account_id !== null && other_account_id !== account_id;
  return true;
}
