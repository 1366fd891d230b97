import type { Currency, Preferences } from '../../i18n/preferences.ts';
import type { CategoryChoice } from '../../stores/categories.ts';
import type { NewCategoryErrors, NewCategoryValues } from '../category-picker/new-category.ts';
import type { Texts } from './texts.ts';

/** What a person typed, as the fields hold it: `date` a local calendar date, `time` `HH:MM` in `timezone`. */
export interface TransactionValues {
  type: string;
  amount: string;
  description: string;
  categoryId: string;
  date: string;
  time: string;
  timezone: string;
  notes: string;
}

export type FieldName = keyof TransactionValues;

/** What the fields hold beside them where something may recur: flags are `true` or empty, numbers are text. */
export interface ScheduleValues {
  /** The name in the list of what recurs; empty means the description. */
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
export type FormField = FieldName | keyof ScheduleValues;

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

/**
 * What happened to the transaction while it was being edited: it was changed, and this is how it looks now, or it is
 * gone.
 */
export type Meanwhile = { theirs: TransactionValues } | 'gone';

/** All can be written as JSON, because the page hands them to the browser. */
export interface TransactionFormProperties {
  /** Where the form is posted. */
  action: string;
  csrf: string;
  /** Names this one showing of the form, so that the server creates once however often it is sent. */
  formKey?: string;
  mode: 'create' | 'edit' | 'duplicate';
  /** Whether the edited transaction came from a recurring template. */
  recurs?: boolean;
  values: TransactionValues & Partial<NewCategoryValues>;
  /** The `updated_at` of the version that is edited. */
  basedOn?: string | undefined;
  meanwhile?: Meanwhile | undefined;
  /** Field name → message in the person's language. */
  errors: Partial<Record<FieldName, string>> & NewCategoryErrors;
  categories: CategoryChoice[];
  texts: Texts;
  language: string;
  /** The person's local calendar date. */
  today: string;
  writing: WritingStyle;
  cancelHref: string;
}
