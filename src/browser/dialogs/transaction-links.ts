import { loadTexts } from 'virtual:dialog-texts/dialog';
import {
  $transactionDialog,
  closeTransactionDialog,
  DIALOG_MODES,
  type DialogRequest,
  openTransactionDialog,
} from '../../stores/transaction-dialog.ts';
import { openShell } from '../core/dialog/first-fields.ts';
import { FOCUS } from '../core/names.ts';
import { hasModifier } from '../core/page/modifiers.ts';

document.addEventListener('click', (event) => {
  if (event.defaultPrevented || hasModifier(event) || !(event.target instanceof Element)) return;
  const link = event.target.closest<HTMLAnchorElement>('a[data-transaction]');
  const mode = DIALOG_MODES.find((known) => known === link?.dataset.transaction);
  if (!link || !mode || !place()) return;
  event.preventDefault();
  const id = /^\/transactions\/([\da-f-]{36})\//.exec(link.pathname)?.[1];
  const templateId = link.dataset.template;
  // The menu of a row closes behind the dialog, and its links with it.
  const opener = link.closest('.row-menu')?.querySelector('summary') ?? link;
  const request = { mode, id, templateId, opener };
  open(request, link.href, link.textContent.trim(), link.closest<HTMLElement>('[data-signed]'));
});

for (const mode of DIALOG_MODES) {
  addEventListener(`transaction:${mode}`, async (event) => {
    const { requestOf } = await import('./transaction-events.ts');
    const [request, page] = requestOf(mode, event);
    if (place()) open(request, page);
    else location.assign(page);
  });
}

takeFocusBack();
loadAhead();

/**
 * The dialog is there when its link is pressed: loaded when the pointer or the focus is at such a link, and otherwise once
 * the page is used and idle, unless an island of its own loads then (the dashboard's small drawings may); with full
 * performance as soon as it is idle. Whoever saves data or battery loads only what they open.
 */
function loadAhead(): void {
  const { performance } = document.documentElement.dataset;
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (performance === 'battery' || connection?.saveData || !place()) return;
  const load = () => loadDialog().catch(() => undefined);
  const loadWhenIdle = () => ('requestIdleCallback' in window ? requestIdleCallback(load) : setTimeout(load));
  for (const kind of ['pointerover', 'focusin', 'touchstart'])
    document.addEventListener(kind, loadAtLink, { passive: true });
  if (performance === 'high') loadWhenIdle();
  if (document.querySelector('astro-island:not(.home *)')) return;
  for (const kind of ['keydown', 'touchstart', 'scroll'])
    addEventListener(kind, loadWhenIdle, { passive: true, once: true });
  // A pointer that rests where the page opens is said to move once, by nothing.
  const follow = ({ movementX, movementY }: PointerEvent) => {
    if (!movementX && !movementY) return;
    removeEventListener('pointermove', follow);
    loadWhenIdle();
  };
  addEventListener('pointermove', follow, { passive: true });
}

// What the form shows is fetched as well.
function loadAtLink({ target }: Event): void {
  if (!(target instanceof Element) || !target.closest('a[data-transaction]')) return;
  loadParts()
    .then(([{ loadForm }]) => loadForm())
    .catch(() => undefined);
}

// The page was reloaded behind the dialog: focus returns to the place where it was.
function takeFocusBack(): void {
  const stored = sessionStorage.getItem(FOCUS);
  sessionStorage.removeItem(FOCUS);
  // Rare: mostly the page is not left.
  if (stored) import('../core/page/show-changes.ts').then(({ returnFocus }) => returnFocus(stored));
}

function place(): HTMLElement | null {
  return document.getElementById('transaction-dialog');
}

// The store has the request while the island is loading, so that a second click changes nothing.
function open(request: DialogRequest, page: string, title = '', row?: HTMLElement | null): void {
  const { mode, opener } = request;
  const element = place();
  if (!element || $transactionDialog.get()) return;
  const shown = mode === 'edit' || mode === 'duplicate' ? row : undefined;
  const shell = openShell(title, element, mode === 'add' || shown, () => {
    closeTransactionDialog();
    opener?.focus({ preventScroll: true });
  });
  // What is heavy waits until the press is answered on the screen; a hidden page draws nothing.
  const painted = new Promise<void>((done) => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, 100);
  });
  openTransactionDialog({ ...request, shell, painted });
  opener?.setAttribute('aria-busy', 'true');
  painted
    .then(loadDialog)
    .catch(() => {
      closeTransactionDialog();
      shell.dialog.remove();
      location.assign(page);
    })
    .finally(() => opener?.removeAttribute('aria-busy'));
}

async function loadDialog(): Promise<void> {
  const [{ mountTransactionDialog }, texts] = await loadParts();
  const element = place();
  if (element) mountTransactionDialog(element, texts);
}

function loadParts() {
  return Promise.all([import('../../islands/transaction-dialog/mount.tsx'), loadTexts()]);
}
