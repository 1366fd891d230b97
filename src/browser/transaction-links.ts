import {
  closeTransactionDialog,
  DIALOG_MODES,
  type DialogRequest,
  type DialogTransaction,
  openTransactionDialog,
  pageOf,
} from '../stores/transaction-dialog.ts';
import type { FocusKey } from './focus-target.ts';

// Each language is a chunk of its own.
const TEXTS = {
  en: () => import('virtual:dialog-texts/en'),
  he: () => import('virtual:dialog-texts/he'),
};
const FOCUS_KEY: FocusKey = 'focus-after-dialog';

document.addEventListener('click', (event) => {
  const hasModifier = event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  if (event.defaultPrevented || hasModifier || !(event.target instanceof Element)) return;
  const link = event.target.closest<HTMLAnchorElement>('a[data-transaction]');
  const mode = DIALOG_MODES.find((known) => known === link?.dataset.transaction);
  if (!link || !mode || !place()) return;
  event.preventDefault();
  const start: DialogRequest['start'] = link.dataset.type === 'income' ? { type: 'income' } : undefined;
  const id = /^\/transactions\/([\da-f-]{36})\//.exec(link.pathname)?.[1];
  const templateId = link.dataset.template;
  // The menu of a row closes behind the dialog, and its links with it.
  const opener = link.closest('.row-menu')?.querySelector('summary') ?? link;
  open({ mode, id, templateId, start, opener }, link.href);
});

for (const mode of DIALOG_MODES) {
  addEventListener(`transaction:${mode}`, (event) => {
    const transaction = detailOf(event);
    const whole = mode !== 'add' && transaction?.type && transaction.description !== undefined;
    const request: DialogRequest = {
      mode,
      id: transaction?.id,
      templateId: transaction?.template_id ?? undefined,
      transaction: whole ? (transaction as DialogTransaction) : undefined,
      start: transaction,
      opener: document.activeElement instanceof HTMLElement ? document.activeElement : undefined,
    };
    if (place()) open(request, pageOf(request));
    else location.assign(pageOf(request));
  });
}

// Its fields may be named as in requests (`categoryId`) or as in answers (`category_id`).
function detailOf(event: Event): Partial<DialogTransaction> | undefined {
  const detail: object | null = event instanceof CustomEvent ? event.detail : null;
  if (!detail) return undefined;
  const inSnakeCase = Object.entries(detail).map(([name, value]) => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value,
  ]);
  return { ...Object.fromEntries(inSnakeCase), ...detail };
}

takeFocusBack();
loadAhead();

// With full performance the dialog is there when its link is pressed; otherwise nobody loads what they do not open.
function loadAhead(): void {
  if (document.documentElement.dataset.performance !== 'high' || !place()) return;
  const load = () => loadParts().catch(() => undefined);
  if ('requestIdleCallback' in window) requestIdleCallback(load);
  else addEventListener('load', load);
}

// The page was reloaded behind the dialog: focus returns to the place where it was.
function takeFocusBack(): void {
  const stored = sessionStorage.getItem(FOCUS_KEY);
  sessionStorage.removeItem(FOCUS_KEY);
  // Rare: mostly the page is not left.
  if (stored) import('./return-focus.ts').then(({ returnFocus }) => returnFocus(stored));
}

function place(): HTMLElement | null {
  return document.getElementById('transaction-dialog');
}

// The store has the request while the island is loading, so that a second click changes nothing.
function open(request: DialogRequest, page: string): void {
  if (!openTransactionDialog(request)) return;
  request.opener?.setAttribute('aria-busy', 'true');
  loadDialog()
    .catch(() => {
      closeTransactionDialog();
      location.assign(page);
    })
    .finally(() => request.opener?.removeAttribute('aria-busy'));
}

async function loadDialog(): Promise<void> {
  const [{ mountTransactionDialog }, { default: texts }] = await loadParts();
  const element = place();
  if (element) mountTransactionDialog(element, texts);
}

function loadParts() {
  return Promise.all([
    import('../islands/transaction-dialog/mount.tsx'),
    TEXTS[document.documentElement.lang === 'he' ? 'he' : 'en'](),
  ]);
}
