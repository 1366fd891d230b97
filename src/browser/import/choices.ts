/** The rows of a file: the button says how many come in, and Enter at a box does not send the form. */

const BOXES = 'input[name^="in:"]';

document.addEventListener('change', ({ target }) => {
  if (!(target as Element).matches(BOXES)) return;
  const button = document.querySelector<HTMLElement>('[data-to-bring]');
  if (!button) return;
  let count = Number(button.dataset.toBring);
  for (const box of document.querySelectorAll<HTMLInputElement>(BOXES))
    count += Number(box.checked) - Number(box.defaultChecked);
  button.textContent = (button.dataset.counted ?? '').replace('{}', String(count));
});
document.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && (event.target as Element).matches(BOXES)) event.preventDefault();
});
