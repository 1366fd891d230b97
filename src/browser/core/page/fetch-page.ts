import { attempt, failureOf, within } from '../request/attempts.ts';
import { READ_TRIES, TIMEOUT } from '../request/limits.ts';
import { type FocusTarget, findTarget, focusOn, focusTargetOf } from './focus-target.ts';

/** If more rows than this differ, it is another list rather than a change. */
const MOST = 3;

/** A page of this server, fetched to be shown in another page. */
export interface FetchedPage {
  document: Document;
  url: string;
  /** Whether it is the requested page, and not an error page. */
  ok: boolean;
  status: number;
}

/**
 * Fetches a page, or sends a form to one; a read is repeated. The API client is too large for a first view.
 * @throws without an answer, or after `sent.signal` was aborted
 */
export async function fetchPage(address: string, sent?: RequestInit): Promise<FetchedPage> {
  const signal = within(TIMEOUT, sent?.signal);
  let text = '';
  const send = async () => {
    const answer = await fetch(address, { ...sent, signal });
    text = await answer.text();
    return answer;
  };
  const tries = sent?.method ? 1 : READ_TRIES;
  const answer = await attempt(send, { tries, signal, judge: ({ status }) => failureOf(status) });
  const document = new DOMParser().parseFromString(text, 'text/html');
  const { url, ok, status } = answer;
  return { document, url, ok, status };
}

/** Whether replacing parts of this page would disturb something in progress. */
export const isInUse = (): boolean =>
  document.querySelector(
    'dialog[open], form[data-warn-unsaved], [data-list=results] :is(input:checked, .cell-button, .cell-editor), [aria-busy=true] > [data-list]',
  ) !== null;

export function showLoading(begins: boolean): void {
  dispatchEvent(new CustomEvent('loading', { detail: begins }));
}

const partsOf = (from: ParentNode) => [...from.querySelectorAll<HTMLElement>('[data-list]')];

/** Replaces this page's `[data-list]` parts; typed values can stay. Returns false if the pages have other parts. */
export function replaceParts(list: HTMLElement, page: Document, fieldsStay: boolean): boolean {
  const fresh = new Map(partsOf(page).map((part) => [part.dataset.list, part]));
  const parts = partsOf(list);
  if (parts.length === 0 || parts.length !== fresh.size) return false;
  const pairs = parts
    .filter(({ dataset }) => !(fieldsStay && dataset.list === 'fields'))
    .map((part): [HTMLElement, HTMLElement | undefined] => [part, fresh.get(part.dataset.list)]);
  if (fieldsStay) for (const [old, now] of pairs) keepTyped(old, now);
  replaceEach(pairs);
  return true;
}

function keepTyped(old: HTMLElement, fresh: HTMLElement | undefined): void {
  for (const field of old.querySelectorAll<HTMLInputElement>('input[id]')) {
    const same = fresh?.querySelector<HTMLInputElement>(`#${field.id}`);
    if (same && field.value !== field.defaultValue) same.value = field.value;
  }
}

/** Replaces elements that differ. The focus stays, and so does what is unfolded. */
export function replaceEach(pairs: [HTMLElement, HTMLElement | undefined][]): void {
  const focused = document.activeElement;
  const target = focusTargetOf(focused);
  for (const [old, fresh] of pairs) {
    if (!fresh || old.isEqualNode(fresh)) continue;
    openAlike(old, fresh);
    highlightChanged(old, fresh);
    old.replaceWith(fresh);
  }
  if (focused && !focused.isConnected) refocus(focused, target);
  document.dispatchEvent(new Event('list:shown'));
}

function openAlike(old: HTMLElement, fresh: HTMLElement): void {
  const labelOf = ({ id, firstElementChild: summary }: Element) =>
    id || summary?.ariaLabel || summary?.textContent;
  const all = [...fresh.querySelectorAll('details')];
  for (const open of old.querySelectorAll('details[open]')) {
    const same = all.find((details) => labelOf(details) === labelOf(open));
    if (same) same.open = true;
  }
}

// If the control is gone, focus the next of its kind: after removing a filter, the next can be removed.
function refocus(focused: Element, target: FocusTarget): void {
  const part = (name = 'results') => document.querySelector<HTMLElement>(`main [data-list=${name}]`);
  const place = part(focused.closest<HTMLElement>('[data-list]')?.dataset.list);
  const chip = findTarget(target) ? null : place?.querySelector<HTMLElement>('.chip');
  if (chip) chip.focus({ preventScroll: true });
  else focusOn(target, part());
}

function highlightChanged(old: HTMLElement, fresh: HTMLElement): void {
  const before = new Set(rowsOf(old).map((row) => row.textContent));
  const rows = rowsOf(fresh);
  const changed = rows.filter((row) => !before.has(row.textContent));
  if (changed.length > MOST || changed.length === rows.length) return;
  for (const row of changed) {
    row.classList.add('highlight-changed');
    row.addEventListener('animationend', () => row.classList.remove('highlight-changed'), { once: true });
  }
}

const rowsOf = (part: HTMLElement) => [...part.querySelectorAll('tr:has(.row-link)')];

export const withoutHash = (address: string) => address.replace(/#.*/, '');
