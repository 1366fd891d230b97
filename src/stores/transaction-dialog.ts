import { atom } from 'nanostores';
import type { Shell } from '../browser/core/dialog/first-fields.ts';
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
  /** The element that gets the focus back. */
  opener?: HTMLElement | undefined;
  /** The dialog that has answered the press. */
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
