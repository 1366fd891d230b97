import type { TransactionData } from '../../../api/shapes/transactions.ts';
import type { FieldName } from '../../../domain/transactions/fields.ts';
import type { Currency } from '../../../i18n/currencies.ts';
import type { WritingPreferences } from '../../../i18n/preferences.ts';
import type { WritingStyle } from '../forms/form-values.ts';

/** The person's settings that the dialog needs, from its element's data attributes. */
export interface DialogSettings {
  language: string;
  currency: Currency;
  preferences: WritingPreferences & Pick<WritingStyle, 'accounts' | 'account' | 'incomeAccount'>;
}

export function settingsOf({ dataset }: HTMLElement): DialogSettings {
  const { language = 'en', currency = 'ILS', preferences = '{}' } = dataset;
  return { language, currency: currency as Currency, preferences: JSON.parse(preferences) };
}

/** A transaction as the API returns it; an event may carry fewer fields. */
export type DialogTransaction = Pick<TransactionData, 'id' | FieldName> &
  Partial<TransactionData> & { has_time?: boolean };
