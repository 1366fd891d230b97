import type { CategoryChoice } from '../../stores/categories.ts';
import type { Texts } from './texts.ts';

/** What a person typed, as the fields hold it: `date` a local calendar date, `time` `HH:MM`. */
export interface TransactionValues {
  type: string;
  amount: string;
  description: string;
  categoryId: string;
  date: string;
  time: string;
  notes: string;
}

export type FieldName = keyof TransactionValues;

/** All can be written as JSON, because the page hands them to the browser. */
export interface TransactionFormProperties {
  /** Where the form is posted. */
  action: string;
  csrf: string;
  /** Names this one showing of the form, so that the server creates once however often it is sent. */
  formKey?: string;
  mode: 'create' | 'edit' | 'duplicate';
  values: TransactionValues;
  /** Field name → message in the person's language. */
  errors: Partial<Record<FieldName, string>>;
  categories: CategoryChoice[];
  texts: Texts;
  language: string;
  /** The person's local calendar date. */
  today: string;
  timezone: string;
  currencySymbol: string;
  cancelHref: string;
}
