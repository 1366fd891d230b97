const load = () => import('./add-line.ts');

/** Adds the line of the page's quick entry without leaving the page. */
export function startQuickEntry(): void {
  const form = document.querySelector<HTMLFormElement>('[data-quick-entry]');
  // What it needs is there by the time that a line is written.
  form?.addEventListener('focusin', () => load().catch(() => undefined), { once: true });
  form?.addEventListener('submit', (event) => {
    const field = form.elements.namedItem('line') as HTMLInputElement;
    const line = field.value;
    // An empty line opens the empty form, but not by a second press while the last one is on its way.
    if (!line.trim() && form.ariaBusy !== 'true') return;
    event.preventDefault();
    if (!line.trim()) return;
    // The next line can be written at once.
    field.value = '';
    form.ariaBusy = 'true';
    load()
      .then(({ addLine }) => addLine(form, line))
      .catch(() => {
        field.value = line;
        form.submit();
      });
  });
}
