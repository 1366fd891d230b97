import type { DialogTransaction } from '../../browser/core/page/dialog-settings.ts';
import { ApiError } from '../../browser/core/request/api-client.ts';
import { type CategoryChoice, loadCategories } from '../../stores/categories.ts';
import { findTransaction } from '../../stores/save-transaction.ts';
import type { DialogMode, DialogRequest } from '../../stores/transaction-dialog.ts';

/** The modes that show the form. */
export const WITH_FORM: DialogMode[] = ['add', 'edit', 'duplicate'];

export interface DialogData {
  /** The transaction of the dialog; none for a new one. */
  transaction: DialogTransaction | undefined;
  categories: CategoryChoice[];
}

/**
 * Loads the data of the dialog for a request: its transaction, and the categories for a form.
 * @throws ApiError
 */
export async function loadDialogData(request: DialogRequest): Promise<DialogData> {
  const { mode, id, transaction, offlineId, painted } = request;
  const isNew = mode === 'add' || mode === 'recurring';
  // An edit must be based on the current version, unless it has waited here.
  const isOld = mode === 'edit' && offlineId === undefined && !transaction?.updated_at;
  const known = isOld ? undefined : transaction;
  const hasForm = WITH_FORM.includes(mode);
  await painted;
  const [found] = await Promise.all([
    known ?? (isNew ? undefined : find(id)),
    hasForm ? loadCategories() : [],
  ]);
  return { transaction: found, categories: hasForm ? await loadCategories(found) : [] };
}

async function find(id: string | undefined): Promise<DialogTransaction> {
  if (!id) throw new ApiError(404, 'NOT_FOUND', 'errors:NOT_FOUND');
  return findTransaction(id);
}
