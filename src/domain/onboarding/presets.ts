import type { TextKey } from '../../i18n/texts.ts';
import type { DefaultKey } from '../categories/defaults.ts';
import type { TransactionType } from '../schemas.ts';

export type PresetRule =
  | { interval_type: 'monthly'; interval: 1; day_of_month: number; day_of_week?: undefined }
  | { interval_type: 'weekly'; interval: 1; day_of_week: number; day_of_month?: undefined };

export interface Preset {
  id: string;
  type: TransactionType;
  name: TextKey;
  category: DefaultKey;
  rule: PresetRule;
}

const monthlyOn = (day_of_month: number): PresetRule => ({
  interval_type: 'monthly',
  interval: 1,
  day_of_month,
});

/** 0 is Sunday. */
const weeklyOn = (day_of_week: number): PresetRule => ({
  interval_type: 'weekly',
  interval: 1,
  day_of_week,
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

export const PRESETS = [
  preset('salary', 'income', 'salary', monthlyOn(1)),
  preset('freelance', 'income', 'freelance', monthlyOn(10)),
  preset('business', 'income', 'other_income', monthlyOn(10)),
  preset('rent', 'expense', 'housing', monthlyOn(1)),
  preset('utilities', 'expense', 'utilities', monthlyOn(15)),
  preset('phone', 'expense', 'communication', monthlyOn(10)),
  preset('groceries', 'expense', 'groceries', weeklyOn(4)),
  preset('insurance', 'expense', 'insurance', monthlyOn(1)),
  preset('gym', 'expense', 'sport', monthlyOn(1)),
  preset('streaming', 'expense', 'entertainment', monthlyOn(5)),
  preset('coffee', 'expense', 'coffee', weeklyOn(0)),
];

export const CUSTOM_RULE = monthlyOn(1);
