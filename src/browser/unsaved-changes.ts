/** Asks before a page is left whose `form[data-warn-unsaved]` was changed and not sent. */
export function warnOfUnsavedChanges(): void {
  let changed = false;
  const warn = (event: BeforeUnloadEvent) => event.preventDefault();
  const note = (now: boolean) => {
    if (now === changed) return;
    changed = now;
    // A listener that stays would keep the page out of the back-forward cache.
    if (now) addEventListener('beforeunload', warn);
    else removeEventListener('beforeunload', warn);
  };
  document.addEventListener('input', (event) => {
    if ((event.target as Element).closest('form[data-warn-unsaved]')) note(true);
  });
  // What a script keeps here, to check it or to show another step, is not sent.
  document.addEventListener('submit', (event) => event.defaultPrevented || note(false));
}
