import type { TransactionValues } from '../../browser/core/forms/form-values.ts';
import type { DialogSettings, DialogTransaction } from '../../browser/core/page/dialog-settings.ts';
import type { Translate } from '../../browser/core/texts/translate.ts';
import { amountField } from '../../domain/amount-text.ts';
import { isOpening } from '../../domain/ledger/opening.ts';
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

/** The type in words: an opening balance is neither income nor an expense. */
export function kindInWords({ type, category_id, category_name }: DialogTransaction, t: Translate): string {
  return (isOpening(category_id) && category_name) || t(`transactions:form.${type}`);
}
