import { type Format, formatter, SIGNS } from '../../../i18n/format.ts';
import { settingsOf } from '../page/dialog-settings.ts';
import type { Translate } from '../texts/translate.ts';
import { editEntry } from './edit.ts';
import { type Act, type Entry, isAskedFor, isTakenBack, type Refusal } from './entry.ts';
import { transactionOf } from './shown-transaction.ts';

/** What the buttons of an entry do. */
interface Acts {
  discard: (entry: Entry) => Promise<void>;
  sendAgain: (entry: Entry) => Promise<void>;
}

/** What a row of an entry is drawn with. */
interface Means extends Acts {
  t: Translate;
  format: Format | undefined;
}

/**
 * Shows the entries that wait above the list and on the dashboard, and marks the rows that they are about. What has the
 * focus keeps it; that of an entry that has gone goes to the next one.
 */
export function drawEntries(entries: Entry[], t: Translate, acts: Acts): void {
  markRows(entries, t);
  const entry = document.querySelector('[data-quick-entry]');
  // Among the controls of the page's head it would push them apart.
  const place = entry?.closest('.page-head') ?? entry;
  if (!place) return;
  const old = document.querySelector<HTMLElement>('[data-waiting]');
  const focused = old?.contains(document.activeElement) ? document.activeElement : null;
  const settings = document.getElementById('transaction-dialog');
  const { currency = 'ILS', preferences } = settings ? settingsOf(settings) : {};
  const format = preferences && formatter(currency, preferences);
  const section = sectionOf(entries, { ...acts, t, format });
  if (old) old.replaceWith(section);
  else if (entries.length > 0) place.after(section);
  if (entries.length === 0) section.remove();
  if (focused) refocus(section, focused);
}

function sectionOf(entries: Entry[], means: Means): HTMLElement {
  const { t } = means;
  const section = element('section', 'card');
  section.dataset.waiting = '';
  section.setAttribute('aria-labelledby', 'waiting-title');
  const title = element('h2', '', t('waiting:title', { count: entries.length }));
  title.id = 'waiting-title';
  title.tabIndex = -1;
  const list = element('ul', 'flex flex-col gap-3 list-none p-0 m-0');
  list.append(...entries.map((entry) => itemOf(entry, means)));
  section.append(title, element('p', 'small muted', t('waiting:hint')), list);
  return section;
}

function itemOf(entry: Entry, means: Means): HTMLElement {
  const { t, format } = means;
  const { act, before } = entry;
  const item = element('li', 'flex flex-wrap items-center gap-x-3 gap-y-1');
  item.dataset.entry = String(entry.id);
  const name = nameOf(entry);
  const shown = act.kind === 'delete' && before && !act.target.id ? { ...entry, act: before.act } : entry;
  const transaction = transactionOf(shown);
  item.append(element('span', 'badge badge-warning', t(`waiting:${labelOf(act)}`)));
  // Where the buttons leave too little room for the words, they stand below.
  const words = element('span', 'flex-[1_1_min(12rem,100%)] font-600 wrap-anywhere');
  words.append(element('bdi', '', name));
  item.append(words);
  if (format && transaction?.amount !== undefined) {
    const { type, amount, date } = transaction;
    if (date) item.append(element('bdi', 'small muted', format.date(date)));
    const money = element('span', `amount ${type}`);
    money.append(
      element('bdi', '', `${SIGNS[type]}${format.money(Math.round(Math.abs(Number(amount)) * 100))}`),
    );
    item.append(money);
  }
  item.append(buttonsOf(entry, name, means));
  const reason = reasonOf(entry, t);
  if (reason) item.append(element('p', 'error basis-full m-0', reason));
  return item;
}

const labelOf = ({ kind }: Act) => (kind === 'line' ? 'add' : kind);

function nameOf({ act, about, before }: Entry): string {
  if (act.kind === 'line') return act.line;
  const body = 'body' in act ? act.body : before && 'body' in before.act ? before.act.body : {};
  const line = before?.act.kind === 'line' ? before.act.line : '';
  return String(body.description ?? about?.description ?? line);
}

function reasonOf({ act, refusal, trouble }: Entry, t: Translate): string {
  const wordsOf = ({ message }: Refusal) => message || t('failures:OPERATION_FAILED');
  if (!refusal) return trouble ? `${wordsOf(trouble)} ${t('waiting:triedAgain')}` : '';
  if (refusal.code === 'EXPIRED') return t('waiting:expired');
  if (refusal.code === 'UNDONE_SINCE') return t('waiting:deletedSince');
  if (refusal.code === 'CONFLICT') return t('waiting:conflict');
  return refusal.code === 'NOT_FOUND' && act.kind === 'change' ? t('waiting:gone') : wordsOf(refusal);
}

function buttonsOf(entry: Entry, name: string, { t, discard, sendAgain }: Means): HTMLElement {
  const { act, refusal } = entry;
  const row = element('span', 'flex flex-wrap gap-2');
  const add = (
    does: 'sendAgain' | 'review' | 'edit' | 'discard',
    press: (opener: HTMLElement) => unknown,
  ) => {
    const button = element('button', 'button button-small', t(`waiting:${does}`));
    Object.assign(button, { type: 'button', ariaLabel: `${button.textContent}: ${name}` });
    button.dataset.does = does;
    button.addEventListener('click', () => press(button));
    row.append(button, ' ');
  };
  const edit = () => editEntry(entry);
  if (isAskedFor(entry) && !isTakenBack(entry)) add('sendAgain', () => sendAgain(entry));
  else if (refusal && !isTakenBack(entry)) add('review', edit);
  else if (act.kind !== 'delete') add('edit', edit);
  if (refusal || !isTakenBack(entry)) add('discard', () => discard(entry));
  return row;
}

function refocus(section: HTMLElement, focused: Element): void {
  const { does = '' } = (focused as HTMLElement).dataset;
  const id = focused.closest<HTMLElement>('[data-entry]')?.dataset.entry;
  const same = section.querySelector<HTMLElement>(`[data-entry="${id}"] [data-does="${does}"]`);
  const next = section.isConnected ? section.querySelector<HTMLElement>('h2') : null;
  (same ?? next ?? document.getElementById('main'))?.focus({ preventScroll: true });
}

function markRows(entries: Entry[], t: Translate): void {
  for (const old of document.querySelectorAll('[data-waits]')) old.remove();
  for (const { act } of entries) {
    if (!('target' in act) || !act.target.id) continue;
    const mark = element('span', 'badge badge-warning', t('waiting:mark'));
    mark.dataset.waits = '';
    const link = document.querySelector(`.row-link[href^="/transactions/${CSS.escape(act.target.id)}/"]`);
    link?.after(' ', mark);
  }
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  text = '',
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.textContent = text;
  return made;
}
