import type { AccountRow } from '../../../db/tables.ts';
import type { Currency } from '../../../i18n/currencies.ts';
import { type Format, formatter } from '../../../i18n/format.ts';
import type { Preferences } from '../../../i18n/preferences.ts';

/** The currency of an account: its own, or that of its person. */
export function currencyOf(
  { currency }: Pick<AccountRow, 'currency'>,
  viewer: { currency: Currency },
): Currency {
  return (currency as Currency | null) ?? viewer.currency;
}

/** Writes amounts in the account's currency. */
export function formatOf(
  account: Pick<AccountRow, 'currency'>,
  viewer: { currency: Currency; preferences: Preferences },
): Format {
  return formatter(currencyOf(account, viewer), viewer.preferences);
}

/** The column of an account: null, so that it stays that of the person. */
export function storedCurrency(
  currency: Currency | undefined,
  viewer: { currency: Currency },
): Currency | null {
  return currency === undefined || currency === viewer.currency ? null : currency;
}
