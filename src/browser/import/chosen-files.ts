/** Says which files are chosen and what comes next. */
document.addEventListener('change', ({ target }) => {
  if (target instanceof HTMLInputElement && target.matches('form[data-import] [type=file]'))
    sayChosen(target);
});

export function sayChosen({ files, form }: HTMLInputElement): void {
  const text = form?.querySelector<HTMLElement>('[data-chosen]');
  const names = [...(files ?? [])].map(({ name }) => `\u2068${name}\u2069`).join(', ');
  if (text) text.textContent = names && (text.dataset.chosen ?? '').replace('{}', () => names);
}
