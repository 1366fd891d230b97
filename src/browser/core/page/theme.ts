/** Applies the theme button at once and saves the theme in the background; if that fails, the form is sent. */
export function startTheme(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    const button = event.submitter as HTMLButtonElement | null;
    if (event.defaultPrevented || !button || !form.matches('[data-theme-form]')) return;
    event.preventDefault();
    const { themeTo = '' } = button.dataset;
    showTheme(themeTo);
    form.querySelector<HTMLButtonElement>(`[data-theme-to]:not([data-theme-to=${themeTo}])`)?.focus();
    saveTheme(form, button).catch(() => {
      form.removeAttribute('data-theme-form');
      form.requestSubmit(button);
    });
  });
}

async function saveTheme(form: HTMLFormElement, button: HTMLButtonElement): Promise<void> {
  const body = new URLSearchParams(new FormData(form, button) as unknown as [string, string][]);
  // The answer redirects to a page that is already here.
  const answer = await fetch(form.action, { method: 'POST', body, redirect: 'manual', keepalive: true });
  if (!answer.ok && answer.type !== 'opaqueredirect') throw new Error();
}

export function showTheme(theme: string): void {
  document.documentElement.dataset.theme = theme;
  const header = document.querySelector('.header') ?? document.body;
  const surface = getComputedStyle(header).backgroundColor;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]'))
    meta.content = surface;
}
