import { hasModifier } from '../core/page/modifiers.ts';

/** Loads cell editing and swipes once they are about to be used. */
const loadCells = async () => {
  cells ??= await import('./cells/keyboard.ts');
  return cells;
};

let cells: typeof import('./cells/keyboard.ts') | undefined;

const ROW = '[data-list=results] tbody tr';

const within = <Found extends Element = HTMLElement>({ target }: Event, selector: string) =>
  target instanceof Element ? target.closest<Found>(`${ROW} ${selector}`) : null;

const ignore = () => undefined;

// Loaded before a key is pressed.
for (const kind of ['focusin', 'pointerover'])
  document.addEventListener(kind, (event) => {
    const isMouse = (event as PointerEvent).pointerType === 'mouse';
    if (within(event, isMouse ? '*' : '.row-link:focus-visible')) loadCells().catch(ignore);
  });

document.addEventListener('keydown', (event) => {
  const link = within(event, '.row-link');
  const ahead = document.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  if (!link || hasModifier(event) || (event.key !== 'F2' && event.key !== ahead)) return;
  event.preventDefault();
  // Synchronously if possible: the next key is for the cell.
  if (cells) cells.enterCells(link);
  else loadCells().then(({ enterCells }) => enterCells(link), ignore);
});

document.addEventListener('click', (event) => {
  const menu = within<HTMLDetailsElement>(event, '.row-menu');
  if (!menu) return;
  const deletion = within<HTMLButtonElement>(event, 'button[data-transaction=delete]');
  // Without a connection the dialog keeps the deletion on this device.
  if (deletion && !navigator.onLine) {
    event.preventDefault();
    menu.open = false;
    menu.querySelector('summary')?.focus();
    const id = deletion.name.replace(/.*:/, '');
    return void dispatchEvent(new CustomEvent('transaction:delete', { detail: { id } }));
  }
  const link = within<HTMLAnchorElement>(event, 'a[data-change]');
  if (!link) return offerDate(menu);
  if (hasModifier(event)) return;
  event.preventDefault();
  menu.open = false;
  loadCells().then(
    ({ change }) => change(link, 'date'),
    () => location.assign(link.href),
  );
});

/** Adds the date's link to a row's opening menu; without scripts it is a field of the form. */
function offerDate(menu: HTMLElement): void {
  const edit = menu.querySelector<HTMLAnchorElement>('[data-transaction=edit]');
  const text = menu.closest<HTMLElement>('[data-change-date]')?.dataset.changeDate;
  if (!edit || !text || menu.querySelector('[data-change]')) return;
  const link = document.createElement('a');
  link.href = `${edit.href}#date`;
  link.dataset.change = 'date';
  link.textContent = text;
  link.ariaLabel = edit.ariaLabel?.replace(edit.textContent?.trim() ?? '', () => text) ?? text;
  edit.after(link);
}

// Screen readers give fingers other meanings.
document.addEventListener('pointerdown', (event) => {
  if (event.pointerType !== 'touch' || !within(event, '*') || document.documentElement.dataset.reader) return;
  import('./swipe.ts').then(({ follow }) => follow(event), ignore);
});
