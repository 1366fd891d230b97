/** Replaces unused `[data-without-scripts]` by HTML from an attribute: text browsers show even hidden elements. */
export function insertForScripts(page: ParentNode): void {
  for (const plain of page.querySelectorAll('[data-without-scripts]')) {
    const holder = plain.nextElementSibling;
    if (!(holder instanceof HTMLElement) || !holder.dataset.instead || isUsed(plain)) continue;
    plain.remove();
    holder.outerHTML = holder.dataset.instead;
  }
}

const isUsed = (plain: Element) =>
  plain.contains(document.activeElement) ||
  [...plain.querySelectorAll('option')].some((option) => option.selected !== option.defaultSelected);
