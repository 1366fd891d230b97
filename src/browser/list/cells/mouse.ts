import { hasModifier } from '../../modifiers.ts';
import { linkOf, rowOf } from './cells.ts';
import { change, loadMeans } from './keyboard.ts';

/** How long a press on a cell waits for a second one, in ms, before it opens the row. */
const SECOND_PRESS_MS = 250;

/** How far a press moves, in pixels, until it selects text. */
const DRAG = 4;

let isMouse = false;
let opening = 0;
let isDrag = false;

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
document.addEventListener(
  'click',
  (event) => {
    const isPress = isMouse && event.detail > 0;
    const button = (event.target as Element).closest<HTMLElement>('.cell-button');
    // A screen reader or a voice has pressed it.
    if (button && !isPress) void change(button);
    if (!isPress || !isOnRow(event)) return;
    const link = linkOf(rowOf(event.target as Element) as Element);
    const isOnLink = link?.contains(event.target as Element);
    const isCell = !hasModifier(event) && cellAt(event) !== undefined;
    if (!isDrag && isOnLink && !isCell) return;
    event.preventDefault();
    event.stopPropagation();
    clearTimeout(opening);
    if (isDrag || event.detail !== 1) return;
    const { ctrlKey, metaKey, shiftKey, altKey } = event;
    const press = { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey, altKey };
    const open = () => link?.dispatchEvent(new MouseEvent('click', press));
    if (isCell) opening = window.setTimeout(open, SECOND_PRESS_MS);
    else open();
  },
  true,
);

// The middle button opens another tab.
document.addEventListener('auxclick', (event) => {
  const link = event.button === 1 && isOnRow(event) && linkOf(rowOf(event.target as Element) as Element);
  if (link && !link.contains(event.target as Element)) window.open(link.href, '_blank', 'noopener');
});

document.addEventListener('dblclick', (event) => {
  const cell = cellAt(event);
  if (!cell) return;
  clearTimeout(opening);
  void change(cell);
});

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
function isOnRow({ target }: Event): boolean {
  const pressed = target as Element;
  return (
    rowOf(pressed) !== null &&
    !pressed.closest(
      '.cell-editor, .menu-panel, a:not(.row-link), button:not(.cell-button), input, label, summary',
    )
  );
}

/** The cell that can be changed under a press on the link of its row, or on the cell itself. */
function cellAt(event: MouseEvent): HTMLElement | undefined {
  if (!isOnRow(event)) return undefined;
  const { clientX, clientY } = event;
  return document
    .elementsFromPoint(clientX, clientY)
    .find((element): element is HTMLElement => element.matches('[data-edit]'));
}
