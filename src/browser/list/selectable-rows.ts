/** Makes rows outside of the list open by a mouse press, with selectable texts. */
document.addEventListener('pointerover', load);

function load({ target, pointerType }: PointerEvent): void {
  if (pointerType !== 'mouse' || !(target instanceof Element) || !target.closest('.ledger')) return;
  document.removeEventListener('pointerover', load);
  import('./row-presses.ts').then(
    ({ pressRows }) => pressRows(),
    () => undefined,
  );
}
