import { toastAfterNavigation } from '../../browser/toast.ts';
import type { DialogRequest } from '../../stores/transaction-dialog.ts';

/** The storage key of the focus for the next page: how to find the control that had opened the dialog. */
export type FocusKey = 'focus-after-dialog';

export interface FocusTarget {
  /** Empty if the control cannot be identified. */
  selector: string;
  /** Its index among the elements that the selector finds. */
  index: number;
  /** The index of its row among the rows of the page, for when the row itself is gone. */
  row?: number | undefined;
}

const FOCUS_KEY: FocusKey = 'focus-after-dialog';

/** A deletion that can be undone, and its template if that was deleted too. */
export interface Deletion {
  undoId: string;
  template?: string | null | undefined;
}

/** Whether another page now shows what the page showed. */
export interface Moved {
  page: string;
}

/**
 * Reloads the page, which then shows the message, after a deletion with its undo button; the focus returns to the
 * opener. If the page's own subject was deleted, its list is shown instead.
 */
export function refreshPage(
  message: string,
  { mode, id, opener }: DialogRequest,
  done?: Deletion | Moved,
): void {
  const deletion = done && 'undoId' in done ? done : undefined;
  // The dialog has announced it.
  toastAfterNavigation('success', message, { undoId: deletion?.undoId, isAnnounced: true });
  sessionStorage.setItem(FOCUS_KEY, JSON.stringify(targetOf(opener)));
  const isOf = (list: string, gone: string | null | undefined) =>
    Boolean(gone) && location.pathname.startsWith(`${list}/${encodeURIComponent(gone ?? '')}`);
  if (done && 'page' in done) location.replace(done.page);
  else if (mode === 'delete' && isOf('/transactions', id)) location.replace('/transactions');
  else if (isOf('/recurring', deletion?.template)) location.replace('/recurring');
  else location.reload();
}

function targetOf(opener: HTMLElement | undefined): FocusTarget {
  const selector = selectorOf(opener);
  const row = opener?.closest(ROW);
  return {
    selector,
    index: opener && selector ? Math.max(0, indexOf(opener, selector)) : 0,
    row: row ? indexOf(row, ROW) : undefined,
  };
}

const ROW = '.data-table tbody tr';

const indexOf = (element: Element, selector: string) =>
  [...document.querySelectorAll(selector)].indexOf(element);

function selectorOf(opener: HTMLElement | undefined): string {
  if (opener?.id) return `#${CSS.escape(opener.id)}`;
  const { transaction } = opener?.dataset ?? {};
  if (!transaction) return '';
  return `[data-transaction="${CSS.escape(transaction)}"][href="${CSS.escape(opener?.getAttribute('href') ?? '')}"]`;
}
