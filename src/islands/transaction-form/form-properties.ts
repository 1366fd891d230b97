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

/** The properties of form and wizard in a page, which passes them to the browser as JSON. */
export interface FormProperties {
  action: string;
  csrf: string;
  /** Identifies this rendering of the form, so that the server creates once however often it is sent. */
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
 * A change of the transaction while it was edited: `theirs` is its current version, `gone` means deleted. `saved` is
 * its id, if this form itself had created it.
 */
export type Conflict = { theirs: TransactionValues; saved?: string } | 'gone';

export interface TransactionFormProperties extends FormProperties {
  /** Whether the amount has the focus when the page is loaded. */
  startsHere?: boolean;
  /** Whether it is filled in and needs only a check: Save is above the fields too. */
  isReadOver?: boolean;
  /** Whether the edited transaction is an occurrence of a recurring template. */
  recurs?: boolean;
  values: TransactionValues & Partial<NewCategoryValues>;
  /** In a page, the target of what waits offline: `<type>/<id>` for a change, empty for a new transaction. */
  keeps?: string | undefined;
  conflict?: Conflict | undefined;
  /** The person's earlier payees, for completion; a dialog fetches them. */
  payees?: string[];
  timezone: string;
  /** Whether the further fields are open, because a button among them led to this page. */
  opensMore?: boolean;
}

export interface DialogExtras<Checked> {
  scope?: ReactNode;
  idPrefix?: string;
  onSave?: Save<Checked>;
  onDirty?: (isDirty: boolean) => void;
  onCancel?: () => void;
  onSwitch?: (kind: Kind) => void;
  /** Replaces the form by the version saved elsewhere. */
  onTake?: () => void;
}
