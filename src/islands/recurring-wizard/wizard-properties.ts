import type {
  NewCategoryValues,
  ScheduleValues,
  TransactionValues,
} from '../../browser/core/forms/form-values.ts';
import type { FormProperties } from '../transaction-form/form-properties.ts';

/**
 * The steps of the server: the first one, or the preview together with the confirmation. With scripts all three are
 * beside each other.
 */
export type Step = 'setup' | 'preview';

export interface LikeTransaction {
  description: string;
  date: string;
  payee: string | null;
}

/** `date` is the first day, `time` the time of day. */
export type WizardValues = TransactionValues & ScheduleValues;

/** The transactions of the next dates, in minor units, where they may differ from the form. */
export type ShownAmounts = Record<string, { amount: number; type: 'income' | 'expense' }>;

export interface ShownScope {
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
  id?: string | undefined;
  isPaused?: boolean | undefined;
  like?: LikeTransaction | undefined;
  step: Step;
  values: WizardValues & Partial<NewCategoryValues>;
  /** The preview in the first step, before anything is typed. */
  ahead?: ShownPreview | undefined;
  preview?: ShownPreview | undefined;
  conflict?: { theirs: WizardValues } | 'gone' | undefined;
}
