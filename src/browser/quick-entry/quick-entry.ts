const load = () => import('./add-line.ts');

/** Adds the line of the page's quick entry without leaving the page. */
export function startQuickEntry(): void {
  const field = document.querySelector<HTMLInputElement>('#quick-entry');
  const form = field?.form;
  if (!form) return;
  const example = field.placeholder;
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
    // On a slow line the answer takes seconds, and the emptied field would look as if nothing had been sent.
    field.placeholder = line;
    const loaded = await load().catch(() => undefined);
    if (!loaded) {
      field.value = line;
      return form.submit();
    }
    await loaded.addLine(form, line);
    field.placeholder = example;
  };
}
