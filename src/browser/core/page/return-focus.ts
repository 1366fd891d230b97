import { focusOn } from './focus-target.ts';

/** Focuses what had the focus before the page was reloaded; loaded only then. */
export function returnFocus(stored: string): void {
  focusOn(JSON.parse(stored));
}
