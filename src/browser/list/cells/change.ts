import { CELLS, type CellName, cellName } from '../../../domain/transactions/fields.ts';
import { isolated } from '../../../i18n/isolated.ts';
import { findTransaction } from '../../../stores/save-transaction.ts';
import { type Toast, toast } from '../../core/notices/toast.ts';
import type { DialogSettings, DialogTransaction } from '../../core/page/dialog-settings.ts';
import { showChanges } from '../../core/page/show-changes.ts';
import { failureText } from '../../core/request/failures.ts';
import { messageText, type Translate } from '../../core/texts/translate.ts';
import { cellIn, focusOn, idOf, linkOf, rowWith, stopsIn } from './cells.ts';
import { type Next, openEditor, type Refusal } from './editor.ts';
import { type CellField, fieldFor, type Values } from './fields.ts';
import { save } from './save.ts';

export interface Means {
  settings: DialogSettings;
  t: Translate;
}

interface Change extends Means {
  name: CellName;
  before: DialogTransaction;
  field: CellField;
}

/** Opens a cell's editor. A value without a column, such as the date of rows by day, is edited over the row's menu. */
export async function changeCell(row: HTMLElement, name: CellName, context: Means): Promise<void> {
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
  const outcome = await save(before, values);
  if ('error' in outcome) return { text: messageText(t, outcome.error) };
  if ('offline' in outcome) {
    toast('info', outcome.offline);
    // The row itself shows that its change waits.
    setTimeout(() => moveFocus(change, next));
    return undefined;
  }
  if ('theirs' in outcome) {
    const { theirs } = outcome;
    const action = { text: t('list:inPlace.compare'), run: () => compare(theirs, values) };
    return { text: t('list:inPlace.conflict'), action };
  }
  if ('gone' in outcome) {
    await show(change, next, { kind: 'error', text: t('list:inPlace.gone', { about: aboutOf(before) }) });
    return undefined;
  }
  const { saved } = outcome;
  await show(change, next, {
    kind: 'success',
    text: changedText(change, saved),
    undo: () => undo(change, saved),
  });
  return undefined;
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
  const outcome = await save(saved, valuesOf(change, before));
  if ('error' in outcome) return toast('error', messageText(t, outcome.error));
  if ('offline' in outcome) return toast('info', outcome.offline);
  const isDone = 'saved' in outcome;
  const text = isDone
    ? t('list:inPlace.undone', { about, before: isolated(field.inWords(before)) })
    : t('list:inPlace.undoStale', { about });
  await show(change, 'cell', { kind: isDone ? 'success' : 'error', text });
}

function valuesOf({ name }: Change, before: DialogTransaction): Values {
  return Object.fromEntries(
    CELLS.filter((column) => cellName(column) === name).map((column) => [column, before[column]]),
  );
}

async function show(change: Change, next: Next, notice: Toast): Promise<void> {
  await showChanges({ notice, isSaid: true });
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
  const text = t(`list:inPlace.changed.${name}`, { about, before: oldText ?? '', after: newText ?? '' });
  return before.template_id ? t('list:inPlace.onlyThis', { done: text }) : text;
}

const aboutOf = ({ description }: DialogTransaction) => isolated(description);
