import type { InputName } from '../../domain/transactions/fields.ts';
import type { Currency, Preferences } from '../../i18n/preferences.ts';

/** What a person typed, as the fields hold it: `date` a local calendar date, `time` `HH:MM` in `timezone`. */
export type TransactionValues = Record<InputName, string>;

/** What the fields of a category that is made along the way hold; an empty colour or icon is derived from the name. */
export interface NewCategoryValues {
  newCategoryName: string;
  newCategoryColor: string;
  newCategoryIcon: string;
}

/** What the fields hold beside them where something may recur: flags are `true` or empty, numbers are text. */
export interface ScheduleValues {
  /** The name in the list of recurring templates; empty means the description. */
  name: string;
  isRecurring: string;
  recurringFrequency: string;
  recurringInterval: string;
  /** Empty means that of the first date; so does the day of the week. */
  dayOfMonth: string;
  dayOfWeek: string;
  recurringEndType: string;
  recurringEndDate: string;
  recurringMaxOccurrences: string;
  /** What a change is for: `future` or `all`. */
  scope: string;
}

/** Every field that the parts of a form can show. */
export type FormField = keyof TransactionValues | keyof NewCategoryValues | keyof ScheduleValues;

/** What a form holds: of a transaction always, of a schedule in the wizard. */
export type FormValues = TransactionValues & NewCategoryValues & Partial<ScheduleValues>;

export const NO_NEW_CATEGORY: NewCategoryValues = {
  newCategoryName: '',
  newCategoryColor: '',
  newCategoryIcon: '',
};

/** How a person writes amounts, dates and times. */
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
