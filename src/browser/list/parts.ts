const partsOf = (from: ParentNode) => [...from.querySelectorAll<HTMLElement>('[data-list]')];

/**
 * Replaces the parts of this page with the same parts of a fetched page. The focus stays where it was, and so do fields
 * of the filters that have been changed since. `false` if the pages differ in their parts.
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

// If the control itself is gone, the next of its kind: after one filter was removed, the next one can be.
function refocus(list: HTMLElement, focused: Element): void {
  const part = (name = 'results') => list.querySelector<HTMLElement>(`[data-list=${name}]`);
  const place = part(focused.closest<HTMLElement>('[data-list]')?.dataset.list);
  const again =
    place?.querySelector<HTMLElement>(selectorOf(focused)) ?? place?.querySelector<HTMLElement>('.chip');
  (again ?? part())?.focus({ preventScroll: true });
}

/** Selects the same control in another rendering of the page. */
function selectorOf(control: Element): string {
  if (control.id) return `#${CSS.escape(control.id)}`;
  const named = ['href', 'name', 'value'].filter((name) => control.hasAttribute(name));
  return (
    control.localName +
    named.map((name) => `[${name}="${CSS.escape(control.getAttribute(name) ?? '')}"]`).join('')
  );
}

/** Announces text to screen readers, after what they are reading. */
export function announce(list: ParentNode, text: string | undefined): void {
  const status = list.querySelector<HTMLElement>('[data-list-status]');
  if (!status) return;
  // The same text again would not be announced.
  status.textContent = status.textContent === text ? `${text}\u00a0` : (text ?? '');
}
