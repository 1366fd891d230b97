import type { CellName } from '../../../domain/transactions/fields.ts';
import type { Translate } from '../../core/texts/translate.ts';

const ROWS = '[data-list=results] tbody tr';

/** The row of an element, if it shows a transaction. */
export function rowOf(element: Element): HTMLTableRowElement | null {
  const row = element.closest<HTMLTableRowElement>(ROWS);
  return row && linkOf(row) ? row : null;
}

/** The rows of transactions that are in sight, from first to last. */
export function rowsInSight(): HTMLTableRowElement[] {
  return [...document.querySelectorAll<HTMLTableRowElement>(ROWS)].filter(
    (row) => linkOf(row) && row.checkVisibility(),
  );
}

export const linkOf = (row: Element) => row.querySelector<HTMLAnchorElement>('a.row-link');

export function idOf(row: Element): string {
  return /^\/transactions\/([\da-f-]{36})/.exec(linkOf(row)?.pathname ?? '')?.[1] ?? '';
}

export const rowWith = (id: string) => rowsInSight().find((row) => idOf(row) === id);

/** What the arrow keys move between in a row: the link that opens it, and the cells that can be changed. */
export function stopsIn(row: Element): HTMLElement[] {
  return [linkOf(row), ...row.querySelectorAll<HTMLElement>('[data-edit]')].filter((stop) => stop !== null);
}

export const cellIn = (row: Element, name: string) =>
  row.querySelector<HTMLElement>(`[data-edit=${CSS.escape(name)}]`);

export const nameOf = (cell: HTMLElement) => cell.dataset.edit as CellName;

/**
 * Focuses a cell, or the link of a row. What takes the focus in a cell is a button over its content, there only while it
 * has the focus: the table stays one that is read, without a stop more for the Tab key. Nothing moves when it comes or
 * goes: a press on what is below would miss it.
 */
export function focusOn(stop: HTMLElement, t: Translate): void {
  const target = stop.dataset.edit ? buttonIn(stop, t) : stop;
  target.focus({ preventScroll: true });
  target.scrollIntoView({ block: 'nearest' });
}

function buttonIn(cell: HTMLElement, t: Translate): HTMLElement {
  const present = cell.querySelector<HTMLElement>('.cell-button');
  if (present) return present;
  const button = document.createElement('button');
  button.type = 'button';
  button.tabIndex = -1;
  button.className = 'cell-button';
  button.setAttribute('aria-keyshortcuts', 'Enter F2');
  button.ariaLabel = t(`list:inPlace.change.${nameOf(cell)}`, { value: wordsOf(cell) });
  cell.prepend(button);
  button.addEventListener('focusout', () => {
    // The window has lost the focus, and has it again later.
    if (document.hasFocus()) button.remove();
  });
  return button;
}

const wordsOf = (cell: HTMLElement) => (cell.textContent ?? '').replace(/\s+/g, ' ').trim();
