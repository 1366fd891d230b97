/** How a control is found in another rendering of its page. */
export interface FocusTarget {
  selector: string;
  /** Its index among the elements that the selector finds. */
  index: number;
  /** The index of its row among the rows of the page, for when the row itself is gone. */
  row?: number | undefined;
}

// Not the heading of a day.
const ROW = '.data-table tbody tr:has(a)';

/** Describes a control; without one, nothing on the page is found by it. */
export function targetOf(control: Element | null | undefined): FocusTarget {
  if (!control) return { selector: '', index: 0 };
  const selector = selectorOf(control);
  const row = control.closest(ROW);
  return { selector, index: indexOf(control, selector), row: row ? indexOf(row, ROW) : undefined };
}

/** The control in this rendering of the page; what is in a closed menu is found by the menu's button. */
export function findTarget({ selector, index }: FocusTarget): HTMLElement | undefined {
  const found = selector ? document.querySelectorAll<HTMLElement>(selector)[index] : undefined;
  const menu = found?.closest('details:not([open])');
  return (menu && !found?.matches('summary') && menu.querySelector('summary')) || found;
}

/** Focuses a control; for one that is gone, the row that has taken its place, or `otherwise`. */
export function focusOn(
  target: FocusTarget,
  otherwise: HTMLElement | null = document.getElementById('main'),
): void {
  const again = findTarget(target);
  const next = again ? null : linkOfRow(target.row);
  (again ?? next ?? otherwise)?.focus({ preventScroll: !next });
}

// Selects the same control in another rendering of the page; in a row, only in the row of the same thing.
function selectorOf(control: Element): string {
  if (control.id) return `#${CSS.escape(control.id)}`;
  const link = control.closest(ROW)?.querySelector('a[href]');
  const row = link ? `${ROW}:has(${named(link, ['href'])}) ` : '';
  return row + named(control, ['href', 'name', 'value', 'data-transaction']);
}

function named(element: Element, attributes: string[]): string {
  const known = attributes.filter((name) => element.hasAttribute(name));
  return (
    element.localName +
    known.map((name) => `[${name}="${CSS.escape(element.getAttribute(name) ?? '')}"]`).join('')
  );
}

// The row that has taken the place of a deleted one, or the last.
function linkOfRow(index: number | undefined): HTMLElement | null | undefined {
  if (index === undefined) return null;
  const rows = [...document.querySelectorAll(ROW)];
  return (rows[index] ?? rows.at(-1))?.querySelector<HTMLElement>('a');
}

const indexOf = (element: Element, selector: string) =>
  [...document.querySelectorAll(selector)].indexOf(element);
