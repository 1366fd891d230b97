/** Replaces `[data-without-scripts]` by HTML from an attribute, because text browsers show even hidden elements. */
export function insertForScripts(page: ParentNode): void {
  for (const plain of page.querySelectorAll('[data-without-scripts]')) {
    const holder = plain.nextElementSibling;
    if (!(holder instanceof HTMLElement) || !holder.dataset.instead) continue;
    plain.remove();
    holder.outerHTML = holder.dataset.instead;
  }
}
