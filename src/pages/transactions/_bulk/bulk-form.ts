import type { AstroGlobal } from 'astro';
import * as v from 'valibot';
import { type AmountStyle, amountStyle } from '../../../domain/amount-text.ts';
import { localNow } from '../../../domain/calendar.ts';
import type { SignedIn } from '../../../domain/context.ts';
import { type Batch, idsOf } from '../../../domain/long-work/long-work.ts';
import { requireFitting } from '../../../domain/transactions/bulk/change-many.ts';
import type { BulkChanges } from '../../../domain/transactions/bulk/schema.ts';
import {
  changeSelection,
  readBatches,
  readSelection,
  type Selection,
} from '../../../domain/transactions/bulk/selection.ts';
import { findEntry } from '../../../domain/transactions/read.ts';
import { transactionFormSchema } from '../../../domain/transactions/schema.ts';
import { addOutcome, changesInWords, outcomeOrProgress } from '../../../http/pages/long-work.ts';
import { returnTo } from '../../../http/pages/return-to.ts';
import type { FormState } from '../../../http/pages/submit.ts';
import { doOnce, submit } from '../../../http/pages/submit.ts';
import { readAddress } from '../_list/list-address.ts';
import { readListQuery } from '../_list/list-query.ts';

/** The operations on a selection, by the names of the list's buttons; the one that loses something is last. */
export const BULK_OPERATIONS = ['category', 'type', 'date', 'delete'] as const;

/** The value of the form for "no category". */
export const NO_CATEGORY = 'none';

export type BulkOperation = (typeof BULK_OPERATIONS)[number];

/** The submission of the list: the selection, the operation, and the page to return to. */
export interface BulkForm {
  operation: BulkOperation | undefined;
  /** Null if nothing was selected, or by a filter that is not valid any more. */
  selection: Selection | null;
  /** The filter as its address writes it; null for a selection by ids. */
  filter: string | null;
  back: string;
}

/** Parses the submission of the list or of the confirmation. */
export async function readBulkForm({ locals }: AstroGlobal, context: SignedIn): Promise<BulkForm> {
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

// The list leaves an invalid filter out and says so: here that would select more than the person saw.
async function byFilter(context: SignedIn, filter: string): Promise<Selection | null> {
  const given = readAddress(new URLSearchParams(filter), amountStyle(context.viewer));
  const { input, faults } = await readListQuery(context, given);
  return Object.keys(faults).length > 0 ? null : { filter: input };
}

/** Performs the confirmed operation and sets a message for the list. */
export function submitBulk(
  page: AstroGlobal,
  context: SignedIn,
  { operation, back, selection }: { operation: BulkOperation; back: string; selection: Selection },
): Promise<Response | FormState> {
  const today = localNow(context.now, context.viewer.preferences.timezone).date;
  return submit(page, {
    schema: confirmationSchema(operation, today, amountStyle(context.viewer)),
    async handle({ expected, ...changes }) {
      const kind = operation === 'delete' ? 'delete' : 'update';
      const batches = await readBatches(context, selection);
      const name = expected === 1 ? await onlyName(context, selection) : undefined;
      const wanted = { expected, changes: kind === 'delete' ? null : changes };
      if (wanted.changes) await requireFitting(context, batches, wanted.changes);
      const { started, undoId } = await doOnce(page, context, {
        act: (inside) => changeSelection(inside, { selection, batches }, wanted),
        holds: async ({ started }) => 'id' in started || isAsChanged(context, batches, wanted.changes),
      });
      const outcome = await outcomeOrProgress(context, started, back);
      if ('to' in outcome) return outcome;
      const to = wanted.changes ? await changesInWords(context, wanted.changes, page.locals) : undefined;
      addOutcome(page, { ...outcome, kind, undoId, name, to });
      return { to: back };
    },
  });
}

// Of a change that was undone since, the first transaction has its earlier values; of a deletion, it is there again.
async function isAsChanged(
  context: SignedIn,
  [batch]: Batch[],
  changes: BulkChanges | null,
): Promise<boolean> {
  const [id] = batch ? idsOf(batch) : [];
  const entry = id && (await findEntry(context, id));
  if (!entry || !changes) return !entry;
  const { categoryId, type = entry.row.type, date = entry.row.date } = changes;
  const isIn = categoryId === undefined || entry.row.category_id === categoryId;
  return isIn && entry.row.type === type && entry.row.date === date;
}

/** The name of a selected transaction that is the only one. */
async function onlyName(context: SignedIn, selection: Selection): Promise<string | undefined> {
  const { entries } = await readSelection(context, selection);
  return entries.length === 1 ? entries[0]?.row.description : undefined;
}

// An empty choice must not clear the category of many: that is a choice of its own.
const chosenCategory = v.pipe(
  v.optional(v.string(), ''),
  v.nonEmpty('errors:categoryInvalid'),
  v.maxLength(40, 'errors:categoryInvalid'),
  v.transform((value) => (value === NO_CATEGORY ? null : value)),
);

function confirmationSchema(operation: BulkOperation, today: string, style: AmountStyle) {
  const { date, type } = transactionFormSchema(today, style).entries;
  return v.object({
    expected: v.pipe(v.optional(v.string(), '0'), v.transform(Number)),
    categoryId: operation === 'category' ? chosenCategory : v.optional(v.undefined()),
    type: operation === 'type' ? v.pipe(v.optional(v.string(), ''), type) : v.optional(v.undefined()),
    date: operation === 'date' ? date : v.optional(v.undefined()),
  });
}
