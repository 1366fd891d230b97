import type { CategoryRow } from '../../db/tables.ts';
import { inTransaction } from '../../db/transact.ts';
import { fits, OTHER_TYPE } from '../categories/read.ts';
import type { Reading, Writing } from '../context.ts';
import { DomainError, type FieldError, invalid } from '../error.ts';
import { isReserved } from '../ledger/reserved-categories.ts';
import { findBatch, findWork, storeBatches, updateWork } from '../long-work/long-work.queries.ts';
import { throttled } from '../long-work/long-work.ts';
import { textColumns } from '../transactions/fields.ts';
import {
  contentOf,
  type ImportState,
  isRowState,
  NOTHING_LEFT_OUT,
  ROWS_IN_BATCH,
  readImport,
  type StagedHead,
  type StagedRow,
  withContent,
} from './account-imports.ts';
import { rowsAround, stateOfRow } from './list-rows.ts';

/** Decisions about rows by their index in the file; missing ones stay as they are. */
interface StagedDecision {
  index?: number | undefined;
  decision?: string | undefined;
  categoryId?: string | null | undefined;
  merchant_name?: string | null | undefined;
  description?: string | undefined;
  /** A row stays in its account, and is joined with nothing. */
  accountId?: string | undefined;
  transferAccountId?: string | undefined;
}

interface Sent {
  decisions?: readonly StagedDecision[] | undefined;
  /** What is known to be wrong with each decision, which then lacks the invalid fields. */
  refused?: FieldError[][] | undefined;
  state?: string | undefined;
  decision?: string | undefined;
}

/** @throws DomainError CONFLICT (409) once it was carried out */
export function requireWaiting({ state }: ImportState): void {
  if (state !== 'checked') throw new DomainError('CONFLICT', 409, { message: 'import:carriedOut' });
}

/**
 * Changes what becomes of rows of an account's file that waits: some of them, or all of a state. Both sides of a
 * transfer stay out together.
 * @throws DomainError NOT_FOUND, CONFLICT (409) once it was carried out, VALIDATION_ERROR that names each invalid field,
 * after which nothing has changed
 */
export async function decideRows(context: Writing, id: string, sent: Sent): Promise<void> {
  const file = await readImport(context, id);
  requireWaiting(file);
  const changes = await changesOf(context, file, sent);
  const { state, decision } = sent;
  const isOf = (row: StagedRow) => state !== undefined && stateOfRow(row) === state;
  const last = Math.ceil(file.summary.transactions / ROWS_IN_BATCH);
  for (let number = 1; number <= last; number += 1) {
    const first = (number - 1) * ROWS_IN_BATCH;
    const isTouched =
      state !== undefined || changes.some(({ at }) => at >= first && at < first + ROWS_IN_BATCH);
    if (isTouched)
      await throttled(() =>
        changeBatch(context, id, number, (row, index) => {
          const all = isOf(row) ? withDecision(row, decision) : row;
          return changes
            .filter(({ at }) => at === first + index)
            .reduce((now, each) => each.change(now), all);
        }),
      );
  }
}

interface Change {
  at: number;
  change: (row: StagedRow) => StagedRow;
}

const withDecision = ({ isLeftOut, ...row }: StagedRow, decision: string | undefined): StagedRow =>
  decision === 'leave_out' || (decision === undefined && isLeftOut) ? { ...row, isLeftOut: true } : row;

