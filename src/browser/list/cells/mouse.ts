import { hasModifier } from '../../modifiers.ts';
import { linkOf, rowOf } from './cells.ts';
import { change, loadMeans } from './keyboard.ts';

/** Within how many ms and pixels two presses are a double press. */
const DOUBLE = { ms: 500, pixels: 8 };

/** How far a press moves, in pixels, until it selects text. */
const DRAG = 4;

let isMouse = false;
let isDrag = false;
/** The press on a cell that has opened its row. */
let first: { cell: HTMLElement; press: MouseEvent } | undefined;

document.addEventListener('pointerdown', ({ pointerType, clientX, clientY }) => {
  isMouse = pointerType === 'mouse';
  isDrag = false;
  addEventListener(
    'pointerup',
    (up) => {
      isDrag = isMouse && Math.hypot(up.clientX - clientX, up.clientY - clientY) > DRAG;
    },
    { once: true },
  );
});

// A press anywhere on a row is a press on its link, which does not cover the texts for a mouse. Selecting is no press.
// The row opens at once: the second of a double press on a cell comes upon the dialog, and changes the cell instead.
document.addEventListener(
  'click',
  (event) => {
    const isPress = isMouse && event.detail > 0;
    const target = event.target as Element;
    const button = target.closest<HTMLElement>('.cell-button');
    // A screen reader or a voice has pressed it.
    if (button && !isPress) void change(button);
    if (!isPress) return;
    const isSecondPress = first && isSecond(event, first.press);
    if (!isSecondPress && !isOnRow(target)) return;
    const link = linkOf(rowOf(target) ?? document.body);
    const cell = hasModifier(event) ? undefined : cellAt(target, event);
    if (!isSecondPress && !isDrag && !cell && link?.contains(target)) return;
    event.preventDefault();
    event.stopPropagation();
    if (first && isSecondPress) changeInstead(first.cell);
    first = undefined;
    if (isDrag || event.detail !== 1) return;
    const { ctrlKey, metaKey, shiftKey, altKey } = event;
    const press = { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey, altKey };
    link?.dispatchEvent(new MouseEvent('click', press));
    first = cell && { cell, press: event };
  },
  true,
);

// The middle button opens another tab.
document.addEventListener('auxclick', (event) => {
  const target = event.target as Element;
  const link = event.button === 1 && isOnRow(target) && linkOf(rowOf(target) as Element);
  if (link && !link.contains(target)) window.open(link.href, '_blank', 'noopener');
});

function isSecond(event: MouseEvent, press: MouseEvent): boolean {
  const isNear = Math.hypot(event.x - press.x, event.y - press.y) < DOUBLE.pixels;
  return isNear && event.timeStamp - press.timeStamp < DOUBLE.ms;
}

/** Closes the dialog of a row and changes its cell, once the focus is back. */
function changeInstead(cell: HTMLElement): void {
  const dialog = document.querySelector<HTMLDialogElement>('dialog[open]');
  if (!dialog) return void change(cell);
  dialog.addEventListener('close', () => void change(cell), { once: true });
  if (dialog.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close();
}

for (const kind of ['pointerover', 'pointerout'] as const)
  document.addEventListener(kind, async ({ target, pointerType }) => {
    const row = pointerType === 'mouse' && rowOf(target as Element);
    const link = row && linkOf(row);
    if (!link) return;
    if (kind === 'pointerout') return link.removeAttribute('title');
    const { t } = await loadMeans();
    if (row.matches(':hover')) link.title = t('list:inPlace.mouse');
  });

/** Whether a press is on a row or its link, and on nothing else that acts. */
function isOnRow(target: Element): boolean {
  return (
    rowOf(target) !== null &&
    !target.closest(
      '.cell-editor, .menu-panel, a:not(.row-link), button:not(.cell-button), input, label, summary',
    )
  );
}

/** The cell that can be changed under a press on the link of its row, or on the cell itself. */
function cellAt(target: Element, { clientX, clientY }: MouseEvent): HTMLElement | undefined {
  if (!isOnRow(target)) return undefined;
  const cell = target.closest<HTMLElement>('[data-edit]');
  if (cell) return cell;
  return document
    .elementsFromPoint(clientX, clientY)
    .find((element): element is HTMLElement => element.matches('[data-edit]'));
}
