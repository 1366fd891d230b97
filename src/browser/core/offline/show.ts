import { fromDecimal } from '../../../domain/money.ts';
import { type Format, formatter, SIGNS } from '../../../i18n/format.ts';
import { type DialogSettings, type DialogTransaction, settingsOf } from '../page/dialog-settings.ts';
import { element, smallButton } from '../page/element.ts';
import { focusOn, focusTargetOf } from '../page/focus-target.ts';
import type { Translate } from '../texts/translate.ts';
import { editEntry } from './edit.ts';
import { type Entry, isAskedFor, type Refusal, transactionOf } from './entry.ts';

interface Parts {
  t: Translate;
  format?: Format | undefined;
  preferences?: DialogSettings['preferences'] | undefined;
  discard: (entry: Entry) => Promise<void>;
  sendAgain: (entry: Entry) => Promise<void>;
}

/** Shows offline entries above the list and on the dashboard, marks their rows, and keeps the focus. */
export function drawEntries(entries: Entry[], parts: Parts): void {
  markRows(entries, parts.t);
  const entry = document.querySelector('[data-quick-entry]');
  // Inside the page head it would push the controls apart.
  const place = entry?.closest('.page-head') ?? entry;
  if (!place) return;
  const old = document.querySelector<HTMLElement>('[data-offline]');
  const focused = old?.contains(document.activeElement) ? focusTargetOf(document.activeElement) : null;
  const settings = document.getElementById('transaction-dialog');
  const { currency = 'ILS', preferences } = settings ? settingsOf(settings) : {};
  const format = preferences && formatter(currency, preferences);
  const section = sectionOf(entries, { ...parts, format, preferences });
  if (old) old.replaceWith(section);
  else if (entries.length > 0) place.after(section);
  if (entries.length === 0) section.remove();
  if (focused) focusOn(focused, document.getElementById('offline-title') ?? undefined);
}

function sectionOf(entries: Entry[], parts: Parts): HTMLElement {
  const { t } = parts;
  const count = t('offline:title', { count: entries.length });
  const title = element('h2', { id: 'offline-title', tabIndex: -1 }, count);
  const items = entries.map((entry) => itemOf(entry, parts));
  const list = element('ul', { className: 'flex flex-col gap-3 list-none p-0 m-0' }, ...items);
  const section = element(
    'section',
    { className: 'card' },
    title,
    element('p', { className: 'small muted' }, t('offline:hint', { count: entries.length })),
    list,
  );
  section.dataset.offline = '';
  section.setAttribute('aria-labelledby', title.id);
  return section;
}

function itemOf(entry: Entry, parts: Parts): HTMLElement {
  const { t, format } = parts;
  const { act } = entry;
  const name = nameOf(entry);
  const transaction = transactionOf(entry);
  const kind = entry.isWithdrawn ? 'delete' : act.kind === 'line' ? 'add' : act.kind;
  const item = element(
    'li',
    { className: 'flex flex-wrap items-center gap-x-3 gap-y-1' },
    element('span', { className: 'badge badge-warning' }, t(`offline:${kind}`)),
    // If the text has too little room, the buttons wrap below it.
    element(
      'span',
      { className: 'flex-[1_1_min(12rem,100%)] font-600 wrap-anywhere' },
      element('bdi', {}, name),
    ),
  );
  item.dataset.entry = String(entry.id);
  const money = transaction && moneyText(transaction, parts);
  if (format && money) {
    const { type, date } = transaction;
    if (date) item.append(element('bdi', { className: 'small muted' }, format.date(date)));
    item.append(
      element('span', { className: `amount ${type}` }, element('bdi', {}, `${SIGNS[type]}${money}`)),
    );
  }
  item.append(buttonsOf(entry, name, parts));
  const reason = reasonOf(entry, t);
  if (reason) item.append(element('p', { className: 'error basis-full m-0' }, reason));
  return item;
}

/** As it was entered: without a connection nothing is converted. */
function moneyText({ amount, original }: DialogTransaction, { format, preferences }: Parts): string {
  const text = (decimal: number, { money }: Format) => money(fromDecimal(Math.abs(decimal)));
  if (amount !== undefined && amount !== null) return format ? text(amount, format) : '';
  return original && preferences ? text(original.amount, formatter(original.currency, preferences)) : '';
}

function nameOf({ act, about }: Entry): string {
  if (act.kind === 'line') return act.line;
  return String(('body' in act && act.body.description) || (about?.description ?? ''));
}

function reasonOf({ act, refusal, trouble }: Entry, t: Translate): string {
  const messageOf = ({ message }: Refusal) => message || t('failures:OPERATION_FAILED');
  if (!refusal) return trouble ? `${messageOf(trouble)} ${t('offline:triedAgain')}` : '';
  if (refusal.code === 'EXPIRED') return t('offline:expired');
  if (refusal.code === 'UNDONE_SINCE') return t('offline:deletedSince');
  if (refusal.code === 'CONFLICT') return t('offline:conflict');
  return refusal.code === 'NOT_FOUND' && act.kind === 'change' ? t('offline:gone') : messageOf(refusal);
}

function buttonsOf(entry: Entry, name: string, { t, discard, sendAgain }: Parts): HTMLElement {
  const { act, refusal, isWithdrawn } = entry;
  const row = element('span', { className: 'flex flex-wrap gap-2' });
  const add = (does: 'sendAgain' | 'review' | 'edit' | 'discard', press: (entry: Entry) => unknown) => {
    const text = t(`offline:${does}`);
    const button = smallButton(text, () => press(entry));
    button.ariaLabel = `${text}: ${name}`;
    button.id = `offline-${entry.id}-${does}`;
    row.append(button, ' ');
  };
  if (!isWithdrawn && isAskedFor(entry)) add('sendAgain', sendAgain);
  else if (!isWithdrawn && refusal) add('review', editEntry);
  else if (!isWithdrawn && act.kind !== 'delete') add('edit', editEntry);
  if (refusal || !isWithdrawn) add('discard', discard);
  return row;
}

function markRows(entries: Entry[], t: Translate): void {
  for (const old of document.querySelectorAll('[data-offline-mark]')) old.remove();
  for (const { act } of entries) {
    if (!('target' in act) || !act.target.id) continue;
    const mark = element('span', { className: 'badge badge-warning' }, t('offline:mark'));
    mark.dataset.offlineMark = '';
    const link = document.querySelector(`.row-link[href^="/transactions/${CSS.escape(act.target.id)}/"]`);
    link?.after(' ', mark);
  }
}
