/** Shows the number of ticked rows on a form's buttons and in its status. */
function showCounts(): void {
  for (const form of document.querySelectorAll('form[data-counts-rows]')) {
    const { length } = form.querySelectorAll('.cell-select input:checked');
    for (const button of form.querySelectorAll<HTMLElement>('[data-counted]')) {
      button.dataset.text ??= button.textContent.trim();
      const counted = button.dataset.counted?.replace('{}', String(length)) ?? '';
      button.textContent = length > 0 ? counted : button.dataset.text;
    }
    const status = form.querySelector<HTMLElement>('[data-selected][role=status]');
    if (!status || (length === 0 && !status.textContent?.trim())) continue;
    const { selected = '', cleared = '' } = status.dataset;
    status.textContent = length > 0 ? selected.replace('{}', String(length)) : cleared;
  }
}

document.addEventListener('change', showCounts);
document.addEventListener('reset', ({ target }) => {
  // The focused button disappears with the selection.
  const ticked = (target as HTMLFormElement).querySelectorAll<HTMLElement>('.cell-select input:checked');
  [...ticked].at(-1)?.focus({ preventScroll: true });
  setTimeout(showCounts);
});
// The browser may have restored earlier ticks.
addEventListener('pageshow', showCounts);
showCounts();
