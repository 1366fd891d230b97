import { atom } from 'nanostores';

export type DialogMode = 'add' | 'edit' | 'duplicate' | 'delete';

/** A transaction as the API gives it; an event may carry only its `id`. Amounts are decimal numbers. */
export interface DialogTransaction {
  id: string;
  type: 'expense' | 'income';
  amount: number;
  description: string;
  category_id: string | null;
  date: string;
  time: string;
  timezone: string;
  notes: string | null;
  template_id?: string | null;
  is_recurring?: boolean;
}

/** What the dialog is asked to show. Without `transaction` it is fetched by `id`. */
export interface DialogRequest {
  mode: DialogMode;
  id?: string | undefined;
  transaction?: DialogTransaction | undefined;
  /** What a new transaction begins with, such as its type or category. */
  start?: Partial<DialogTransaction> | undefined;
  /** The element that gets the focus back. */
  opener?: HTMLElement | undefined;
}

export const $transactionDialog = atom<DialogRequest | null>(null);

/** Asks for the dialog; while one is open another request is refused and `false` comes back. */
export function openTransactionDialog(request: DialogRequest): boolean {
  if ($transactionDialog.get()) return false;
  $transactionDialog.set(request);
  return true;
}

/** Shows the same transaction in another way: from editing to duplicating or deleting. */
export function switchTransactionDialog(mode: DialogMode, transaction: DialogTransaction): void {
  const opener = $transactionDialog.get()?.opener;
  $transactionDialog.set({ mode, id: transaction.id, transaction, opener });
}

export function closeTransactionDialog(): void {
  $transactionDialog.set(null);
}

/** The page that does the same without the dialog. */
export function pageOf({ mode, id }: Pick<DialogRequest, 'mode' | 'id'>): string {
  return mode === 'add' || !id ? '/transactions/new' : `/transactions/${encodeURIComponent(id)}/${mode}`;
}
