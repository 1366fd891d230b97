const partsOf = (from: ParentNode) => [...from.querySelectorAll<HTMLElement>('[data-list]')];

/**
 * Puts the parts of a page that was fetched in the place of the same parts of this one, and keeps the focus where it
 * was; the filters' fields stay where somebody has gone on filling them in. `false` if the pages differ in their parts.
 */
export function replaceParts(list: HTMLElement, page: Document, fieldsStay: boolean): boolean {
  const fresh = new Map(partsOf(page).map((part) => [part.dataset.list, part]));
  const parts = partsOf(list);
  if (parts.length === 0 || parts.length !== fresh.size) return false;
  const focused = document.activeElement;
  for (const part of parts) {
    const replacement = fresh.get(part.dataset.list);
    if (replacement && !(fieldsStay && part.dataset.list === 'fields')) part.replaceWith(replacement);
  }
  if (focused && !focused.isConnected) refocus(list, focused);
  document.dispatchEvent(new Event('list:shown'));
  return true;
}

// Where the control itself is gone, the next of its kind: whoever takes filters away can take the next one.
function refocus(list: HTMLElement, focused: Element): void {
  const part = (name = 'results') => list.querySelector<HTMLElement>(`[data-list=${name}]`);
  const place = part(focused.closest<HTMLElement>('[data-list]')?.dataset.list);
  const again =
    place?.querySelector<HTMLElement>(selectorOf(focused)) ?? place?.querySelector<HTMLElement>('.chip');
  (again ?? part())?.focus({ preventScroll: true });
}

/** How to find the same control in another making of the page. */
function selectorOf(control: Element): string {
  if (control.id) return `#${CSS.escape(control.id)}`;
  const named = ['href', 'name', 'value'].filter((name) => control.hasAttribute(name));
  return (
    control.localName +
    named.map((name) => `[${name}="${CSS.escape(control.getAttribute(name) ?? '')}"]`).join('')
  );
}

/** Has a screen reader read something aloud, after what it is reading. */
export function announce(list: HTMLElement, text: string | undefined): void {
  const status = list.querySelector<HTMLElement>('[data-list-status]');
  if (!status) return;
  // The same words again would not be heard.
  status.textContent = status.textContent === text ? `${text}\u00a0` : (text ?? '');
}
