import { toastAfterNavigation } from '../../browser/toast.ts';
import type { DialogRequest } from '../../stores/transaction-dialog.ts';

/** Where the focus waits for the next page: how to find the control that had opened the dialog. */
export type FocusKey = 'focus-after-dialog';

export interface FocusTarget {
  /** Empty where the control cannot be named. */
  selector: string;
  /** Which of those that the selector finds. */
  index: number;
}

const FOCUS_KEY: FocusKey = 'focus-after-dialog';

/** A deletion that can be taken back, and the template that went with it. */
export interface Deletion {
  undoId: string;
  template?: string | null | undefined;
}

/** What a page showed has another page now. */
export interface Moved {
  page: string;
}

/**
 * Loads the page again; there the message is shown, after a deletion with its undo button, and
 * the focus goes back to the opener. A page of what was deleted is there no more: its list is shown instead.
 */
export function refreshPage(
  message: string,
  { mode, id, opener }: DialogRequest,
  done?: Deletion | Moved,
): void {
  const deletion = done && 'undoId' in done ? done : undefined;
  toastAfterNavigation('success', message, deletion?.undoId);
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
  const found = selector ? [...document.querySelectorAll<HTMLElement>(selector)] : [];
  return { selector, index: opener ? Math.max(0, found.indexOf(opener)) : 0 };
}

function selectorOf(opener: HTMLElement | undefined): string {
  if (opener?.id) return `#${CSS.escape(opener.id)}`;
  const { transaction, id } = opener?.dataset ?? {};
  if (!transaction) return '';
  return `[data-transaction="${CSS.escape(transaction)}"]${id ? `[data-id="${CSS.escape(id)}"]` : ''}`;
}
