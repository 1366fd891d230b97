import { CURRENCIES, type Currency } from '../../i18n/currencies.ts';
import type { TextKey } from '../../i18n/texts.ts';
import { type AmountStyle, type Readings, readAmount } from '../amount-text.ts';
import type { DefaultKey } from '../categories/defaults.ts';
import { type FieldError, invalid } from '../error.ts';
import { fits } from '../letters.ts';
import { monthlyEquivalent } from '../recurring/schedule/frequency.ts';
import { DESCRIPTION_MAX, type TransactionType } from '../schemas.ts';
import { BUDGET_PRESETS, CUSTOM_RULE, PRESETS, type Preset, type PresetRule } from './presets.ts';

export const CUSTOM = {
  name: 'customName',
  amount: 'customAmount',
  type: 'customType',
  day: 'customDay',
} as const;

export function amountField({ id }: Pick<Preset, 'id'>): string {
  return `amount-${id}`;
}

export function dayField({ id }: Pick<Preset, 'id'>): string {
  return `day-${id}`;
}

/** A requested template or budget; it is selected if it has no errors. */
export interface Choice {
  /** The name of the amount field. */
  field: string;
  name: string;
  type: TransactionType;
  category?: DefaultKey;
  rule: PresetRule;
  isBudget?: true;
  /** Minor units; null if the typed amount is invalid. */
  amount: number | null;
  errors: FieldError[];
}

interface ReadOptions {
  t: (key: TextKey) => string;
  style: AmountStyle;
  /** Presets of which the person already has a template or a budget, which is not created twice. */
  taken?: ReadonlySet<string | undefined>;
}

/**
 * Reads the third step of the setup guide. A blank or zero amount chooses nothing; the custom template needs a name and
 * an amount.
 */
export function readChoices(typed: Record<string, string>, { t, style, taken }: ReadOptions): Choice[] {
  const presets = [...PRESETS, ...BUDGET_PRESETS].map(
    ({ type, name, category, rule, ...preset }): Choice | null => {
      const field = amountField(preset);
      const chosen = chosenAmount(typed[field], style);
      if (chosen.error === NOTHING) return null;
      const error = taken?.has(field) ? 'onboarding:templates.added' : chosen.error;
      const day = dayField(preset);
      const onDay = ruleOn(typed[day], rule);
      const { isBudget } = preset;
      const of = { field, name: t(name), type, category, rule: onDay ?? rule, ...(isBudget && { isBudget }) };
      return choiceOf(of, chosen.amount, [
        ...errorsAt(field, error, style, chosen.readings),
        ...(onDay ? [] : [{ field: day, message: 'errors:dayOfMonthInvalid' as const }]),
      ]);
    },
  );
  return [...presets, readCustom(typed, { t, style })].filter((choice) => choice !== null);
}

/** Undefined unless the day is one of a month; a blank one is the usual day. */
function ruleOn(day = '', usual: PresetRule): PresetRule | undefined {
  const text = day.trim();
  if (text === '') return usual;
  const isDay = /^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= 31;
  return isDay ? { ...usual, day_of_month: Number(text) } : undefined;
}

const NOTHING = 'errors:amountRequired';

/**
 * What a person has today, in minor units; null if it is blank or zero.
 * @throws DomainError VALIDATION_ERROR
 */
export function readBalance(text: string, style: AmountStyle): number | null {
  const [, minus, typed] = /^\s*([-\u2212]?)(.*)$/s.exec(text) ?? [];
  const { amount, error, readings } = chosenAmount(typed, style);
  if (error === NOTHING) return null;
  const [wrong] = errorsAt('balance', error, style, readings);
  if (wrong) throw invalid(wrong);
  return amount !== null && minus ? -amount : amount;
}

interface ChosenAmount {
  amount: number | null;
  error?: TextKey;
  readings?: Readings | undefined;
}

function chosenAmount(text = '', style: AmountStyle): ChosenAmount {
  const read = readAmount(text.trim(), style);
  if ('minor' in read) {
    return read.minor > 0 ? { amount: read.minor } : { amount: null, error: 'errors:amountMin' };
  }
  const isZero = read.error === 'errors:amountMin' && !/[1-9\u2212-]/.test(text);
  return { ...read, amount: null, error: isZero ? NOTHING : read.error };
}

function readCustom(typed: Record<string, string>, { t, style }: ReadOptions): Choice | null {
  const name = (typed[CUSTOM.name] ?? '').trim();
  const { amount, error, readings } = chosenAmount(typed[CUSTOM.amount], style);
  if (name === '' && error === NOTHING) return null;
  const errors = errorsAt(CUSTOM.amount, error, style, readings);
  if (name === '') errors.unshift({ field: CUSTOM.name, message: 'errors:templateNameRequired' });
  if (!fits(name, DESCRIPTION_MAX)) errors.unshift({ field: CUSTOM.name, message: 'errors:templateNameMax' });
  const type = typed[CUSTOM.type] === 'income' ? 'income' : 'expense';
  const onDay = ruleOn(typed[CUSTOM.day], CUSTOM_RULE);
  if (!onDay) errors.push({ field: CUSTOM.day, message: 'errors:dayOfMonthInvalid' });
  const isNamed = name !== '' && fits(name, DESCRIPTION_MAX);
  const displayName = isNamed ? name : t('onboarding:templates.custom');
  return choiceOf(
    { field: CUSTOM.amount, name: displayName, type, rule: onDay ?? CUSTOM_RULE },
    amount,
    errors,
  );
}

function errorsAt(
  field: string,
  message: TextKey | undefined,
  { currency }: AmountStyle,
  readings: Readings | undefined,
): FieldError[] {
  return message ? [{ field, message, currency: CURRENCIES[currency], ...(readings && { readings }) }] : [];
}

function choiceOf(
  fields: Omit<Choice, 'amount' | 'errors'>,
  amount: number | null,
  errors: FieldError[],
): Choice {
  return { ...fields, amount: errors.length > 0 ? null : amount, errors };
}

/** A month of thirty days, in minor units. */
interface PlannedMonth {
  income: number;
  expenses: number;
  left: number;
  items: { name: string; type: TransactionType; amount: number }[];
}

/** An existing template; `monthly` is per thirty days, in minor units. */
interface Planned {
  name: string;
  type: TransactionType;
  monthly: number;
}

/** Sums existing and chosen templates; invalid ones are left out. */
export function monthOf(
  choices: readonly Choice[],
  currency: Currency,
  existing: readonly Planned[] = [],
): PlannedMonth {
  const chosenItems = choices.flatMap(({ name, type, amount, rule }) =>
    amount === null ? [] : [{ name, type, amount: monthlyEquivalent(amount, rule, currency) }],
  );
  const existingItems = existing.map(({ name, type, monthly }) => ({ name, type, amount: monthly }));
  const items = [...existingItems, ...chosenItems];
  const sum = (summed: TransactionType) =>
    items.filter(({ type }) => type === summed).reduce((total, { amount }) => total + amount, 0);
  const [income, expenses] = [sum('income'), sum('expense')];
  return { income, expenses, left: income - expenses, items };
}
