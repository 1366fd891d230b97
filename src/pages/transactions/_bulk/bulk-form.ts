import type { AstroGlobal } from 'astro';
import * as v from 'valibot';
import { type AmountStyle, amountStyle } from '../../../domain/amount-text.ts';
import { todayOf } from '../../../domain/calendar.ts';
import type { SignedIn } from '../../../domain/context.ts';
import { DomainError, isThere } from '../../../domain/error.ts';
import { type Batch, idsOf } from '../../../domain/long-work/long-work.ts';
import { skipUpcoming } from '../../../domain/recurring/occurrences/remove.ts';
import { requireFitting } from '../../../domain/transactions/bulk/change.ts';
import type { BulkChanges } from '../../../domain/transactions/bulk/schema.ts';
import {
  changeSelection,
  readBatches,
  readSelection,
  type Selection,
} from '../../../domain/transactions/bulk/selection.ts';
import { findEntry, readTransaction } from '../../../domain/transactions/read.ts';
import { removeTransaction } from '../../../domain/transactions/remove.ts';
import { transactionFormSchema } from '../../../domain/transactions/schema.ts';
import { outcomeOrProgress, showMessage } from '../../../http/pages/long-work.ts';
import { returnQuery, returnTo } from '../../../http/pages/return-to.ts';
import type { FormState } from '../../../http/pages/submit.ts';
import { doOnce, submit } from '../../../http/pages/submit.ts';
import { naming } from '../../../i18n/isolated.ts';
import { readAddress } from '../_list/list-address.ts';
import { readListQuery } from '../_list/list-query.ts';
import { changedMessage, changesInWords } from './messages.ts';

/** The names of the list's buttons for a selection; the destructive one is last. */
export const BULK_OPERATIONS = ['category', 'account', 'type', 'date', 'delete'] as const;

/** The prefix of the button that skips a row's occurrence; the row's id follows. */
export const SKIP = 'skip:';

/** The prefix of the button that deletes a row's transaction at once; the row's id follows. */
export const DELETE = 'delete:';

export const NO_CATEGORY = 'none';

export type BulkOperation = (typeof BULK_OPERATIONS)[number];

/**
 * Parses the submission of the list or of the confirmation. The selection is null if it is empty or by an invalid
 * filter; `filter` is null for a selection by ids.
 */
export async function readBulkForm({ locals }: AstroGlobal, context: SignedIn) {
  const { form } = locals;
  const text = (name: string) => {
    const value = form?.get(name);
    return typeof value === 'string' ? value : null;
  };
  const filter = text('filter');
  const ids = [...new Set((form?.getAll('ids') ?? []).map(String))];
  return {
    operation: BULK_OPERATIONS.find((operation) => operation === text('operation')),
    selection: filter === null ? (ids.length > 0 ? { ids } : null) : await byFilter(context, filter),
    filter,
    back: returnTo(text('return') ?? '/transactions'),
  };
}

// The list leaves an invalid filter out and reports it: here that would select more than the person saw.
async function byFilter(context: SignedIn, filter: string): Promise<Selection | null> {
  const params = readAddress(new URLSearchParams(filter), amountStyle(context.viewer));
  const { input, errors } = await readListQuery(context, params);
  return Object.keys(errors).length > 0 ? null : { filter: input };
}

export function submitBulk(
  page: AstroGlobal,
  context: SignedIn,
  { operation, back, selection }: { operation: BulkOperation; back: string; selection: Selection },
): Promise<FormState> {
  const today = todayOf(context);
  return submit(page, {
    schema: confirmationSchema(operation, today, amountStyle(context.viewer)),
    async handle({ expected, ...changes }) {
      const kind = operation === 'delete' ? 'delete' : 'update';
      const batches = await readBatches(context, selection);
      const name = expected === 1 ? await onlyName(context, selection) : undefined;
      const options = { expected, changes: kind === 'delete' ? null : changes };
      if (options.changes) await requireFitting(context, batches, options.changes);
      const { started, undoId } = await doOnce(page, context, {
        act: (inner) => changeSelection(inner, { selection, batches }, options),
        holds: async ({ started }) => 'id' in started || isAsChanged(context, batches, options.changes),
      });
      const outcome = await outcomeOrProgress(context, started, back);
      if ('to' in outcome) return outcome;
      const to = options.changes ? await changesInWords(context, options.changes, page.locals) : undefined;
      showMessage(page, changedMessage({ ...outcome, kind, undoId, name, to }, page.locals.t));
      return { to: back };
    },
  });
}

