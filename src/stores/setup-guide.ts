import { map } from 'nanostores';
import type { WritingStyle } from '../browser/core/forms/form-values.ts';
import type { Texts } from '../browser/core/texts/translate.ts';

export interface ProfileContent {
  values: Record<string, string>;
  initials: string;
  picture: string | null;
  currencies: { value: string; text: string }[];
  /** What is not known yet; other details are folded. */
  asks: Record<'balance' | 'names' | 'currency', boolean>;
  known: string;
  timezone: string;
  /** What there is today by what is recorded, in minor units, and whether that is an opening balance alone. */
  today: { amount: number; isOpening: boolean } | undefined;
  asksPassword: boolean;
  wantsPassword: boolean;
}

export interface TemplatesContent {
  formKey: string;
  typed: Record<string, string>;
  /** How often what exists recurs, by the field of its amount. */
  hints: Record<string, string>;
  /** The fields of the budgets that are offered. */
  budgets: string[];
  /** Existing templates and budgets; amounts are minor units, `monthly` is for thirty days. */
  existing: {
    href: string;
    field: string | undefined;
    name: string;
    type: 'income' | 'expense';
    amount: number;
    monthly: number;
  }[];
  /** Whether the form only asked for the monthly preview. */
  asksMonth: boolean;
  /** The fields that failed, and texts of what failed and what was created. */
  added: { fields: string[]; failed: string; created: string } | undefined;
}

/** A step with its content; of the second, the query that chooses its example. */
export type GuideStep =
  | { step: 1; content: ProfileContent }
  | { step: 2; content: Record<string, string> }
  | { step: 3; content: TemplatesContent };

/** A step of the guide, as the server answers it to pages and the dialog. */
export type GuideProperties = GuideStep & {
  csrf: string;
  action: string;
  steps: string[];
  furthest: number;
  isPreview: boolean;
  errors: Record<string, string>;
  writing: WritingStyle;
  nextIcon: string;
  /** The HTML of the sign-in methods part, or empty. */
  methods: string;
  texts: Texts;
  language: string;
};

export const $guide = map<{
  isPreview: boolean;
  /** Whether a step was saved, so that the page behind may be out of date. */
  changed: boolean;
  /** The last step from the server; missing while the first one is shown. */
  shown?: GuideProperties | undefined;
  /** Incremented when fields start over with the server's answer. */
  version: number;
}>({ isPreview: false, changed: false, version: 0 });
