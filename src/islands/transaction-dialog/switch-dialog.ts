import type { DialogTransaction } from '../../browser/core/page/dialog-settings.ts';
import { $transactionDialog, type DialogMode, type DialogRequest } from '../../stores/transaction-dialog.ts';

/** Shows something else in the open dialog: the same transaction in another mode, or a new one with `start`. */
export function switchTransactionDialog(
  mode: DialogMode,
  transaction?: DialogTransaction,
  start?: DialogRequest['start'],
): void {
  const opener = $transactionDialog.get()?.opener;
  $transactionDialog.set({ mode, id: transaction?.id, transaction, start, opener });
}