export async function skipRow(
  page: AstroGlobal,
  context: SignedIn,
  id: string,
  back: string,
): Promise<Response> {
  const { t, format, setFlash } = page.locals;
  try {
    const { name, date, undoId } = await doOnce(page, context, {
      async act(inner) {
        const { row, undoId } = await skipUpcoming(inner, id);
        return { name: row.description, date: row.date, undoId };
      },
      holds: async () => !(await isThere(readTransaction(context, id))),
    });
    setFlash('success', t('recurring:upcoming.skipped', { name, date: format.date(date) }), { undoId });
  } catch (error) {
    if (!(error instanceof DomainError) || ![404, 409].includes(error.status)) throw error;
    setFlash('error', t(error.status === 404 ? 'recurring:upcoming.skipGone' : 'errors:UNDONE_SINCE'));
  }
  return page.redirect(back, 303);
}

/** Deletes a row without a question, because the message has Undo. An occurrence is deleted alone. */
export async function deleteRow(
  page: AstroGlobal,
  context: SignedIn,
  id: string,
  back: string,
): Promise<Response> {
  const { t, setFlash } = page.locals;
  try {
    const { name, undoId } = await doOnce(page, context, {
      async act(inner) {
        const { row } = await readTransaction(inner, id);
        return { name: row.description, ...(await removeTransaction(inner, { id })) };
      },
      holds: async () => !(await isThere(readTransaction(context, id))),
    });
    setFlash('success', naming(t('transactions:deleteSuccess'), name), { undoId });
  } catch (error) {
    if (!(error instanceof DomainError) || ![404, 409].includes(error.status)) throw error;
    // Sent on as it is, so that the page asks at once.
    if (error.code === 'LOCKED') return page.redirect(`/transactions/${id}/delete${returnQuery(back)}`, 307);
    setFlash('error', t(error.status === 404 ? 'list:gone' : 'errors:UNDONE_SINCE'));
  }
  return page.redirect(back, 303);
}

// After an undo, the first transaction has its earlier values, or is there again if it was deleted.
async function isAsChanged(
  context: SignedIn,
  [batch]: Batch[],
  changes: BulkChanges | null,
): Promise<boolean> {
  const [id] = batch ? idsOf(batch) : [];
  const entry = id && (await findEntry(context, id));
  if (!entry || !changes) return !entry;
  const { row } = entry;
  const { categoryId, accountId = row.account_id, type = row.type, date = row.date } = changes;
  const isIn = categoryId === undefined || row.category_id === categoryId;
  return isIn && row.account_id === accountId && row.type === type && row.date === date;
}

/** The name of the transaction, if only one is selected. */
async function onlyName(context: SignedIn, selection: Selection): Promise<string | undefined> {
  const { entries } = await readSelection(context, selection);
  return entries.length === 1 ? entries[0]?.row.description : undefined;
}

// Clearing the category of many transactions takes an explicit choice, not an empty field.
const chosenCategory = v.pipe(
  v.optional(v.string(), ''),
  v.nonEmpty('errors:categoryInvalid'),
  v.maxLength(40, 'errors:categoryInvalid'),
  v.transform((value) => (value === NO_CATEGORY ? null : value)),
);

const chosenAccount = v.pipe(
  v.optional(v.string(), ''),
  v.nonEmpty('errors:accountInvalid'),
  v.maxLength(40, 'errors:accountInvalid'),
);

function confirmationSchema(operation: BulkOperation, today: string, style: AmountStyle) {
  const { date, type } = transactionFormSchema(today, style).entries;
  return v.object({
    expected: v.pipe(v.optional(v.string(), '0'), v.transform(Number)),
    categoryId: operation === 'category' ? chosenCategory : v.optional(v.undefined()),
    accountId: operation === 'account' ? chosenAccount : v.optional(v.undefined()),
    type: operation === 'type' ? v.pipe(v.optional(v.string(), ''), type) : v.optional(v.undefined()),
    date: operation === 'date' ? date : v.optional(v.undefined()),
  });
}