async function changesOf(
  context: Reading,
  { id, summary }: ImportState,
  { decisions = [], refused = [], state, decision }: Sent,
): Promise<Change[]> {
  const errors: FieldError[] = [];
  if (decision !== undefined && !isPossible(state ?? '', decision))
    errors.push({ field: 'decision', message: 'import:impossible' });
  const categories = await categoriesOf(context, id);
  const changes: Change[] = [];
  const last = Math.ceil(summary.transactions / ROWS_IN_BATCH) - 1;
  for (const [position, one] of decisions.entries()) {
    const { index = -1, accountId, transferAccountId, ...said } = one;
    const { rows, otherOf } =
      index >= 0 && index < summary.transactions
        ? await rowsAround(context, id, Math.floor(index / ROWS_IN_BATCH), last)
        : { rows: [], otherOf: () => undefined };
    const row = rows.find(({ number }) => number === index);
    const wrong: FieldError[] = [...(refused[position] ?? [])];
    if (!row && one.index !== undefined) wrong.push({ field: 'index', message: 'errors:valueInvalid' });
    for (const [field, value] of Object.entries({ accountId, transferAccountId }))
      if (value !== undefined) wrong.push({ field, message: 'import:impossible' });
    if (row) wrong.push(...errorsOf(row, said, categories));
    errors.push(...wrong.map((error) => ({ ...error, field: `decisions.${position}.${error.field}` })));
    if (!row || wrong.length > 0) continue;
    changes.push({ at: index, change: (before) => changed(before, said) });
    const other = otherOf(row);
    if (other) changes.push({ at: other.number, change: (before) => withDecision(before, said.decision) });
  }
  if (errors.length > 0) throw invalid(...errors);
  return changes;
}

const isPossible = (state: string, decision: string) =>
  decision === 'leave_out' ||
  (isRowState(state) && decision === (state === 'transfer' ? 'transfer' : 'import'));

function errorsOf(
  row: StagedRow,
  { decision, categoryId }: StagedDecision,
  categories: ReadonlyMap<string, Pick<CategoryRow, 'type'>>,
): FieldError[] {
  const errors: FieldError[] = [];
  if (decision !== undefined && !isPossible(stateOfRow(row), decision))
    errors.push({ field: 'decision', message: 'import:impossible' });
  const category = categories.get(categoryId ?? '');
  if (categoryId === undefined) return errors;
  if (isReserved(row.category_id)) errors.push({ field: 'categoryId', message: 'import:impossible' });
  else if (categoryId !== null && (!category || isReserved(categoryId)))
    errors.push({ field: 'categoryId', message: 'errors:categoryMissing' });
  else if (!fits(category, row.type)) errors.push(OTHER_TYPE);
  return errors;
}

function changed(before: StagedRow, { decision, ...said }: StagedDecision): StagedRow {
  const { categoryId: category_id = before.category_id, merchant_name = before.merchant_name } = said;
  const { description = before.description } = said;
  const row = { ...before, category_id, merchant_name, description };
  return withDecision({ ...row, ...textColumns(row) }, decision);
}

async function categoriesOf({ db, viewer }: Reading, id: string): Promise<Map<string, CategoryRow>> {
  const head = await findBatch(db, { user_id: viewer.id, id }, 0);
  const { categories = [] }: Partial<StagedHead> = head ? JSON.parse(head.content) : {};
  return new Map(categories.map((row) => [row.id, row as CategoryRow]));
}

function changeBatch(
  { db, viewer }: Writing,
  id: string,
  number: number,
  change: (row: StagedRow, index: number) => StagedRow,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const key = { user_id: viewer.id, id };
    const work = await findWork(tx, key);
    const batch = await findBatch(tx, key, number);
    if (!work || !batch || work.started_at !== null)
      throw new DomainError('CONFLICT', 409, { message: 'import:carriedOut' });
    const before: StagedRow[] = JSON.parse(batch.content);
    const after = before.map(change);
    const { leftOut = NOTHING_LEFT_OUT } = contentOf(work);
    const counted = { ...leftOut };
    for (const [index, row] of after.entries())
      counted[stateOfRow(row)] += Number(row.isLeftOut === true) - Number(before[index]?.isLeftOut === true);
    await storeBatches(tx, [{ ...batch, content: JSON.stringify(after) }]);
    await updateWork(tx, { ...key, ...withContent(work, { leftOut: counted }) });
  });
}
