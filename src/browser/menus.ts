/** Closes menus by Escape (focus returns to the button), by a click outside and when focus leaves them. */
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
}

function openMenu(): HTMLDetailsElement | null {
  return document.querySelector('details[data-menu][open]');
}
