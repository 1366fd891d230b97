import type {
  NewCategoryValues,
  ScheduleValues,
  TransactionValues,
} from '../../browser/core/forms/form-values.ts';
import type { FormProperties } from '../transaction-form/form-properties.ts';

/**
 * What the server shows: the first of the three steps, or the preview together with the confirmation. With scripts all
 * three are beside each other.
 */
export type Step = 'setup' | 'preview';

/** The transaction that a new template is like; it stays as it is. */
export interface LikeTransaction {
  description: string;
  /** Its local calendar date. */
  date: string;
  payee: string | null;
}

/** The values of the fields: `date` is the first day, `time` the time of day. */
export type WizardValues = TransactionValues & ScheduleValues;

/** What the transactions of the next dates are, in minor units, where they may differ from what is in the form. */
export type ShownAmounts = Record<string, { amount: number; type: 'income' | 'expense' }>;

export interface ShownScope {
  /** The number of affected transactions. */
  updated: number;
  dates: string[];
  amounts: ShownAmounts;
}

export interface ShownPreview {
  dates: string[];
  amounts?: ShownAmounts | undefined;
  /** Minor units. */
  monthlyEquivalent: number;
  /** The number of transactions before today that are created at once. */
  past: number;
  /** Only for a change whose scope must be chosen. */
  scopes?: Record<'future' | 'all', ShownScope> | undefined;
}

export interface WizardProperties extends FormProperties {
  /** The edited template. */
  id?: string | undefined;
  isPaused?: boolean | undefined;
  /** The transaction that a new one was made from. */
  like?: LikeTransaction | undefined;
  step: Step;
  values: WizardValues & Partial<NewCategoryValues>;
  /** The preview in the first step, before anything is typed. */
  ahead?: ShownPreview | undefined;
  /** For the second step of the server. */
  preview?: ShownPreview | undefined;
  /** How the template was changed while it was being edited. */
  conflict?: { theirs: WizardValues } | 'gone' | undefined;
}
