import { hasModifier } from '../../browser/core/page/modifiers.ts';

/** The keys of the guide (docs/behaviour.md#setup-guide). */
export interface Moves {
  next(): void;
  back(): void;
  skip(isEscape: boolean): void;
  jump(step: number): void;
  leaveField(): void;
}

const FIELDS = 'input, select, textarea';
const CONTROLS = 'a, button, summary';

/** Lets a key navigate the guide unless the focused element uses it. */
export function moveByKey(event: KeyboardEvent, dialog: HTMLDialogElement, moves: Moves): void {
  if (!(event.target instanceof Element) || hasModifier(event)) return;
  if (!act(event, event.target, dialog, moves)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

function act({ key }: KeyboardEvent, target: Element, dialog: HTMLElement, moves: Moves): boolean {
  if (target.matches(FIELDS)) {
    if (key === 'Escape') moves.leaveField();
    return key === 'Escape';
  }
  const isFree = !target.closest(CONTROLS);
  const isRtl = getComputedStyle(dialog).direction === 'rtl';
  const [forward, backward] = isRtl ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
  if (key === forward || key === 'PageDown' || (key === 'Enter' && isFree)) moves.next();
  else if (key === backward || key === 'PageUp') moves.back();
  else if (key === 'Escape' || (key === ' ' && isFree && !scrolls(dialog))) moves.skip(key === 'Escape');
  else if (/^[1-9]$/.test(key)) moves.jump(Number(key));
  else return false;
  return true;
}

// The space bar scrolls while there is more to see.
function scrolls(dialog: HTMLElement): boolean {
  const body = dialog.querySelector('.dialog-body');
  return body !== null && body.scrollHeight > body.clientHeight;
}
