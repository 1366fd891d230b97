import './dialogs/transaction-links.ts';
import { startFormsInPlace } from './core/forms/in-place.ts';
import { startEveryPage } from './every-page.ts';
import { startDrawers, startFloatingButton, startMenus } from './menus.ts';
import { startQuickEntry } from './quick-entry/quick-entry.ts';

/** Where single keys are typed, or have another use. */
const ELSEWHERE = 'input, select, textarea, [contenteditable], [data-drawer][open]';

startMenus();
startDrawers();
startFloatingButton();
startQuickEntry();
startFormsInPlace();
startPickers();
startShortcuts();
startEveryPage();

/** Helps with date and time fields: of the page at once, of its closed parts and of dialogs when they open. */
function startPickers(): void {
  const show = () => {
    if (document.querySelector('[data-picker]:empty:not(details:not([open]) *)'))
      import('./core/forms/moment-pickers.ts').then(
        ({ showPickers }) => showPickers(),
        () => undefined,
      );
  };
  show();
  for (const kind of ['toggle', 'click', 'focusin']) document.addEventListener(kind, show, true);
}

/** Loads single-key shortcuts on the first press outside fields and dialogs, unless they are switched off. */
function startShortcuts(): void {
  if (document.documentElement.dataset.shortcuts) return;
  document.addEventListener('keydown', (event) => {
    const { key, target } = event;
    if (key.length > 1 || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.repeat || event.defaultPrevented) return;
    if ((target as Element).closest(ELSEWHERE) || document.querySelector('dialog[open]')) return;
    // Firefox would search the text of the page.
    if (key === '/') event.preventDefault();
    import('./shortcuts.ts').then(
      ({ press }) => press(event),
      () => undefined,
    );
  });
}
