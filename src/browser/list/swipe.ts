import { loadTexts } from 'virtual:dialog-texts/swipe';
import { element } from '../core/page/element.ts';
import { type Translate, textsLoader } from '../core/texts/translate.ts';
import { actOf, kindOf } from './gesture.ts';

let t: Translate | undefined;
textsLoader(loadTexts)().then(
  (loaded) => (t = loaded),
  () => undefined,
);

/** The edge in pixels where the browser's own gestures begin: back and forward. */
const EDGE = 24;
const BACK_MS = 150;

const FAR = { edit: 'button-primary', delete: 'button-danger' };

/** What a menu has for it: of payments it asks first, on a page of its own. */
const ACTS = { edit: '[href*="/edit"]', delete: '[name^="delete:"], [href*="/delete"]' };

const isRtl = document.dir === 'rtl';

/** Follows a finger on a row with a menu: a swipe does what the menu offers. */
export function follow({ pointerId, isPrimary, target, clientX, clientY }: PointerEvent): void {
  const row = (target as Element).closest('tr');
  // A second finger zooms.
  const isOff = !isPrimary || clientX < EDGE || clientX > innerWidth - EDGE;
  if (isOff || !row?.querySelector('.row-menu:not([open])') || (target as Element).closest('.cell-editor'))
    return;
  const following = new AbortController();
  const { signal } = following;
  // Shown beside the row once it is a swipe. Ignore a swipe whose label was never shown.
  let label: HTMLElement | undefined;
  const end = () => {
    following.abort();
    label?.remove();
    putBack(row);
  };
  const move = (event: PointerEvent) => {
    const x = event.clientX - clientX;
    const kind = label ? 'swipe' : kindOf({ x, y: event.clientY - clientY });
    if (kind === 'scroll') end();
    if (kind !== 'swipe' || !t) return;
    label ??= wordsBeside(row);
    draw(row, label, x, t);
  };
  const lift = (event: PointerEvent) => {
    const { act, isFar } = actOf({ x: event.clientX - clientX, width: row.offsetWidth, isRtl });
    end();
    if (label && isFar) row.querySelector('.row-menu')?.querySelector<HTMLElement>(ACTS[act])?.click();
  };
  const followed = { pointermove: move, pointerup: lift, pointercancel: end };
  for (const [type, act] of Object.entries(followed) as [keyof typeof followed, typeof move][])
    document.addEventListener(type, (event) => event.pointerId === pointerId && act(event), { signal });
  document.addEventListener('pointerdown', end, { signal });
}

function wordsBeside(row: HTMLElement): HTMLElement {
  const label = element('div', { ariaHidden: 'true' });
  // A word is cut off rather than broken while the row follows the finger.
  label.style.overflowWrap = 'normal';
  document.body.append(label);
  row.closest('section')?.classList.add('swiping');
  return label;
}

function draw(row: HTMLElement, label: HTMLElement, x: number, t: Translate): void {
  const { act, far, isFar } = actOf({ x, width: row.offsetWidth, isRtl });
  // The row follows no further than this, which shows that it is far enough.
  const shown = Math.min(Math.max(x, -far - 24), far + 24);
  if (!isStill()) row.style.translate = `${shown}px`;
  const { top, bottom, left, right } = row.getBoundingClientRect();
  label.className = `swipe button ${isFar ? FAR[act] : ''}`;
  label.textContent = t(`list:swipe.${act}${isFar ? 'Now' : ''}`);
  const [from, to] = isStill() ? [left, right] : x > 0 ? [left - shown, left] : [right, right - shown];
  const { clientWidth, clientHeight } = document.documentElement;
  label.style.inset = `${top}px ${clientWidth - to}px ${clientHeight - bottom}px ${from}px`;
}

function putBack(row: HTMLElement): void {
  const from = row.style.translate;
  row.closest('section')?.classList.remove('swiping');
  row.style.translate = '';
  if (from) row.animate({ translate: [from, '0px'] }, { duration: BACK_MS });
}

const isStill = () =>
  document.documentElement.dataset.motion === 'reduced' ||
  matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Adds a selection item to a row's menu, because the box is hidden over the icon. */
function offerSelecting(menu: Element): void {
  const box = menu.closest('tr')?.querySelector<HTMLInputElement>('.cell-select input');
  const panel = menu.querySelector('.menu-panel');
  if (!box || !panel || panel.querySelector('[data-select-row]')) return;
  const { ariaLabel } = box;
  const onclick = () => {
    menu.removeAttribute('open');
    box.click();
    menu.querySelector('summary')?.focus({ preventScroll: true });
  };
  // The box is named by this word and the row's name.
  const text = ariaLabel?.split(':')[0] ?? '';
  const button = element('button', { type: 'button', ariaLabel, onclick }, text);
  button.dataset.selectRow = '';
  panel.append(button);
}

const OPEN_MENU = '.ledger .row-menu[open]';
const offerIn = ({ target }: Event) =>
  target instanceof Element && target.matches(OPEN_MENU) && offerSelecting(target);
document.addEventListener('toggle', offerIn, true);
for (const open of document.querySelectorAll(OPEN_MENU)) offerSelecting(open);
