import type { CategoryChoice } from '../../stores/categories.ts';
import type {
  FormField,
  NewCategoryValues,
  ScheduleValues,
  TransactionValues,
  WritingStyle,
} from '../form/form-values.ts';
import type { Texts } from '../translate.ts';

export const STEPS = ['setup', 'preview', 'confirm'] as const;

export type Step = (typeof STEPS)[number];

/** What the fields hold: `date` is the first day, `time` the time of day. */
export type WizardValues = TransactionValues & ScheduleValues;

/** What one scope of a change comes to. */
export interface ShownScope {
  /** How many transactions change. */
  updated: number;
  /** The first dates to come. */
  dates: string[];
}

/** What the fields come to. */
export interface ShownPreview {
  /** The first dates to come. */
  dates: string[];
  /** Minor units. */
  monthlyEquivalent: number;
  /** How many transactions of days before today are recorded at once. */
  past: number;
  /** Only for a change whose scope must be chosen. */
  scopes?: Record<'future' | 'all', ShownScope> | undefined;
}

/** All can be written as JSON, because the page hands them to the browser. */
export interface WizardProperties {
  /** Where the form is posted. */
  action: string;
  csrf: string;
  /** Names this one showing of the form, so that the server creates once however often it is sent. */
  formKey?: string;
  mode: 'create' | 'edit' | 'duplicate';
  /** The template that is edited. */
  id?: string | undefined;
  /** Whether that template is paused. */
  isPaused?: boolean | undefined;
  step: Step;
  values: WizardValues & Partial<NewCategoryValues>;
  /** Of every step but the first. */
  preview?: ShownPreview | undefined;
  /** The `updated_at` of the version that is edited. */
  basedOn?: string | undefined;
  /** What happened to the template while it was being edited. */
  conflict?: { theirs: WizardValues } | 'gone' | undefined;
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
