import { map } from 'nanostores';
import type { WritingStyle } from '../browser/core/forms/form-values.ts';
import type { Texts } from '../browser/core/texts/translate.ts';

/** The first step. */
export interface ProfileContent {
  values: Record<string, string>;
  initials: string;
  /** The address of the large picture. */
  picture: string | null;
  currencies: { value: string; text: string }[];
  /** Whether the person has no password, and whether they want one. */
  asksPassword: boolean;
  wantsPassword: boolean;
}

/** The third step. */
export interface TemplatesContent {
  formKey: string;
  typed: Record<string, string>;
  /** How often each preset recurs, by the field of its amount. */
  hints: Record<string, string>;
  /** What the person has already; amounts are minor units, `monthly` is for thirty days. */
  existing: {
    id: string;
    field: string | undefined;
    name: string;
    type: 'income' | 'expense';
    amount: number;
    monthly: number;
  }[];
  /** Whether the form only asked what the month looks like. */
  asksMonth: boolean;
  /** The fields of what was not created, and in words what was not and what was. */
  added: { fields: string[]; failed: string; created: string } | undefined;
}

/** Which step it is, with what that shows; of the second, the query that chooses its example. */
export type GuideStep =
  | { step: 1; content: ProfileContent }
  | { step: 2; content: Record<string, string> }
  | { step: 3; content: TemplatesContent };

/** A step of the setup guide, as the server answers it to pages and to the dialog. */
export type GuideProperties = GuideStep & {
  csrf: string;
  /** The addresses of the step's form and of all steps. */
  action: string;
  steps: string[];
  minutes: number;
  /** The last step that may be opened. */
  furthest: number;
  /** Whether it is only looked at. */
  isPreview: boolean;
  errors: Record<string, string>;
  writing: WritingStyle;
  nextIcon: string;
  /** The part about ways to sign in, as HTML; empty where there is none. */
  methods: string;
  texts: Texts;
  language: string;
};

/** The guide over a page, as its dialog and its steps share it. */
export const $guide = map<{
  isPreview: boolean;
  /** Whether a step was saved, so that the page behind may be out of date. */
  changed: boolean;
  /** The step that the server answered last; missing as long as the first one is shown. */
  shown?: GuideProperties | undefined;
  /** Grows when fields begin anew with what the server has answered. */
  version: number;
}>({ isPreview: false, changed: false, version: 0 });
