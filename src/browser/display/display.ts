import { showTheme } from '../theme.ts';

/** How a page is shown: the attributes of its root element, as `Document.astro` sets them; null where one is missing. */
export type Display = Record<`data-${string}`, string | null>;

const NAMES = [
  'data-theme',
  'data-contrast',
  'data-fs',
  'data-motion',
  'data-focus',
  'data-reader',
  'data-announcements',
] as const;

const root = document.documentElement;

/** How the page is shown now. */
export function currentDisplay(): Display {
  return Object.fromEntries(NAMES.map((name) => [name, root.getAttribute(name)]));
}

/** What the form of the display settings chooses. */
export function chosenIn(form: HTMLFormElement): Display {
  const fields = new FormData(form);
  const value = (name: string) => String(fields.get(name) ?? '');
  const fontSize = value('fontSize');
  // Whoever saves battery has asked for no motion already.
  const isStill = fields.has('reducedMotion') || root.dataset.performance === 'battery';
  return {
    'data-theme': value('theme'),
    'data-contrast': fields.has('highContrast') ? 'high' : null,
    'data-fs': fontSize === 'medium' ? null : fontSize,
    'data-motion': isStill ? 'reduced' : null,
    'data-focus': fields.has('focusVisible') ? null : 'browser',
    'data-reader': fields.has('screenReader') ? 'on' : null,
    'data-announcements': fields.has('announcements') ? null : 'off',
  };
}

/** Shows the page so, without a request; what the server alone decides follows with the next page. */
export function show(display: Display): void {
  for (const [name, value] of Object.entries(display))
    if (value === null) root.removeAttribute(name);
    else root.setAttribute(name, value);
  showTheme(root.dataset.theme ?? 'auto');
  void import('./announcements.ts').then(({ followAnnouncements }) => followAnnouncements());
}

/** Chooses the defaults, which show at once like any other choice, and are kept once they are saved. */
export function chooseDefaults(form: HTMLFormElement, { dataset }: HTMLElement): void {
  const defaults: Record<string, string | boolean> = JSON.parse(dataset.defaults ?? '{}');
  for (const field of form.querySelectorAll<HTMLInputElement>(':is([type=radio], [type=checkbox])')) {
    const value = defaults[field.name];
    field.checked = typeof value === 'string' ? field.value === value : value === true;
  }
  show(chosenIn(form));
  const status = form.querySelector('[data-display-status]');
  if (status) status.textContent = dataset.chosen ?? '';
}
