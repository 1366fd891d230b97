import { type CategoryChoice, loadCategories } from '../../stores/categories.ts';
import type { DialogMode, DialogRequest, DialogTransaction } from '../../stores/transaction-dialog.ts';
import { ApiError } from '../api-client.ts';
import { readTransaction } from './save-transaction.ts';

/** The modes that show the form. */
export const WITH_FORM: DialogMode[] = ['add', 'edit', 'duplicate'];

export interface DialogData {
  /** What the dialog is about; nothing for a new transaction. */
  transaction: DialogTransaction | undefined;
  categories: CategoryChoice[];
}

/**
 * Loads what the dialog needs for a request: the transaction that it is about, and the categories for a form.
 * @throws ApiError
 */
export async function loadDialogData({ mode, id, transaction }: DialogRequest): Promise<DialogData> {
  const isNew = mode === 'add' || mode === 'recurring';
  // Whoever edits must know which version it is.
  const known = mode === 'edit' && !transaction?.updated_at ? undefined : transaction;
  const hasForm = WITH_FORM.includes(mode);
  const [found] = await Promise.all([
    known ?? (isNew ? undefined : load(id)),
    hasForm ? loadCategories() : [],
  ]);
  return { transaction: found, categories: hasForm ? await loadCategories(found?.category_id) : [] };
}

async function load(id: string | undefined): Promise<DialogTransaction> {
  if (!id) throw new ApiError(404, 'NOT_FOUND', 'errors:NOT_FOUND');
  return readTransaction({ id });
}
