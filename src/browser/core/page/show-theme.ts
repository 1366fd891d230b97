export function showTheme(theme: string): void {
  document.documentElement.dataset.theme = theme;
  const header = document.querySelector('.header') ?? document.body;
  const surface = getComputedStyle(header).backgroundColor;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]'))
    meta.content = surface;
}
