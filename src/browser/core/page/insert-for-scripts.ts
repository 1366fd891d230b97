/**
 * Replaces `[data-without-scripts]` by the HTML that the element after it has for scripts. Browsers without scripts never
 * see that HTML, and text browsers would show it even if it were hidden.
 */
export function insertForScripts(page: ParentNode): void {
  for (const plain of page.querySelectorAll('[data-without-scripts]')) {
    const holder = plain.nextElementSibling;
    if (!(holder instanceof HTMLElement) || !holder.dataset.instead) continue;
    plain.remove();
    holder.outerHTML = holder.dataset.instead;
  }
}
