import type { Currency } from '../../i18n/currencies.ts';
import type { Preferences } from '../../i18n/preferences.ts';
import { amountField } from '../amount-text.ts';
import { type Choices, currencyIn } from '../money-accounts/offered.ts';
import { type FieldValues, type InputName, inputTexts } from './fields.ts';

/** The typed values of the fields: `date` a local calendar date, `time` `HH:MM` in `timezone`. */
export type TransactionValues = Record<InputName, string> & {
  /** Of a new transaction: how many payments it is divided into. */
  installments?: string;
};

export interface Writer {
  currency: Currency;
  preferences: Pick<Preferences, 'decimal_separator' | 'timezone'> & Choices;
}

/** A transaction as the API answers it. */
export interface StartsFrom extends Partial<FieldValues> {
  account_amount?: number | null;
}

/**
 * The start values of the form, from a transaction as the API answers it. A duplicate is a new transaction: its date is
 * today, and
 * the amount is in the currency of the account.
 */
export function startValues(
  mode: string,
  from: StartsFrom | undefined,
  now: { date: string; time: string },
  { preferences, currency }: Writer,
): TransactionValues {
  const dated = mode === 'duplicate' ? undefined : from;
  const amount = from?.account_amount ?? from?.amount;
  // Who has nothing to choose sends none.
  const accountId = preferences.account ? from?.account_id || preferences.account : '';
  return {
    ...inputTexts(from),
    type: from?.type ?? 'expense',
    accountId,
    amount:
      amount === undefined
        ? ''
        : amountField(
            Math.round(amount * 100),
            preferences.decimal_separator,
            currencyIn({ ...preferences, currency }, accountId),
          ),
    date: dated?.date || now.date,
    time: dated?.time || now.time,
    timezone: dated?.timezone || preferences.timezone,
    charge_date: dated?.charge_date ?? '',
    ...(mode !== 'edit' && { installments: '' }),
  };
}
