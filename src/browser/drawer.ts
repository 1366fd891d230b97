/** While a drawer is open, nothing behind it can be reached: it is as modal as a dialog. */
export function startDrawers(): void {
  for (const drawer of document.querySelectorAll<HTMLDetailsElement>('details[data-drawer]')) {
    drawer.addEventListener('toggle', () => {
      for (const element of besides(drawer)) element.inert = drawer.open;
    });
    // A drawer that is open when the screen grows wide is no longer on it.
    matchMedia('(width >= 48rem)').addEventListener('change', () => {
      drawer.open = false;
    });
  }
}

/** Everything of the page that neither holds the element nor lies in it. */
function besides(element: HTMLElement): HTMLElement[] {
  const others: HTMLElement[] = [];
  for (let inner = element; inner !== document.body && inner.parentElement; inner = inner.parentElement) {
    for (const sibling of inner.parentElement.children) {
      if (sibling !== inner && sibling instanceof HTMLElement && !sibling.matches('[data-toasts], script')) {
        others.push(sibling);
      }
    }
  }
  return others;
}
