/** The HTML that a page holds for scripts (`ForScripts.astro`), or null when it holds none by this name. */
export function htmlForScripts(name: string): DocumentFragment | null {
  const html = document.querySelector(`[data-${name}]`)?.getAttribute(`data-${name}`);
  return html ? document.createRange().createContextualFragment(html) : null;
}
