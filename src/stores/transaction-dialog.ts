import { atom } from 'nanostores';
import type { Shell } from '../browser/core/dialog/first-fields.ts';
import type { Toast } from '../browser/core/notices/toast.ts';
import type { DialogTransaction } from '../browser/core/page/dialog-settings.ts';

export const DIALOG_MODES = ['add', 'edit', 'duplicate', 'view', 'delete', 'recurring'] as const;

export type DialogMode = (typeof DIALOG_MODES)[number];

/** What the dialog shows. Without `transaction`, it is fetched by `id`. */
export interface DialogRequest {
  mode: DialogMode;
  id?: string | undefined;
  transaction?: DialogTransaction | undefined;
  /** The current version, or `gone`, when `transaction` has values based on an earlier version. */
  theirs?: DialogTransaction | 'gone' | undefined;
  offlineId?: number | undefined;
  /** The template to edit in mode `recurring`; without it a new one is created, like `transaction` if present. */
  templateId?: string | undefined;
  /** Start values of a new transaction, such as its type or category. */
  start?: Partial<DialogTransaction> | undefined;
  /** Whether a deletion begins without a question, because it can be undone. */
  isMeant?: boolean | undefined;
  opener?: HTMLElement | undefined;
  shell?: Shell | undefined;
  painted?: Promise<void> | undefined;
}

export const $transactionDialog = atom<DialogRequest | null>(null);

export const closeTransactionDialog = (): void => $transactionDialog.set(null);

/** The page for the same request without the dialog. */
export function pageOf({ mode, id, templateId }: Pick<DialogRequest, 'mode' | 'id' | 'templateId'>): string {
  if (mode === 'recurring' && templateId) return `/recurring/${encodeURIComponent(templateId)}/edit`;
  // The form is filled in like a transaction.
  if (mode === 'recurring') return `/recurring/new${id ? `?like=${encodeURIComponent(id)}` : ''}`;
  if (mode === 'add' || !id) return '/transactions/new';
  return `/transactions/${encodeURIComponent(id)}${mode === 'view' ? '' : `/${mode}`}`;
}

/** Shows the same transaction in another mode, or a new one, in the open dialog. */
export function switchTransactionDialog(mode: DialogMode, transaction?: DialogTransaction): void {
  const opener = $transactionDialog.get()?.opener;
  $transactionDialog.set({ mode, id: transaction?.id, transaction, opener, isMeant: mode === 'delete' });
}

/** What came of a form or a deletion. `kept` waits on this device: nothing else on the page has changed. */
export type DialogOutcome = { kind: 'kept'; text: string } | SavedOutcome;

export interface SavedOutcome extends Omit<Toast, 'kind'> {
  /** Whether the dialog shows it, or a notice on the page. */
  kind: 'shown' | 'notice';
  /** The recurring template that was also deleted. */
  template?: string | null | undefined;
  /** The address of the row to focus afterwards instead of the previous focus. */
  row?: string | undefined;
  later?: Promise<Toast | undefined> | undefined;
  isBrief?: boolean | undefined;
}

export const isUndoable = ({ added, undoId }: SavedOutcome): boolean => Boolean(added || undoId);

/** Whether a success stays in the dialog until the person leaves it. Otherwise the notice afterwards announces it. */
export const staysOpen = (): boolean => Boolean(document.documentElement.dataset.reader);
