import { linkOf, rowOf } from './cells.ts';
import { change, loadMeans } from './keyboard.ts';

/** How long a press on a cell waits for a second one, in ms, before it opens the row. */
const SECOND_PRESS_MS = 250;

let isMouse = false;
let opening = 0;

document.addEventListener('pointerdown', ({ pointerType }) => {
  isMouse = pointerType === 'mouse';
});

// The link of a row covers its cells: a press on one is a press on the link.
document.addEventListener(
  'click',
  (event) => {
    const hasModifier = event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    const isPress = isMouse && event.detail > 0;
    const button = (event.target as Element).closest<HTMLElement>('.cell-button');
    // A screen reader or a voice has pressed it.
    if (button && !isPress) void change(button);
    if (!isPress || hasModifier || !cellAt(event)) return;
    event.preventDefault();
    event.stopPropagation();
    const link = linkOf(rowOf(event.target as Element) as Element);
    clearTimeout(opening);
    if (event.detail === 1) opening = window.setTimeout(() => link?.click(), SECOND_PRESS_MS);
  },
  true,
);

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
    if (kind === 'pointerover') link.title = (await loadMeans()).t('list:inPlace.mouse');
    else link.removeAttribute('title');
  });

/** The cell that can be changed under a press on the link of its row, or on the cell itself. */
function cellAt({ target, clientX, clientY }: MouseEvent): HTMLElement | undefined {
  const pressed = target as Element;
  if (
    !rowOf(pressed) ||
    pressed.closest('.cell-editor, a:not(.row-link), button:not(.cell-button), input, label, summary')
  )
    return undefined;
  return document
    .elementsFromPoint(clientX, clientY)
    .find((element): element is HTMLElement => element.matches('[data-edit]'));
}
