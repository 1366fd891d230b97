import type { Choices } from '../../../domain/money-accounts/choices/offered.ts';
import type { ScheduleValues } from '../../../domain/recurring/templates/wizard-values.ts';
import type { TransactionValues } from '../../../domain/transactions/start-values.ts';
import type { Currency } from '../../../i18n/currencies.ts';
import type { Preferences } from '../../../i18n/preferences.ts';

/** The fields of a new category; an empty colour or icon is derived from the name. */
export interface NewCategoryValues {
  newCategoryName: string;
  newCategoryColor: string;
  newCategoryIcon: string;
}

export type FormField = keyof TransactionValues | keyof NewCategoryValues | keyof ScheduleValues;

/** Transaction values always, schedule values in the wizard. */
export type FormValues = TransactionValues & NewCategoryValues & Partial<ScheduleValues>;

export const NO_NEW_CATEGORY: NewCategoryValues = {
  newCategoryName: '',
  newCategoryColor: '',
  newCategoryIcon: '',
};

/** The name of the button that saves and starts the next transaction. */
export const GO_ON = 'go_on';

/** How a person writes, and their accounts. */
export type WritingStyle = Choices &
  Pick<
    Preferences,
    | 'date_format'
    | 'time_format'
    | 'decimals'
    | 'thousand_separator'
    | 'decimal_separator'
    | 'symbol_position'
    | 'week_start'
    | 'timezone'
  > & { currency: Currency };

/** Errors from the server, as text keys or texts: `fields` by field, `form` for the whole form. */
export interface Errors {
  fields?: { field: FormField; message: string }[];
  form?: string;
}
