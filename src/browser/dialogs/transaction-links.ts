import { loadTexts } from 'virtual:dialog-texts/dialog';
import {
  $transactionDialog,
  closeTransactionDialog,
  DIALOG_MODES,
  type DialogRequest,
} from '../../stores/transaction-dialog.ts';
import { openShell } from '../core/dialog/first-fields.ts';
import { FOCUS } from '../core/names.ts';
import { hasModifier } from '../core/page/modifiers.ts';

document.addEventListener('click', (event) => {
  if (event.defaultPrevented || hasModifier(event) || !(event.target instanceof Element)) return;
  const link = event.target.closest<HTMLAnchorElement>('a[data-transaction]');
  const mode = DIALOG_MODES.find((name) => name === link?.dataset.transaction);
  if (!link || !mode || !place()) return;
  event.preventDefault();
  const id = /^\/transactions\/([\da-f-]{36})\//.exec(link.pathname)?.[1];
  const templateId = link.dataset.template;
  // The row's menu closes behind the dialog, together with its links.
  const opener = link.closest('[data-menu]')?.querySelector('summary') ?? link;
  const request = { mode, id, templateId, opener, isMeant: mode === 'delete' };
  open(request, link.href, link.textContent.trim(), link.closest<HTMLElement>('[data-signed]'));
});

for (const mode of DIALOG_MODES) {
  addEventListener(`transaction:${mode}`, async (event) => {
    const { dialogRequest } = await import('./transaction-events.ts');
    const [request, page] = dialogRequest(mode, event);
    if (place()) open(request, page);
    else location.assign(page);
  });
}

takeFocusBack();
loadAhead();

/** Preloads the dialog near its links and once the page is used and idle, unless data or battery is saved. */
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
  // Browsers fire one move without movement under a resting pointer.
  const follow = ({ movementX, movementY }: PointerEvent) => {
    if (!movementX && !movementY) return;
    removeEventListener('pointermove', follow);
    loadWhenIdle();
  };
  addEventListener('pointermove', follow, { passive: true });
}

// Also fetches what the form shows.
function loadAtLink({ target }: Event): void {
  if (!(target instanceof Element) || !target.closest('a[data-transaction]')) return;
  loadParts()
    .then(() => import('../../stores/categories.ts'))
    .then(({ loadCategories }) => loadCategories())
    .catch(() => undefined);
}

// Restores the focus after the page was reloaded behind the dialog.
function takeFocusBack(): void {
  const stored = sessionStorage.getItem(FOCUS);
  sessionStorage.removeItem(FOCUS);
  // Rarely needed, so loaded on demand.
  if (stored) import('../core/page/show-changes.ts').then(({ returnFocus }) => returnFocus(stored));
}

function place(): HTMLElement | null {
  return document.getElementById('transaction-dialog');
}

// The store has the request while the island loads, so that a second click changes nothing.
function open(request: DialogRequest, page: string, title = '', row?: HTMLElement | null): void {
  const { mode, opener } = request;
  const element = place();
  if (!element || $transactionDialog.get()) return;
  const shown = mode === 'edit' || mode === 'duplicate' ? row : undefined;
  const shell = openShell(title, element, mode === 'add' || shown, () => {
    closeTransactionDialog();
    opener?.focus({ preventScroll: true });
  });
  // Heavy work waits until the shell is painted; hidden pages paint nothing, hence the timeout.
  const painted = new Promise<void>((done) => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, 100);
  });
  $transactionDialog.set({ ...request, shell, painted });
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
