import type { TextKey } from '../../i18n/texts.ts';
import type { DefaultKey } from '../categories/defaults.ts';
import type { TransactionType } from '../schemas.ts';

/** How often a preset recurs. */
export type PresetRule =
  | { interval_type: 'monthly'; interval: 1; day_of_month: number; day_of_week?: undefined }
  | { interval_type: 'weekly'; interval: 1; day_of_week: number; day_of_month?: undefined };

/** Something that most households have every month or week; only its amount is theirs to fill in. */
export interface Preset {
  id: string;
  type: TransactionType;
  /** Its name in the language of the person. */
  name: TextKey;
  /** The default category that fits. */
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

/** Three kinds of income and eight of expenses. */
export const PRESETS = [
  {
    id: 'salary',
    type: 'income',
    name: 'onboarding:preset.salary',
    category: 'salary',
    rule: monthlyOn(1),
  },
  {
    id: 'freelance',
    type: 'income',
    name: 'onboarding:preset.freelance',
    category: 'freelance',
    rule: monthlyOn(10),
  },
  {
    id: 'business',
    type: 'income',
    name: 'onboarding:preset.business',
    category: 'other_income',
    rule: monthlyOn(10),
  },
  { id: 'rent', type: 'expense', name: 'onboarding:preset.rent', category: 'housing', rule: monthlyOn(1) },
  {
    id: 'utilities',
    type: 'expense',
    name: 'onboarding:preset.utilities',
    category: 'utilities',
    rule: monthlyOn(15),
  },
  {
    id: 'phone',
    type: 'expense',
    name: 'onboarding:preset.phone',
    category: 'communication',
    rule: monthlyOn(10),
  },
  {
    id: 'groceries',
    type: 'expense',
    name: 'onboarding:preset.groceries',
    category: 'groceries',
    rule: weeklyOn(4),
  },
  {
    id: 'insurance',
    type: 'expense',
    name: 'onboarding:preset.insurance',
    category: 'insurance',
    rule: monthlyOn(1),
  },
  { id: 'gym', type: 'expense', name: 'onboarding:preset.gym', category: 'sport', rule: monthlyOn(1) },
  {
    id: 'streaming',
    type: 'expense',
    name: 'onboarding:preset.streaming',
    category: 'entertainment',
    rule: monthlyOn(5),
  },
  {
    id: 'coffee',
    type: 'expense',
    name: 'onboarding:preset.coffee',
    category: 'coffee',
    rule: weeklyOn(0),
  },
] as const satisfies readonly Preset[];

/** The schedule of a template of one's own. */
export const CUSTOM_RULE = monthlyOn(1);
