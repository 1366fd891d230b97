/** Sends `form[data-in-place]`, or any form with such a button, without leaving the page. */
export function startFormsInPlace(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    const { submitter } = event;
    const isInPlace = 'inPlace' in form.dataset || (submitter && 'inPlace' in submitter.dataset);
    if (event.defaultPrevented || !isInPlace) return;
    event.preventDefault();
    import('./send-in-place.ts').then(
      ({ sendInPlace }) => sendInPlace(form, submitter),
      () => {
        delete form.dataset.inPlace;
        delete submitter?.dataset.inPlace;
        // With the pressed button, which says what is meant.
        form.requestSubmit(submitter);
      },
    );
  });
  // Load the failure notices before the connection can fail.
  for (const kind of ['pointerdown', 'focusin']) document.addEventListener(kind, loadAhead);
}

// The menus of a list are many, and seldom used.
function loadAhead({ target }: Event): void {
  if (
    document.querySelector('[data-in-place]:not(.row-menu *)') ||
    (target instanceof Element && target.closest('.row-menu'))
  )
    import('../texts/loaded-texts.ts').then(({ noticeTexts }) => noticeTexts()).catch(() => undefined);
}
