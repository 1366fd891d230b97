import { hasModifier } from '../core/page/modifiers.ts';

/** Opens the pages of `a[data-panel]` over the current one. */
export function startPanelLinks(): void {
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || hasModifier(event) || !(event.target instanceof Element)) return;
    const link = event.target.closest<HTMLAnchorElement>('a[data-panel]');
    // A panel over its own pages would show everything twice.
    if (!link || `${location.pathname}/`.startsWith(`${link.pathname}/`)) return;
    event.preventDefault();
    // Show the loading bar before the panel has loaded.
    const load = (detail: boolean) => dispatchEvent(new CustomEvent('loading', { detail }));
    load(true);
    import('./panel.ts')
      .then(
        (panel) => panel.openPanel(link),
        () => location.assign(link.href),
      )
      .finally(() => load(false));
  });
}
