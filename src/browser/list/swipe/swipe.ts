import { loadTexts } from 'virtual:dialog-texts/swipe';
import { type Translate, translatorOf } from '../../core/texts/translate.ts';
import { actOf, distanceOf, kindOf } from './gesture.ts';
import './offer-selecting.ts';

let t: Translate | undefined;
loadTexts().then(
  (texts) => {
    t = translatorOf(texts, document.documentElement.lang);
  },
  () => undefined,
);

/** Where the browser's own gestures begin: going back, and forward. */
const EDGE = 24;
const BACK_MS = 150;

/** The look of the words once the finger is far enough. */
const FAR = { edit: 'button-primary', delete: 'button-danger' };

interface Swipe {
  pointerId: number;
  row: HTMLElement;
  /** Where the finger was put down. */
  x: number;
  y: number;
  /** The words beside the row, from when it is known to be a swipe. */
  words?: HTMLElement;
}

let swipe: Swipe | undefined;

const isRtl = document.dir === 'rtl';

document.addEventListener('pointermove', move);
document.addEventListener('pointerup', (event) => finish(event, true));
// The browser has begun to scroll.
document.addEventListener('pointercancel', (event) => finish(event, false));

/** Follows a finger that was put down on a row with a menu: a swipe does what the menu offers. */
export function follow({ pointerId, isPrimary, target, clientX: x, clientY: y }: PointerEvent): void {
  end();
  const row = (target as Element).closest('tr');
  // A second finger magnifies.
  const isOff = !isPrimary || x < EDGE || x > innerWidth - EDGE;
  if (isOff || !row?.querySelector('.row-menu:not([open])') || (target as Element).closest('.cell-editor'))
    return;
  swipe = { pointerId, row, x, y };
}

function move(event: PointerEvent): void {
  // Without words nothing happens.
  if (!swipe || !t || event.pointerId !== swipe.pointerId) return;
  const { row } = swipe;
  const x = event.clientX - swipe.x;
  if (!swipe.words) {
    const kind = kindOf({ x, y: event.clientY - swipe.y });
    if (kind === 'scroll') end();
    if (kind !== 'swipe' || !swipe) return;
    swipe.words = document.createElement('div');
    swipe.words.ariaHidden = 'true';
    document.body.append(swipe.words);
    row.closest('section')?.classList.add('swiping');
  }
  draw(row, swipe.words, x, t);
}

function draw(row: HTMLElement, words: HTMLElement, x: number, t: Translate): void {
  const width = row.offsetWidth;
  const { act, isFar } = actOf({ x, width, isRtl });
  // Beyond the distance the row follows no further: that is when it is far enough.
  const far = distanceOf(width) + 24;
  const shown = Math.min(Math.max(x, -far), far);
  if (!isStill()) row.style.translate = `${shown}px`;
  const { top, height, left, right } = row.getBoundingClientRect();
  words.className = `swipe button ${isFar ? FAR[act] : ''}`;
  words.textContent = t(`list:swipe.${act}${isFar ? 'Now' : ''}`);
  const [from, to] = isStill() ? [left, right] : x > 0 ? [left - shown, left] : [right, right - shown];
  words.style.insetBlockStart = `${top}px`;
  words.style.blockSize = `${height}px`;
  words.style.inlineSize = `${to - from}px`;
  words.style.insetInlineStart = `${isRtl ? document.documentElement.clientWidth - to : from}px`;
}

function finish(event: PointerEvent, isLifted: boolean): void {
  if (!swipe || event.pointerId !== swipe.pointerId) return;
  const { row, words } = swipe;
  const { act, isFar } = actOf({ x: event.clientX - swipe.x, width: row.offsetWidth, isRtl });
  end();
  // Words that were never seen do nothing.
  if (isLifted && words && isFar)
    row.querySelector<HTMLElement>(`.row-menu [data-transaction=${act}]`)?.click();
}

function end(): void {
  if (!swipe) return;
  const { row, words } = swipe;
  const from = row.style.translate;
  swipe = undefined;
  words?.remove();
  row.closest('section')?.classList.remove('swiping');
  row.style.translate = '';
  if (from) row.animate({ translate: [from, '0px'] }, { duration: BACK_MS });
}

/** Whether nothing is to move. */
const isStill = () =>
  document.documentElement.dataset.motion === 'reduced' ||
  matchMedia('(prefers-reduced-motion: reduce)').matches;
