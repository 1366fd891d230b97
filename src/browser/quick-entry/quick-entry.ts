const load = () => import('./add-line.ts');

/** Adds the line of the page's quick entry without leaving the page. */
export function startQuickEntry(): void {
  const form = document.querySelector<HTMLFormElement>('[data-quick-entry]');
  // What it needs is there by the time that a line is written.
  form?.addEventListener('focusin', () => load().catch(() => undefined), { once: true });
  form?.addEventListener('submit', (event) => {
    // An empty line opens the empty form.
    if (!new FormData(form).get('line')?.toString().trim()) return;
    event.preventDefault();
    load()
      .then(({ addLine }) => addLine(form))
      .catch(() => form.submit());
  });
}
