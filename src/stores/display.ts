import { atom } from 'nanostores';
import { followAnnouncements } from '../browser/core/page/announcements.ts';
import { showTheme } from '../browser/core/page/theme.ts';
import { type DisplayValues, displayAttributes } from '../ui/display-attributes.ts';

type Display = ReturnType<typeof displayAttributes>;

/** The page's look before and after unsaved display settings; null while nothing is unsaved. */
const $display = atom<{ before: Display; chosen: Display } | null>(null);

export function chooseDisplay(values: DisplayValues): void {
  const root = document.documentElement;
  const chosen = displayAttributes(values, root.dataset.performance);
  const names = Object.keys(chosen);
  const now = Object.fromEntries(
    names.map((name) => [name, root.getAttribute(name) ?? undefined]),
  ) as Display;
  $display.set({ before: $display.get()?.before ?? now, chosen });
  show(chosen);
}

export function restoreDisplay(): void {
  const display = $display.get();
  if (display) show(display.before);
  $display.set(null);
}

/** Notes that the choice is saved. Returns whether the server now renders differently, such as tables before charts. */
export function noteDisplaySaved(): boolean {
  const display = $display.get();
  $display.set(null);
  return display?.before['data-reader'] !== display?.chosen['data-reader'];
}

function show(display: Display): void {
  for (const [name, value] of Object.entries(display))
    if (value === undefined) document.documentElement.removeAttribute(name);
    else document.documentElement.setAttribute(name, value);
  showTheme(display['data-theme'] ?? 'auto');
  followAnnouncements();
}
