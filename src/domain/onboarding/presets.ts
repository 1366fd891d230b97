import type { TextKey } from '../../i18n/texts.ts';
import type { DefaultKey } from '../categories/defaults.ts';
import type { TransactionType } from '../schemas.ts';

export interface PresetRule {
  interval_type: 'monthly';
  interval: 1;
  day_of_month: number;
}

export interface Preset {
  id: string;
  type: TransactionType;
  name: TextKey;
  category: DefaultKey;
  rule: PresetRule;
  /** Becomes a budget of each month, without a day. */
  isBudget?: true;
}

const monthlyOn = (day_of_month: number): PresetRule => ({
  interval_type: 'monthly',
  interval: 1,
  day_of_month,
});

type PresetId = TextKey extends infer Key
  ? Key extends `onboarding:preset.${infer Id}`
    ? Id
    : never
  : never;

const preset = (id: PresetId, type: TransactionType, category: DefaultKey, rule: PresetRule): Preset => ({
  id,
  type,
  name: `onboarding:preset.${id}`,
  category,
  rule,
});

/** What is the same every month. */
export const PRESETS = [
  preset('salary', 'income', 'salary', monthlyOn(1)),
  preset('freelance', 'income', 'freelance', monthlyOn(10)),
  preset('business', 'income', 'other_income', monthlyOn(10)),
  preset('rent', 'expense', 'housing', monthlyOn(1)),
  preset('utilities', 'expense', 'utilities', monthlyOn(15)),
  preset('phone', 'expense', 'communication', monthlyOn(10)),
  preset('insurance', 'expense', 'insurance', monthlyOn(1)),
  preset('gym', 'expense', 'sport', monthlyOn(1)),
  preset('streaming', 'expense', 'entertainment', monthlyOn(5)),
];

/** What differs: a booking that is wrong every time is worse than none, and an amount for the month tells what is left. */
export const BUDGET_PRESETS: Preset[] = [
  { ...preset('groceries', 'expense', 'groceries', monthlyOn(1)), isBudget: true },
  { ...preset('coffee', 'expense', 'coffee', monthlyOn(1)), isBudget: true },
];

export const CUSTOM_RULE = monthlyOn(1);
