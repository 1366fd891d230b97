/** What may be set aside while the rest of a list is replaced. */
export interface Stay {
  /** The filters' fields: somebody has gone on filling them in. */
  fields?: boolean;
  /** The ticked boxes of the list. */
  ticks?: boolean;
}

const partsOf = (from: ParentNode) => [...from.querySelectorAll<HTMLElement>('[data-list]')];

/**
 * Puts the parts of a page that was fetched in the place of the same parts of this one, and keeps the focus where it
 * was; `false` if the pages have not the same parts.
 */
export function replaceParts(list: HTMLElement, page: Document, stay: Stay = {}): boolean {
  const fresh = new Map(partsOf(page).map((part) => [part.dataset.list, part]));
  const parts = partsOf(list);
  if (parts.length === 0 || parts.length !== fresh.size) return false;
  const focused = document.activeElement;
  const ticked = stay.ticks
    ? [...list.querySelectorAll<HTMLInputElement>('[data-list=results] :checked')]
    : [];
  for (const part of parts) {
    const replacement = fresh.get(part.dataset.list);
    if (replacement && !(stay.fields && part.dataset.list === 'fields')) part.replaceWith(replacement);
  }
  for (const box of ticked) {
    const again = list.querySelector<HTMLInputElement>(selectorOf(box));
    if (again) again.checked = true;
  }
  if (focused && !focused.isConnected) refocus(list, focused);
  document.dispatchEvent(new Event('list:shown'));
  return true;
}

function refocus(list: HTMLElement, focused: Element): void {
  const again = list.querySelector<HTMLElement>(selectorOf(focused));
  const results = list.querySelector<HTMLElement>('[data-list=results]');
  (again ?? results)?.focus({ preventScroll: true });
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

/** Lets a screen reader say something, once it has nothing else to say. */
export function say(list: HTMLElement, text: string | undefined): void {
  const status = list.querySelector<HTMLElement>('[data-list-status]');
  if (!status) return;
  // The same words again would not be heard.
  status.textContent = status.textContent === text ? `${text}\u00a0` : (text ?? '');
}
