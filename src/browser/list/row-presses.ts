import { hasModifier } from '../core/page/modifiers.ts';
import { linkOf } from './cells/cells.ts';

interface Cells {
  change: (cell: HTMLElement) => unknown;
  hint: () => Promise<string>;
}

const ROWS = '.ledger tbody tr';

/** The greatest distance between the presses of a double press, in pixels. */
const DOUBLE_PIXELS = 8;

/** The distance in pixels after which a press selects text. */
const DRAG = 4;

let isMouse = false;
let isDrag = false;
/** The press on a cell that opened its row. */
let first: { cell: HTMLElement; press: MouseEvent } | undefined;

/** Opens a row by a press anywhere except to select text; a second press edits the cell under it instead. */
export function pressRows(cells?: Cells): void {
  document.addEventListener('pointerdown', (down) => {
    isMouse = down.pointerType === 'mouse';
    isDrag = false;
    const lifted = new AbortController();
    const { signal } = lifted;
    if (isMouse && down.button === 0 && (down.target as Element).closest(`${ROWS} .row-link`)) {
      window.addEventListener('pointermove', (move) => selectText(down, move), { signal });
      // Otherwise already selected text would be dragged.
      addEventListener('dragstart', (event) => event.preventDefault(), { signal });
    }
    const lift = (up: PointerEvent) => {
      isDrag = isMouse && Math.hypot(up.clientX - down.clientX, up.clientY - down.clientY) > DRAG;
      lifted.abort();
    };
    addEventListener('pointerup', lift, { signal });
  });
  document.addEventListener('mousedown', (event) => pressAgain(event, cells), true);
  document.addEventListener('click', (event) => press(event, cells), true);
  document.addEventListener('auxclick', (event) => {
    const target = event.target as Element;
    const link = event.button === 1 && isOnRow(target) && linkOf(rowOf(target) as Element);
    if (link && !link.contains(target)) window.open(link.href, '_blank', 'noopener');
  });
  for (const kind of ['pointerover', 'pointerout'] as const)
    document.addEventListener(kind, ({ target, pointerType }) => {
      const row = pointerType === 'mouse' && rowOf(target as Element);
      if (row) uncover(row, kind === 'pointerover', cells);
    });
  // This loads while the pointer is already there.
  const row = document.querySelector<HTMLElement>(`${ROWS}:hover`);
  if (row) uncover(row, true, cells);
}

/** Selects the text between two points, which browsers do everywhere except in a link. */
function selectText(...ends: [PointerEvent, PointerEvent]): void {
  const [from, to] = ends.map(({ clientX, clientY }) => document.caretPositionFromPoint?.(clientX, clientY));
  if (from && to) getSelection()?.setBaseAndExtent(from.offsetNode, from.offset, to.offsetNode, to.offset);
}

function press(event: MouseEvent, cells: Cells | undefined): void {
  const isPress = isMouse && event.detail > 0;
  const target = event.target as Element;
  const button = target.closest<HTMLElement>('.cell-button');
  // Pressed by a screen reader or by voice.
  if (button && !isPress) cells?.change(button);
  if (!isPress || !isOnRow(target)) return;
  const link = linkOf(rowOf(target) as HTMLElement);
  const cell = hasModifier(event) ? undefined : cellAt(target, event);
  if (!isDrag && !cell && link?.contains(target)) return;
  event.preventDefault();
  event.stopPropagation();
  first = undefined;
  if (isDrag || event.detail !== 1) return;
  const { ctrlKey, metaKey, shiftKey, altKey } = event;
  const again = { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey, altKey };
  link?.dispatchEvent(new MouseEvent('click', again));
  first = cell && { cell, press: event };
}

/** Edits the cell at once: no click follows if the dialog replaces what is pressed before the button is up. */
function pressAgain(event: MouseEvent, cells: Cells | undefined): void {
  if (!first || !isSecond(event, first.press)) return;
  event.preventDefault();
  event.stopPropagation();
  changeInstead(first.cell, cells);
  first = undefined;
}

/** Uses the browser's press count, which follows the system's double-click time. */
function isSecond(event: MouseEvent, press: MouseEvent): boolean {
  const isNear = Math.hypot(event.x - press.x, event.y - press.y) < DOUBLE_PIXELS;
  return isNear && event.detail === 2;
}

/** Closes a row's dialog, and edits the cell once the focus is back. */
function changeInstead(cell: HTMLElement, cells: Cells | undefined): void {
  const dialog = document.querySelector<HTMLDialogElement>('dialog[open]');
  if (!dialog) return void cells?.change(cell);
  dialog.addEventListener('close', () => cells?.change(cell), { once: true });
  if (dialog.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close();
}

/** Lets the pointer reach the texts under a row's link while over it, and shows the hint. */
function uncover(row: HTMLElement, isPointedAt: boolean, cells: Cells | undefined): void {
  const link = linkOf(row);
  if (!link) return;
  if (!isPointedAt) {
    link.removeAttribute('title');
    return;
  }
  link.title = '';
  // Dragging selects its text instead of its address.
  link.draggable = false;
  cells?.hint().then((hint) => {
    if (row.matches(':hover')) link.title = hint;
  });
}

function rowOf(element: Element): HTMLElement | null {
  const row = element.closest<HTMLElement>(ROWS);
  return row && linkOf(row) ? row : null;
}

/** Whether a press is on a row or its link, and not on another control. */
function isOnRow(target: Element): boolean {
  return (
    rowOf(target) !== null &&
    !target.closest(
      '.cell-editor, .menu-panel, a:not(.row-link), button:not(.cell-button), input, label, summary',
    )
  );
}

function cellAt(target: Element, { clientX, clientY }: MouseEvent): HTMLElement | undefined {
  if (!isOnRow(target)) return undefined;
  const cell = target.closest<HTMLElement>('[data-edit]');
  if (cell) return cell;
  return document
    .elementsFromPoint(clientX, clientY)
    .find((element): element is HTMLElement => element.matches('[data-edit]'));
}
