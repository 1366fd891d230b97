/** Where single keys mean what is typed, or what is pressed there. */
const ELSEWHERE = 'input, select, textarea, [contenteditable], [data-drawer][open]';

/** Loads what single keys do once one is pressed outside fields and dialogs, unless the person has switched them off. */
export function startShortcuts(): void {
  if (document.documentElement.dataset.shortcuts) return;
  document.addEventListener('keydown', (event) => {
    const { key, target } = event;
    if (key.length > 1 || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.repeat || event.defaultPrevented) return;
    if ((target as Element).closest(ELSEWHERE) || document.querySelector('dialog[open]')) return;
    // Firefox would search the text of the page.
    if (key === '/') event.preventDefault();
    import('./press.ts').then(
      ({ press }) => press(event),
      () => undefined,
    );
  });
}
