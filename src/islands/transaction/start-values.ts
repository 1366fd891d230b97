import type { DialogMode, DialogTransaction } from '../../stores/transaction-dialog.ts';
import type { TransactionValues } from './form-properties.ts';

/** What the form begins with. A duplicate is a new transaction: it happens now. */
export function startValues(
  mode: DialogMode,
  from: Partial<DialogTransaction> | undefined,
  now: { date: string; time: string },
): TransactionValues {
  return {
    type: from?.type ?? 'expense',
    amount: from?.amount === undefined ? '' : from.amount.toFixed(2),
    description: from?.description ?? '',
    categoryId: from?.category_id ?? '',
    notes: from?.notes ?? '',
    date: (mode === 'edit' && from?.date) || now.date,
    time: (mode === 'edit' && from?.time) || now.time,
  };
}
