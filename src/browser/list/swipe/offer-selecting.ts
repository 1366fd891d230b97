/** Adds to the menu of a row, where the box lies hidden over the icon, what ticks the box. */
function offerSelecting(menu: Element): void {
  const box = menu.closest('tr')?.querySelector<HTMLInputElement>('.cell-select input');
  const panel = menu.querySelector('.menu-panel');
  if (!box || !panel || panel.querySelector('[data-select-row]')) return;
  const button = document.createElement('button');
  button.type = 'button';
  button.dataset.selectRow = '';
  button.ariaLabel = box.ariaLabel;
  // The name of the box is this word and the row's.
  button.textContent = (box.ariaLabel ?? '').split(':')[0] ?? '';
  button.addEventListener('click', () => {
    menu.removeAttribute('open');
    box.click();
    menu.querySelector('summary')?.focus({ preventScroll: true });
  });
  panel.append(button);
}

document.addEventListener(
  'toggle',
  ({ target }) => {
    if (target instanceof Element && target.matches('.ledger .row-menu[open]')) offerSelecting(target);
  },
  true,
);
for (const open of document.querySelectorAll('.ledger .row-menu[open]')) offerSelecting(open);
