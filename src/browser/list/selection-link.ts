/** Adds a link to the distant selection actions beside a focused ticked box, as its next Tab stop. */
for (const kind of ['focusin', 'change']) document.addEventListener(kind, ({ target }) => showLink(target));

function showLink(target: EventTarget | null): void {
  const box = target instanceof Element ? target.closest<HTMLInputElement>('.cell-select input') : null;
  const shown = document.querySelector('.selection-jump');
  // The focus is on the link itself.
  if (!box && target === shown) return;
  const place = box?.checked ? box.closest('label') : undefined;
  if (shown && shown.previousElementSibling === place) return;
  shown?.remove();
  const link = document.querySelector<HTMLAnchorElement>('.selection-links a[href^="#"]');
  if (!link || !place) return;
  const near = document.createElement('a');
  near.href = link.hash;
  near.textContent = link.textContent;
  near.className = 'selection-jump button button-small visually-hidden';
  place.after(near);
}
