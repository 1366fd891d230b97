import type { AstroGlobal } from 'astro';
import type * as v from 'valibot';
import { GO_ON } from '../../browser/core/forms/form-values.ts';
import { withNewCategory } from '../../domain/categories/create.ts';
import type { SignedIn } from '../../domain/context.ts';
import { isThere, orMissing } from '../../domain/error.ts';
import { moneyOf } from '../../domain/sent-money.ts';
import { changeAdded } from '../../domain/transactions/change-added.ts';
import { createTransaction } from '../../domain/transactions/create.ts';
import type { Entry } from '../../domain/transactions/present.ts';
import { readTransaction } from '../../domain/transactions/read.ts';
import type { TransactionValues } from '../../domain/transactions/start-values.ts';
import { undoAdding } from '../../http/pages/flash.ts';
import { backFrom } from '../../http/pages/return-to.ts';
import { type Done, doOnce, type FormState, savedBefore, submit } from '../../http/pages/submit.ts';
import { naming } from '../../i18n/isolated.ts';
import { addedMessage, leftOfBudgets, ofRecurring, remarksOn } from './_added.ts';
import { formProperties, formSchema, isPreset, presetValues, typedOver, valuesOf } from './_form-page.ts';
import { ONCE_ONLY, saysRecurring } from './_prefill.ts';

/**
 * Shows and handles the form of a new transaction, blank or a copy. A lost answer or the browser's history can send the
 * form again after it was saved, with other values: then it shows what was saved, and can change that or add another.
 * @param untouched the start values of the form
 * @returns the properties of the form
 */
export async function createPage(
  page: AstroGlobal,
  context: SignedIn,
  untouched: TransactionValues,
  mode: 'create' | 'duplicate',
) {
  // Not saved: the same values sent by the other button are the same attempt.
  const goesOn = page.locals.form?.has(GO_ON) ?? false;
  page.locals.form?.delete(GO_ON);
  const form: FormState = isPreset(page)
    ? { values: { ...presetValues(page, context, untouched) }, errors: {} }
    : await submit(page, {
        schema: await formSchema(page, context),
        failure: 'errors:addingFailed',
        handle: (input) => {
          const saved = savedId(page);
          return saved && !page.locals.form?.has('another')
            ? change(page, context, saved, input)
            : create(page, context, input, { mode, goesOn });
        },
      });
  const values = typedOver(untouched, form.values);
  const saved = await savedEntry(page, context, form);
  const { '': _notice, ...fieldErrors } = form.errors;
  const isNews = saved && ['IDEMPOTENCY_CONFLICT', 'CONFLICT'].includes(form.error?.code ?? '');
  return {
    ...(await formProperties(page, context, mode, values)),
    values,
    leftOfBudgets: await leftOfBudgets(page, context, form.values.newCategoryName ? null : values.categoryId),
    startsHere: !page.locals.accessibility.screenReader && Object.keys(form.errors).length === 0,
    errors: isNews ? fieldErrors : form.errors,
    isLocked: form.error?.code === 'LOCKED',
    basedOn: isNews ? saved.row.updated_at : form.values.basedOn,
    // Only the server can tell a change of the saved transaction from another new one.
    keeps: saved ? undefined : '',
    conflict: saved && { theirs: await valuesOf(context, saved, 'edit'), saved: saved.row.id },
  };
}

/**
 * The call that creates a transaction. A draft may be sent by the page and then by the dialog, which uses the call, or
 * the other way round: they share the key, so the stored result has the shape of the call's answer.
 */
const CALL = '/api/v1/transactions/transaction';

interface Created {
  success: true;
  data: { transaction: Pick<Entry['row'], 'type' | 'id' | 'updated_at'> };
}

type Input = v.InferOutput<Awaited<ReturnType<typeof formSchema>>>;

async function create(
  page: AstroGlobal,
  context: SignedIn,
  input: Input,
  { mode, goesOn }: { mode: 'create' | 'duplicate'; goesOn: boolean },
): Promise<Done> {
  const created = await doOnce<Created>(page, context, {
    async act(inner) {
      const { row } = await withNewCategory(inner, moneyOf(input), createTransaction);
      const { type, id, updated_at } = row;
      return { success: true, data: { transaction: { type, id, updated_at } } };
    },
    holds: ({ data }) => isThere(readTransaction(context, data.transaction.id)),
    undone: 'errors:addedThenDeleted',
    path: CALL,
  });
  const { id } = created.data.transaction;
  return {
    to: goesOn ? nextPage(page, input) : backFrom(page.url),
    flash: await addedMessage(page, context, await readTransaction(context, id)),
    undo: undoAdding(`/transactions/${id}`),
    // A requested duplicate needs no warning.
    remarks: [
      ...(await remarksOn(page, context, id, { duplicates: mode === 'create' })),
      ...(saysRecurring(page.url) ? [ofRecurring(page, id)] : []),
    ],
  };
}

/** The form for the next transaction, which mostly has the same type and date. */
function nextPage({ url }: AstroGlobal, { type, date }: Input): string {
  const query = new URLSearchParams(url.searchParams);
  for (const name of ONCE_ONLY) query.delete(name);
  query.set('type', type);
  if (date) query.set('date', date);
  return `/transactions/new?${query}`;
}

async function change(page: AstroGlobal, context: SignedIn, id: string, input: Input): Promise<Done> {
  await withNewCategory(context, input, (inner, values) => changeAdded(inner, id, moneyOf(values)));
  const { t } = page.locals;
  return { to: backFrom(page.url), flash: naming(t('transactions:updateSuccess'), input.description) };
}

/** What the form has saved already, if it is known and still exists. */
async function savedEntry(page: AstroGlobal, context: SignedIn, form: FormState): Promise<Entry | undefined> {
  const first = savedBefore(form);
  const id = first === undefined ? savedId(page) : (JSON.parse(first) as Created).data.transaction.id;
  if (!id) return undefined;
  return orMissing(readTransaction(context, id));
}

function savedId({ locals }: AstroGlobal): string | undefined {
  return locals.form?.get('saved')?.toString();
}
