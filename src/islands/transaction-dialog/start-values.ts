import type { TransactionValues } from '../../browser/core/forms/form-values.ts';
import type { DialogSettings, DialogTransaction } from '../../browser/core/page/dialog-settings.ts';
import { amountField } from '../../domain/amount-text.ts';
import { inputTexts } from '../../domain/transactions/fields.ts';
import type { DialogMode } from '../../stores/transaction-dialog.ts';

/** The start values of the form. A duplicate is a new transaction: its date is today. */
export function startValues(
  mode: DialogMode,
  from: Partial<DialogTransaction> | undefined,
  now: { date: string; time: string },
  { preferences, currency }: DialogSettings,
): TransactionValues {
  const dated = mode === 'duplicate' ? undefined : from;
  return {
    ...inputTexts(from),
    type: from?.type ?? 'expense',
    amount:
      from?.amount === undefined
        ? ''
        : amountField(Math.round(from.amount * 100), preferences.decimal_separator, currency),
    date: dated?.date || now.date,
    time: dated?.time || now.time,
    timezone: dated?.timezone || preferences.timezone,
  };
}
