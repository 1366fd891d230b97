import type { ReactNode } from 'react';
import type {
  FormField,
  NewCategoryValues,
  TransactionValues,
  WritingStyle,
} from '../../browser/core/forms/form-values.ts';
import type { Texts } from '../../browser/core/texts/translate.ts';
import type { CategoryChoice } from '../../stores/categories.ts';
import type { Save } from '../form/use-island-form.ts';
import type { Kind } from './FormTabs.tsx';

/** What form and wizard get from their page. Serialisable as JSON, because the page passes it to the browser. */
export interface FormProperties {
  /** Where the form is posted. */
  action: string;
  csrf: string;
  /** The key of this rendering of the form, so that the server creates once however often it is sent. */
  formKey?: string;
  mode: 'create' | 'edit' | 'duplicate';
  /** The `updated_at` of the edited version. */
  basedOn?: string | undefined;
  /** Field name → message in the person's language. */
  errors: Partial<Record<FormField, string | undefined>>;
  categories: CategoryChoice[];
  texts: Texts;
  language: string;
  /** The person's local calendar date. */
  today: string;
  writing: WritingStyle;
  cancelHref: string;
}

/**
 * How a transaction was changed while it was being edited: `theirs` is its current version, or it was deleted. `saved`
 * is its id, if this form itself had created it.
 */
export type Conflict = { theirs: TransactionValues; saved?: string } | 'gone';

export interface TransactionFormProperties extends FormProperties {
  /** Whether the amount has the focus when the page is loaded. */
  startsHere?: boolean;
  /** Whether it is filled in and only has to be looked at: Save is above the fields too. */
  isReadOver?: boolean;
  /** Whether the edited transaction is an occurrence of a recurring template. */
  recurs?: boolean;
  values: TransactionValues & Partial<NewCategoryValues>;
  /** In a page, what waits on the device without a connection: a change of `<type>/<id>`, or a new one if empty. */
  keeps?: string | undefined;
  conflict?: Conflict | undefined;
  /** The person's earlier payees, to complete what is typed; in a dialog they are fetched. */
  payees?: string[];
  /** The person's own time zone. */
  timezone: string;
  /** Whether the further fields are open, because a button among them led to this page. */
  opensMore?: boolean;
}

/** What a form in a dialog has more than in a page. */
export interface DialogExtras<Checked> {
  /** The choice of scope, where the transaction belongs to a recurring template. */
  scope?: ReactNode;
  idPrefix?: string;
  /** Saves without leaving the page; without it the browser posts the form. */
  onSave?: Save<Checked>;
  onDirty?: (isDirty: boolean) => void;
  onCancel?: () => void;
  onSwitch?: (kind: Kind) => void;
  /** Takes over the version that was saved elsewhere. */
  onTake?: () => void;
}
