/**
 * Sends `form[data-in-place]`, or any form with such a button, without leaving the page: its answer is this page again.
 */
export function startFormsInPlace(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    const { submitter } = event;
    const isMeant = 'inPlace' in form.dataset || (submitter && 'inPlace' in submitter.dataset);
    if (event.defaultPrevented || !isMeant) return;
    event.preventDefault();
    import('./send-in-place.ts').then(
      ({ sendInPlace }) => sendInPlace(form, submitter),
      () => form.submit(),
    );
  });
}
