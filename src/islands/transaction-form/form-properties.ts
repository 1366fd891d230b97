import type { CategoryChoice } from '../../stores/categories.ts';
import type { FormField, NewCategoryValues, TransactionValues, WritingStyle } from '../form/form-values.ts';
import type { Texts } from '../translate.ts';

/** What happened to a transaction while it was being edited: it was changed, and this is how it is now, or it is gone. */
export type Conflict = { theirs: TransactionValues } | 'gone';

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
  conflict?: Conflict | undefined;
  /** Field name → message in the person's language. */
  errors: Partial<Record<FormField, string | undefined>>;
  categories: CategoryChoice[];
  /** Payees of the person's own past, to complete what is typed; in a dialog they are fetched. */
  payees?: string[];
  texts: Texts;
  language: string;
  /** The person's local calendar date. */
  today: string;
  writing: WritingStyle;
  cancelHref: string;
}
