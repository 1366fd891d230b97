import { amountField } from '../../domain/amount-text.ts';
import type { DialogMode, DialogTransaction } from '../../stores/transaction-dialog.ts';
import type { DialogSettings } from './dialog-settings.ts';
import type { TransactionValues } from './form-properties.ts';

/** What the form begins with. A duplicate is a new transaction: it happens now. */
export function startValues(
  mode: DialogMode,
  from: Partial<DialogTransaction> | undefined,
  now: { date: string; time: string },
  { preferences }: DialogSettings,
): TransactionValues {
  const dated = mode === 'duplicate' ? undefined : from;
  return {
    type: from?.type ?? 'expense',
    amount: from?.amount === undefined ? '' : amountOf(from.amount, preferences.decimal_separator),
    description: from?.description ?? '',
    categoryId: from?.category_id ?? '',
    notes: from?.notes ?? '',
    date: dated?.date || now.date,
    time: dated?.time || now.time,
    timezone: dated?.timezone || preferences.timezone,
  };
}

function amountOf(decimal: number, mark: '.' | ','): string {
  return amountField(Math.round(decimal * 100), mark);
}
