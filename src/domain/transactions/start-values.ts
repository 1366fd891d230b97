import type { Currency } from '../../i18n/currencies.ts';
import type { Preferences } from '../../i18n/preferences.ts';
import { amountField } from '../amount-text.ts';
import { fromDecimal } from '../money.ts';
import { type Choices, currencyIn, usualAccount } from '../money-accounts/choices/offered.ts';
import { type FieldValues, type InputName, inputTexts } from './fields.ts';

/** The typed values of the fields: `date` a local calendar date, `time` `HH:MM` in `timezone`. */
export type TransactionValues = Record<InputName, string> & {
  /** For a new transaction: how many payments it is divided into. */
  installments?: string;
  /** What was paid in another currency than the account's, and the rate; for people who have several accounts. */
  originalAmount?: string;
  originalCurrency?: string;
  rate?: string;
  /** Instead of the rate: what it is in the person's currency. */
  convertedAmount?: string;
};

export interface Writer {
  currency: Currency;
  preferences: Pick<Preferences, 'decimal_separator' | 'timezone'> & Choices;
}

/** A transaction as the API answers it. */
interface StartsFrom extends Partial<Omit<FieldValues, 'amount'>> {
  /** Null while no rate is known. */
  amount?: number | null;
  account_amount?: number | null;
  original?: { amount: number; currency: Currency; rate: number | null; is_kept?: boolean } | null;
  /** For an offline entry. */
  convertedAmount?: number;
  /** Whether its time was entered; otherwise the field is empty, and sending it empty keeps the time. */
  has_time?: boolean;
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
  // Who has nothing to choose sends none.
  const accountId = preferences.account
    ? from?.account_id || (usualAccount(preferences, from?.type) ?? '')
    : '';
  const { decimal_separator: mark } = preferences;
  const inAccount = currencyIn({ ...preferences, currency }, accountId);
  const original = from?.original;
  // What a move to an account of another currency kept was not typed.
  const isGuess = original?.is_kept;
  const paid = original?.currency === inAccount || isGuess ? undefined : original;
  const converted =
    from?.convertedAmount ?? (inAccount === currency ? undefined : (dated?.amount ?? undefined));
  // What waits on a device was not converted yet.
  const amount = from?.account_amount ?? from?.amount ?? (paid ? undefined : original?.amount);
  return {
    ...inputTexts(from),
    type: from?.type ?? 'expense',
    accountId,
    amount: amount ? amountField(fromDecimal(amount), mark, inAccount) : '',
    date: dated?.date || now.date,
    time: dated?.has_time === false ? '' : dated?.time || now.time,
    timezone: dated?.timezone || preferences.timezone,
    charge_date: dated?.charge_date ?? '',
    ...(mode !== 'edit' && { installments: '' }),
    ...((preferences.account || from?.original) && {
      originalAmount: paid ? amountField(fromDecimal(paid.amount), mark, paid.currency) : '',
      originalCurrency: paid?.currency ?? '',
      convertedAmount: converted ? amountField(fromDecimal(converted), mark, currency) : '',
      rate: dated?.original?.rate && !isGuess ? String(dated.original.rate).replace('.', mark) : '',
    }),
  };
}
