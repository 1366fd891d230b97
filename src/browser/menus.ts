/** Closes menus on Escape (returning the focus), on a click outside and when focus leaves; places opening ones. */
export function startMenus(): void {
  document.addEventListener('keydown', (event) => {
    const menu = event.key === 'Escape' && openMenu();
    if (!menu) return;
    menu.open = false;
    menu.querySelector('summary')?.focus();
  });
  for (const kind of ['click', 'focusin']) {
    document.addEventListener(kind, (event) => {
      const menu = openMenu();
      if (menu && !menu.contains(event.target as Node)) menu.open = false;
    });
  }
  document.addEventListener('toggle', ({ target }) => place(target as HTMLDetailsElement), true);
}

function openMenu(): HTMLDetailsElement | null {
  return document.querySelector('details[data-menu][open]');
}

/** Places the panel of a row's menu so that floating parts at the end of the page do not cover it. */
function place(menu: HTMLDetailsElement): void {
  const panel = menu.matches('.row-menu[open]') && menu.lastElementChild;
  if (!panel) return;
  panel.classList.remove('menu-up');
  const { bottom, height } = panel.getBoundingClientRect();
  const free = innerHeight - parseFloat(getComputedStyle(document.documentElement).scrollPaddingBlockEnd);
  if (bottom > free && menu.getBoundingClientRect().top > height) panel.classList.add('menu-up');
  panel.scrollIntoView({ block: 'nearest' });
}

/** Makes everything behind an open drawer inert, as a dialog does. */
export function startDrawers(): void {
  for (const drawer of document.querySelectorAll<HTMLDetailsElement>('details[data-drawer]')) {
    const guard = () => {
      for (const element of elementsOutside(drawer)) element.inert = drawer.open;
    };
    drawer.addEventListener('toggle', guard);
    // It may have been opened before this script loaded.
    guard();
    drawer.dataset.drawer = 'guarded';
    // An open drawer disappears when the screen grows wide.
    matchMedia('(width >= 48rem)').addEventListener('change', () => {
      drawer.open = false;
    });
  }
}

function elementsOutside(element: HTMLElement): HTMLElement[] {
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

/** Shows the floating add button while the page's own one is out of view. */
export function startFloatingButton(): void {
  const floating = document.querySelector<HTMLElement>('.fab');
  const inHead = document.querySelector('.page-head [data-transaction=add]');
  if (!floating || !inHead) return;
  new IntersectionObserver((entries) => {
    const isInView = entries.at(-1)?.isIntersecting ?? false;
    // A focused button stays.
    floating.toggleAttribute('data-floats', !isInView || floating === document.activeElement);
  }).observe(inHead);
}
