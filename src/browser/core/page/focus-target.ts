/** How to find a control in another rendering of its page. */
export interface FocusTarget {
  selector: string;
  index: number;
  /** The index of its row, for when the row is gone. */
  row?: number | undefined;
}

// Without the headings of days.
const ROW = '.data-table tbody tr:has(a)';

/** Describes a control; the target of no control matches nothing. */
export function focusTargetOf(control: Element | null | undefined): FocusTarget {
  if (!control) return { selector: '', index: 0 };
  const selector = selectorOf(control);
  const row = control.closest(ROW);
  return { selector, index: indexOf(control, selector), row: row ? indexOf(row, ROW) : undefined };
}

/** Finds the control in this rendering; in a closed menu, the menu's button. */
export function findTarget({ selector, index }: FocusTarget): HTMLElement | undefined {
  const control = selector ? document.querySelectorAll<HTMLElement>(selector)[index] : undefined;
  const menu = control?.closest('details:not([open])');
  return (menu && !control?.matches('summary') && menu.querySelector('summary')) || control;
}

/** Focuses a control; if it is gone, the row now in its place, or `otherwise`. */
export function focusOn(
  target: FocusTarget,
  otherwise: HTMLElement | null = document.getElementById('main'),
): void {
  const again = findTarget(target);
  const next = again ? null : linkOfRow(target.row);
  (again ?? next ?? otherwise)?.focus({ preventScroll: !next });
}

// Matches the same control in another rendering; in a row, only the row of the same item.
function selectorOf(control: Element): string {
  if (control.id) return `#${CSS.escape(control.id)}`;
  const link = control.closest(ROW)?.querySelector('a[href]');
  const row = link ? `${ROW}:has(${named(link, ['href'])}) ` : '';
  return row + named(control, ['href', 'name', 'value', 'data-transaction']);
}

function named(element: Element, attributes: string[]): string {
  const present = attributes.filter((name) => element.hasAttribute(name));
  return (
    element.localName +
    present.map((name) => `[${name}="${CSS.escape(element.getAttribute(name) ?? '')}"]`).join('')
  );
}

// The row now in the place of a deleted one, or the last.
function linkOfRow(index: number | undefined): HTMLElement | null | undefined {
  if (index === undefined) return null;
  const rows = [...document.querySelectorAll(ROW)];
  return (rows[index] ?? rows.at(-1))?.querySelector<HTMLElement>('a');
}

const indexOf = (element: Element, selector: string) =>
  [...document.querySelectorAll(selector)].indexOf(element);
