import type { InputName } from '../../../domain/transactions/fields.ts';
import type { Currency } from '../../../i18n/currencies.ts';
import type { Preferences } from '../../../i18n/preferences.ts';

/** The typed values of the fields: `date` a local calendar date, `time` `HH:MM` in `timezone`. */
export type TransactionValues = Record<InputName, string>;

/** The fields of a new category; an empty colour or icon is derived from the name. */
export interface NewCategoryValues {
  newCategoryName: string;
  newCategoryColor: string;
  newCategoryIcon: string;
}

/** Further values of a form that may create a recurring template: flags are `true` or empty, numbers are text. */
export interface ScheduleValues {
  /** The name in the list of recurring templates; empty means the description. */
  name: string;
  isRecurring: string;
  recurringFrequency: string;
  recurringInterval: string;
  /** Empty means the day of the first date; the same for the day of the week. */
  dayOfMonth: string;
  dayOfWeek: string;
  recurringEndType: string;
  recurringEndDate: string;
  recurringMaxOccurrences: string;
  /** The scope of a change: `future` or `all`. */
  scope: string;
}

export type FormField = keyof TransactionValues | keyof NewCategoryValues | keyof ScheduleValues;

/** Transaction values always, schedule values in the wizard. */
export type FormValues = TransactionValues & NewCategoryValues & Partial<ScheduleValues>;

export const NO_NEW_CATEGORY: NewCategoryValues = {
  newCategoryName: '',
  newCategoryColor: '',
  newCategoryIcon: '',
};

export type WritingStyle = Pick<
  Preferences,
  | 'date_format'
  | 'time_format'
  | 'decimals'
  | 'thousand_separator'
  | 'decimal_separator'
  | 'symbol_position'
  | 'week_start'
> & { currency: Currency };

/** Errors from the server, as text keys or texts: `fields` by field, `form` for the whole form. */
export interface Errors {
  fields?: { field: FormField; message: string }[];
  form?: string;
}
