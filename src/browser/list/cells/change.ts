import { CELLS, type CellName, cellName, FIELDS } from '../../../domain/transactions/fields.ts';
import { isolated } from '../../../i18n/isolated.ts';
import { saveOrQueue } from '../../../stores/save-or-queue.ts';
import { changeOf, ruleOf, transactionErrors } from '../../../stores/save-transaction.ts';
import { findTransaction, readTransaction } from '../../../stores/transactions.ts';
import { type Toast, toast } from '../../core/notices/toast.ts';
import type { DialogTransaction } from '../../core/page/dialog-settings.ts';
import { showChanges } from '../../core/page/show-changes.ts';
import { failureText, theirsAfter } from '../../core/request/failures.ts';
import { messageText } from '../../core/texts/translate.ts';
import { cellIn, focusOn, idOf, linkOf, rowWith, stopsIn } from './cells.ts';
import { type Next, openEditor, type Refusal } from './editor.ts';
import { type CellContext, type CellField, fieldFor, type Values } from './fields.ts';

interface Change extends CellContext {
  name: CellName;
  before: DialogTransaction;
  field: CellField;
}

/** Opens a cell's editor. A value without a column, such as the date of rows by day, is edited over the row's menu. */
export async function changeCell(row: HTMLElement, name: CellName, context: CellContext): Promise<void> {
  const { t } = context;
  const host = cellIn(row, name) ?? row.querySelector<HTMLElement>('.cell-menu');
  if (!host || row.ariaBusy || row.querySelector('.cell-editor')) return;
  row.ariaBusy = 'true';
  try {
    const before = await findTransaction(idOf(row));
    const field = await fieldFor(name, before, context);
    if (!row.isConnected) return;
    const change = { ...context, name, before, field };
    const label = t(`transactions:form.${name}`);
    openEditor({
      host,
      field,
      label,
      about: before.description,
      t,
      save: (values, next) => saveValues(change, values, next),
      onClosed: (next) => moveFocus(change, next),
    });
  } catch (error) {
    toast('error', messageText(t, failureText(error)));
  } finally {
    row.ariaBusy = null;
  }
}

async function saveValues(change: Change, values: Values, next: Next): Promise<Refusal | undefined> {
  const { t, before } = change;
  const result = await save(before, values);
  if ('error' in result) return { text: messageText(t, result.error) };
  if ('kept' in result) {
    toast('info', result.kept);
    // The row itself shows that its change is stored here.
    setTimeout(() => moveFocus(change, next));
    return undefined;
  }
  if ('theirs' in result) {
    const { theirs } = result;
    const action = { text: t('list:inPlace.compare'), run: () => compare(theirs, values) };
    return { text: t('list:inPlace.conflict'), action };
  }
  const { transaction } = result;
  const notice: Toast = transaction
    ? {
        kind: 'success',
        text: changedText(change, transaction),
        undo: () => undo(change, transaction),
        rule: ruleOf(before, transaction),
      }
    : { kind: 'error', text: t('list:inPlace.gone', { about: aboutOf(before) }) };
  await show(change, next, notice);
  return undefined;
}

/** Changes one value of a transaction (of only this occurrence), unless it was changed since it was read. */
async function save(
  before: DialogTransaction,
  values: Values,
): Promise<
  | { transaction: DialogTransaction | undefined }
  | { theirs: DialogTransaction }
  | { kept: string }
  | { error: string }
> {
  // Only what is changed: a stored change is merged with an earlier one of the same transaction.
  const changed = CELLS.filter((column) => values[column] !== undefined);
  const body = {
    ...Object.fromEntries(changed.map((column) => [FIELDS[column].input, values[column]])),
    ...(values.account_amount && chargedIn(before, values.account_amount)),
  };
  try {
    return await saveOrQueue(changeOf(before, body), { about: before });
  } catch (refusal) {
    return theirsAfter(refusal, () => readTransaction(before)).then(
      (theirs) => (theirs === 'gone' ? { transaction: undefined } : { theirs }),
      errorOf,
    );
  }
}

/** Said with a currency: a plain amount could be the one of an answer, which is in the person's currency. */
function chargedIn({ account_currency, original }: DialogTransaction, charged: number) {
  return original && original.currency !== account_currency
    ? { amount: charged, originalAmount: original.amount, originalCurrency: original.currency }
    : { amount: undefined, originalAmount: charged, originalCurrency: account_currency };
}

function errorOf(error: unknown): { error: string } {
  const { fields = [], form = '' } = transactionErrors(error, true);
  return { error: fields[0]?.message ?? form };
}

/** Opens the form of the current version with the entered values, which shows the difference. */
function compare(theirs: DialogTransaction, values: Values): void {
  const row = rowWith(theirs.id);
  if (row) linkOf(row)?.focus();
  dispatchEvent(new CustomEvent('transaction:edit', { detail: { ...theirs, ...values, theirs } }));
}

/** Restores the previous value, unless the transaction was changed since. */
async function undo(change: Change, saved: DialogTransaction): Promise<void> {
  const { t, before, field } = change;
  const about = aboutOf(before);
  const result = await save(saved, valuesOf(change, before));
  if ('error' in result) return toast('error', messageText(t, result.error));
  if ('kept' in result) return toast('info', result.kept);
  const isDone = 'transaction' in result && result.transaction;
  const text = isDone
    ? t('list:inPlace.undone', { about, before: isolated(field.inWords(before)) })
    : t('list:inPlace.undoStale', { about });
  await show(change, 'cell', { kind: isDone ? 'success' : 'error', text });
}

function valuesOf({ name }: Change, before: DialogTransaction): Values {
  const shown = CELLS.filter((column) => cellName(column) === name).map((column) => [column, before[column]]);
  return {
    ...Object.fromEntries(shown),
    ...(name === 'amount' && before.account_amount && { account_amount: before.account_amount }),
  };
}

async function show(change: Change, next: Next, notice: Toast): Promise<void> {
  await showChanges({ notice, isShown: true });
  moveFocus(change, next);
  toast(notice.kind, notice.text, notice);
}

/** Moves the focus after an editor closed; the row may have moved or left the list. */
function moveFocus({ before, name, t }: Change, next: Next): void {
  const row = next && rowWith(before.id);
  if (!row) return;
  const stops = stopsIn(row);
  const index = stops.findIndex((stop) => stop.dataset.edit === name);
  const step = { cell: 0, next: 1, previous: -1 }[next];
  const menu = row.querySelector<HTMLElement>('.row-menu > summary');
  const stop = index < 0 ? menu : (stops[index + step] ?? menu);
  if (stop) focusOn(stop, t);
}

function changedText({ t, name, field, before }: Change, saved: DialogTransaction): string {
  const about = aboutOf(before);
  const [oldText, newText] = [before, saved].map((values) => isolated(field.inWords(values)));
  const text = t(`transactions:cell.changed.${name}`, { about, before: oldText ?? '', after: newText ?? '' });
  return before.template_id ? t('list:inPlace.onlyThis', { done: text }) : text;
}

const aboutOf = ({ description }: DialogTransaction) => isolated(description);
