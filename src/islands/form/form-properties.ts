import type { ReactNode } from 'react';
import type { TransactionData } from '../../api/shapes/transactions.ts';
import type {
  Errors,
  FormValues,
  NewCategoryValues,
  WritingStyle,
} from '../../browser/core/forms/form-values.ts';
import type { Texts } from '../../browser/core/texts/translate.ts';
import type { TransactionValues } from '../../domain/transactions/start-values.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { CategoryChoice } from '../../stores/categories.ts';

/** The properties of form and wizard in a page, which passes them to the browser as JSON. */
export interface FormProperties<Values extends TransactionValues = TransactionValues> {
  action: string;
  csrf: string;
  /** Identifies this rendering of the form, so that the server creates once however often it is sent. */
  formKey?: string;
  mode: 'create' | 'edit' | 'duplicate';
  /** The `updated_at` of the edited version. */
  basedOn?: string | undefined;
  values: Values & Partial<NewCategoryValues>;
  /** In a page, what the edited one has, where `values` may have been typed. */
  stored?: Values | undefined;
  /** In a dialog, which payment of its purchase the edited one is. */
  installment?: TransactionData['installment'] | undefined;
  /** Whether it starts with what was typed before, and is not stored yet. */
  startsTyped?: boolean;
  /** Field name → message in the person's language. */
  errors: Record<string, string>;
  conflict?: Conflict<Values> | undefined;
  categories: CategoryChoice[];
  texts: Texts;
  language: Locale;
  /** The person's local calendar date. */
  today: string;
  writing: WritingStyle;
  cancelHref: string;
}

/** `theirs` is the version saved while it was edited; `saved` the id of what this form itself had created. */
export type Conflict<Values = TransactionValues> = { theirs: Values; saved?: string } | 'gone';

/** What is stored of the edited item: an amount like it stays in the currency that it is in. */
export function storedIn<Values extends TransactionValues>(
  properties: Pick<FormProperties<Values>, 'stored' | 'conflict' | 'mode' | 'values' | 'startsTyped'>,
): Values | undefined {
  const { stored, conflict, mode, values, startsTyped } = properties;
  if (stored || !conflict) return stored ?? (mode === 'edit' && !startsTyped ? values : undefined);
  return conflict === 'gone' || conflict.saved ? undefined : conflict.theirs;
}

/** Saves the validated values; `button` is the name of the pressed button. */
export type Save<Checked> = (checked: Checked, button?: string) => Promise<Errors>;

export interface DialogExtras<Checked> {
  /** A prefix of each field's id, for two forms on one page. */
  idPrefix?: string;
  /** Saves without leaving the page; without it the browser posts the form. */
  onSave?: Save<Checked>;
  onDirty?: (isDirty: boolean) => void;
  onCancel?: () => void;
  onSwitch?: (kind: Kind) => void;
  /** Replaces the form by the version saved elsewhere. */
  onTake?: () => void;
  /** How much of a recurring template changes. */
  scope?: ReactNode;
  /** What was typed before the form was rendered, and whether Enter was pressed. */
  typedBefore?: (() => Partial<FormValues> & { entered?: string }) | undefined;
}

export type Kind = 'once' | 'recurring';
