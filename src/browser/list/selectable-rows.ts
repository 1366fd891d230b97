/** Rows outside of the list open by a press of a mouse, and their texts can be selected. */
document.addEventListener('pointerover', load);

function load({ target, pointerType }: PointerEvent): void {
  if (pointerType !== 'mouse' || !(target instanceof Element) || !target.closest('.ledger')) return;
  document.removeEventListener('pointerover', load);
  import('./row-presses.ts').then(
    ({ pressRows }) => pressRows(),
    () => undefined,
  );
}
