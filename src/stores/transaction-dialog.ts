import { atom } from 'nanostores';
import type { Shell } from '../browser/core/dialog/first-fields.ts';
import type { Toast } from '../browser/core/notices/toast.ts';
import type { DialogTransaction } from '../browser/core/page/dialog-settings.ts';

export const DIALOG_MODES = ['add', 'edit', 'duplicate', 'view', 'delete', 'recurring'] as const;

export type DialogMode = (typeof DIALOG_MODES)[number];

/** What the dialog shows. Without `transaction` it is fetched by `id`. */
export interface DialogRequest {
  mode: DialogMode;
  id?: string | undefined;
  transaction?: DialogTransaction | undefined;
  /** Its current version, if it is not gone, where `transaction` has the values of a person whose change was based on an earlier one. */
  theirs?: DialogTransaction | 'gone' | undefined;
  /** The id of the entry that waits on this device, where the dialog changes that. */
  offlineId?: number | undefined;
  /**
   * The recurring template to edit, where `mode` is `recurring`; without it a new one is created, like the transaction if
   * there is one.
   */
  templateId?: string | undefined;
  /** The start values of a new transaction, such as its type or category. */
  start?: Partial<DialogTransaction> | undefined;
  opener?: HTMLElement | undefined;
  shell?: Shell | undefined;
  /** Once the shell is on the screen. */
  painted?: Promise<void> | undefined;
}

export const $transactionDialog = atom<DialogRequest | null>(null);

/** Opens the dialog; returns `false` and changes nothing while it is open. */
export function openTransactionDialog(request: DialogRequest): boolean {
  if ($transactionDialog.get()) return false;
  $transactionDialog.set(request);
  return true;
}

export function closeTransactionDialog(): void {
  $transactionDialog.set(null);
}

// It is filled in like a transaction.
function newTemplatePage(like: string | undefined): string {
  return `/recurring/new${like ? `?like=${encodeURIComponent(like)}` : ''}`;
}

/** The page for the same request without the dialog. */
export function pageOf({ mode, id, templateId }: Pick<DialogRequest, 'mode' | 'id' | 'templateId'>): string {
  if (mode === 'recurring')
    return templateId ? `/recurring/${encodeURIComponent(templateId)}/edit` : newTemplatePage(id);
  if (mode === 'add' || !id) return '/transactions/new';
  return `/transactions/${encodeURIComponent(id)}${mode === 'view' ? '' : `/${mode}`}`;
}

/** Shows something else in the open dialog: the same transaction in another mode, or a new one with `start`. */
export function switchTransactionDialog(
  mode: DialogMode,
  transaction?: DialogTransaction,
  start?: DialogRequest['start'],
): void {
  const opener = $transactionDialog.get()?.opener;
  $transactionDialog.set({ mode, id: transaction?.id, transaction, start, opener });
}

/** What an act in the dialog has done. */
export interface Outcome {
  text: string;
  /** Of a deletion or a change, which can be undone. */
  undoId?: string | null | undefined;
  /** The recurring template that was deleted too. */
  template?: string | null | undefined;
  /** The transaction that was added, which can be taken back. */
  added?: Toast['added'];
  /** The address of the row that has the focus afterwards instead of what had it before. */
  row?: string | undefined;
  /** A further notice about it, if there is something to say. */
  later?: Promise<Toast | undefined> | undefined;
  /** Whether the dialog itself says it; a notice that undoes it comes after that, and says it to nobody again. */
  isSaid?: boolean | undefined;
  /** Whether the dialog says it for a shorter moment. */
  isBrief?: boolean | undefined;
  /** How far the page was scrolled, to which undoing it returns. */
  scrolled?: number | undefined;
  /** Whether it waits on this device: nothing else on the page has changed. */
  isKept?: boolean | undefined;
}
