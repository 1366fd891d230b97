const load = () => import('./add-line.ts');

/** Adds the line of the page's quick entry without leaving the page. */
export function startQuickEntry(): void {
  const field = document.querySelector<HTMLInputElement>('#quick-entry');
  const form = field?.form;
  if (!form) return;
  // Loaded before the line is written.
  field.onfocus = () => load().catch(() => undefined);
  form.onsubmit = async (event) => {
    const line = field.value.trim();
    // An empty line opens the empty form, but not by a second press while the last line is being sent.
    if (line || form.ariaBusy) event.preventDefault();
    if (!line) return;
    // The next line can be typed at once.
    field.value = '';
    form.ariaBusy = 'true';
    const loaded = await load().catch(() => undefined);
    if (loaded) return loaded.addLine(form, line);
    field.value = line;
    form.submit();
  };
}
