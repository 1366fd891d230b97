import type { CellName } from '../../../domain/transactions/fields.ts';
import { element } from '../../core/page/element.ts';
import type { Translate } from '../../core/texts/translate.ts';

const ROWS = '[data-list=results] tbody tr';

export function rowOf(element: Element): HTMLTableRowElement | null {
  const row = element.closest<HTMLTableRowElement>(ROWS);
  return row && linkOf(row) ? row : null;
}

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

/** What the arrow keys move between in a row: its link and its editable cells. */
export function stopsIn(row: Element): HTMLElement[] {
  return [linkOf(row), ...row.querySelectorAll<HTMLElement>('[data-edit]')].filter((stop) => stop !== null);
}

export const cellIn = (row: Element, name: string) =>
  row.querySelector<HTMLElement>(`[data-edit=${CSS.escape(name)}]`);

export const nameOf = (cell: HTMLElement) => cell.dataset.edit as CellName;

/** Focuses a cell, or a row's link. A cell has a button only while focused, which adds no Tab stops. */
export function focusOn(stop: HTMLElement, t: Translate): void {
  const target = stop.dataset.edit ? buttonIn(stop, t) : stop;
  target.focus({ preventScroll: true });
  target.scrollIntoView({ block: 'nearest' });
}

function buttonIn(cell: HTMLElement, t: Translate): HTMLElement {
  const present = cell.querySelector<HTMLElement>('.cell-button');
  if (present) return present;
  const value = (cell.textContent ?? '').replace(/\s+/g, ' ').trim();
  const ariaLabel = t(`transactions:cell.change.${nameOf(cell)}`, { value });
  const button = element('button', { type: 'button', tabIndex: -1, className: 'cell-button', ariaLabel });
  button.setAttribute('aria-keyshortcuts', 'Enter F2');
  cell.prepend(button);
  button.addEventListener('focusout', () => {
    // Keep it while only the window has lost the focus.
    if (document.hasFocus()) button.remove();
  });
  return button;
}
