import * as v from 'valibot';
import { CURRENCIES } from '../../i18n/currencies.ts';
import { LEFT_BY } from '../../i18n/preferences.ts';
import { type AmountStyle, readAmount } from '../amount-text.ts';
import { parseAmount } from '../money.ts';
import {
  amountIssue,
  amountSchema,
  basedOnSchema,
  blankable,
  flag,
  maxLetters,
  positiveAmountSchema,
  realDate,
  trimmed,
} from '../schemas.ts';

export const BUDGETS_MAX = 300;
export const GOALS_MAX = 100;

/** For all budgets together, because they are read together. */
export const BUDGET_AMOUNTS_MAX = 10_000;

export const PERIODS = ['weekly', 'monthly', 'yearly'] as const;
export const CARRIES = ['none', 'all', 'overspent'] as const;
const CATEGORIES_MAX = 50;
const GOAL_NAME_MAX = 100;

const id = v.pipe(v.string('errors:textExpected'), v.maxLength(40, 'errors:valueMax'));
const amount = positiveAmountSchema;

/** An issue for a sign, which would mean nothing. */
const unsigned = (read: ReturnType<typeof parseAmount>): typeof read =>
  'minor' in read && read.minor < 0 ? { error: 'errors:amountMin' } : read;

/** An amount that may be nothing; null and empty text clear it. */
const optionalAmount = v.optional(
  v.pipe(
    v.unknown(),
    v.metadata({ type: ['number', 'string', 'null'] }),
    v.rawTransform<unknown, number | null>(({ dataset: { value }, addIssue, NEVER }) => {
      if (value === null || value === '') return null;
      const read = unsigned(parseAmount(value));
      if ('minor' in read) return read.minor;
      addIssue(amountIssue(read));
      return NEVER;
    }),
  ),
);

const categoryIds = v.pipe(
  v.array(id, 'errors:budgetCategories'),
  v.minLength(1, 'errors:budgetCategories'),
  v.maxLength(CATEGORIES_MAX, 'errors:budgetCategoriesMax'),
  v.transform((ids) => [...new Set(ids)]),
);

const startDay = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,2}$/), v.transform(Number))], 'errors:startDay'),
  v.integer('errors:startDay'),
  v.minValue(1, 'errors:startDay'),
  v.maxValue(28, 'errors:startDay'),
);

const rest = {
  period: v.optional(v.picklist(PERIODS, 'errors:budgetPeriod')),
  start_day: v.optional(startDay),
  carry: v.optional(v.picklist(CARRIES, 'errors:budgetCarry')),
  carry_cap: optionalAmount,
  from: blankable(realDate),
  is_active: v.optional(flag),
};

export const budgetSchema = v.object({ category_ids: categoryIds, amount, ...rest });

export const budgetChangesSchema = v.object({
  category_ids: v.optional(categoryIds),
  amount: v.optional(amount),
  ...rest,
  basedOn: basedOnSchema,
});

export type BudgetInput = v.InferOutput<typeof budgetSchema>;
export type BudgetChanges = v.InferOutput<typeof budgetChangesSchema>;

export const stateSchema = v.object({ date: blankable(realDate), category: v.optional(id) });

export const suggestionsSchema = v.object({
  months: v.optional(
    v.pipe(
      v.union(
        [v.number(), v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.transform(Number))],
        'errors:monthsInvalid',
      ),
      v.integer('errors:monthsInvalid'),
      v.minValue(1, 'errors:monthsInvalid'),
      v.maxValue(120, 'errors:monthsInvalid'),
    ),
    6,
  ),
});

const goalName = v.pipe(
  v.string('errors:textExpected'),
  trimmed,
  v.minLength(1, 'errors:goalName'),
  maxLetters(GOAL_NAME_MAX, 'errors:valueMax'),
);

const goalRest = {
  due_date: v.optional(v.nullable(v.union([realDate, v.literal('')], 'errors:dateInvalid'))),
  account_id: v.optional(v.nullable(id)),
  monthly: optionalAmount,
};

export const goalSchema = v.object({ name: v.optional(goalName, ''), amount, ...goalRest });

export const goalChangesSchema = v.object({
  name: v.optional(goalName),
  amount: v.optional(amount),
  ...goalRest,
  basedOn: basedOnSchema,
});

export type GoalInput = v.InferOutput<typeof goalSchema>;
export type GoalChanges = v.InferOutput<typeof goalChangesSchema>;

/** Negative takes money back. */
export const saveSchema = v.object({ amount: amountSchema });

const typedAmount = (style: AmountStyle, isOptional: boolean) =>
  v.pipe(
    v.optional(v.string(), ''),
    v.rawTransform<string, number | null>(({ dataset: { value }, addIssue, NEVER }) => {
      if (isOptional && value.trim() === '') return null;
      const read = readAmount(value, style);
      if ('minor' in read) return Math.abs(read.minor);
      addIssue(amountIssue(read, CURRENCIES[style.currency]));
      return NEVER;
    }),
  );

/**
 * The fields of the page of a budget, with amounts as its person writes them. Of its categories, several fields of one
 * name, this has the last.
 */
export function budgetFormSchema(style: AmountStyle) {
  return v.object({
    amount: typedAmount(style, false),
    category_ids: v.pipe(v.optional(v.string(), ''), v.minLength(1, 'errors:budgetCategories')),
    period: v.optional(v.picklist(PERIODS, 'errors:budgetPeriod'), 'monthly'),
    start_day: v.optional(startDay, 1),
    carry: v.optional(v.picklist(CARRIES, 'errors:budgetCarry'), 'none'),
    carry_cap: typedAmount(style, true),
    from: blankable(realDate),
  });
}

/** The fields of the page of a goal. */
export function goalFormSchema(style: AmountStyle) {
  return v.object({
    name: goalName,
    amount: typedAmount(style, false),
    due_date: blankable(realDate),
    monthly: typedAmount(style, true),
    account_id: v.optional(id, ''),
  });
}

/** What is set aside or taken back. */
export function asideFormSchema(style: AmountStyle) {
  return v.object({ aside: typedAmount(style, false), act: v.optional(v.picklist(['set', 'take']), 'set') });
}

/** From what the page counts what is left to spend. */
export const leftBySchema = v.object({ left_by: v.picklist(LEFT_BY, 'errors:valueInvalid') });
