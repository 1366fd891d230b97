import { CURRENCIES, type Currency } from '../../i18n/currencies.ts';
import type { TextKey } from '../../i18n/texts.ts';
import { type AmountStyle, type Readings, readAmount } from '../amount-text.ts';
import type { DefaultKey } from '../categories/defaults.ts';
import type { FieldError } from '../error.ts';
import { fits } from '../letters.ts';
import { monthlyEquivalent } from '../recurring/schedule/frequency.ts';
import { DESCRIPTION_MAX, type TransactionType } from '../schemas.ts';
import { CUSTOM_RULE, PRESETS, type Preset, type PresetRule } from './presets.ts';

/** The names of the fields of a template of one's own. */
export const CUSTOM = { name: 'customName', amount: 'customAmount', type: 'customType' } as const;

/** The name of the field with a preset's amount. */
export function amountField({ id }: Pick<Preset, 'id'>): string {
  return `amount-${id}`;
}

/** A template that a person wants; it is selected if nothing is wrong with it. */
export interface Choice {
  /** The field of its amount. */
  field: string;
  name: string;
  type: TransactionType;
  category?: DefaultKey;
  rule: PresetRule;
  /** Minor units; null if what was typed is not valid. */
  amount: number | null;
  /** Why it is not; empty if it is. */
  errors: FieldError[];
}

interface Means {
  t: (key: TextKey) => string;
  style: AmountStyle;
  /** The fields of the presets that the person has a template of already, which is not created twice. */
  taken?: ReadonlySet<string | undefined>;
}

/**
 * Reads the third step of the setup guide. A field that is blank or zero chooses nothing; a template of one's own needs
 * a name and an amount.
 */
export function readChoices(typed: Record<string, string>, { t, style, taken }: Means): Choice[] {
  const presets = PRESETS.map(({ type, name, category, rule, ...preset }): Choice | null => {
    const field = amountField(preset);
    const read = chosenAmount(typed[field], style);
    if (read.error === NOTHING) return null;
    const error = taken?.has(field) ? 'onboarding:templates.added' : read.error;
    return choiceOf(
      { field, name: t(name), type, category, rule },
      read.amount,
      errorsAt(field, error, style, read.readings),
    );
  });
  return [...presets, readCustom(typed, { t, style })].filter((choice) => choice !== null);
}

const NOTHING = 'errors:amountRequired';

interface Chosen {
  amount: number | null;
  error?: TextKey;
  readings?: Readings | undefined;
}

function chosenAmount(text = '', style: AmountStyle): Chosen {
  const read = readAmount(text.trim(), style);
  if ('minor' in read) {
    return read.minor > 0 ? { amount: read.minor } : { amount: null, error: 'errors:amountMin' };
  }
  const isZero = read.error === 'errors:amountMin' && !/[1-9\u2212-]/.test(text);
  return { ...read, amount: null, error: isZero ? NOTHING : read.error };
}

function readCustom(typed: Record<string, string>, { t, style }: Means): Choice | null {
  const name = (typed[CUSTOM.name] ?? '').trim();
  const { amount, error, readings } = chosenAmount(typed[CUSTOM.amount], style);
  if (name === '' && error === NOTHING) return null;
  const errors = errorsAt(CUSTOM.amount, error, style, readings);
  if (name === '') errors.unshift({ field: CUSTOM.name, message: 'errors:templateNameRequired' });
  if (!fits(name, DESCRIPTION_MAX)) errors.unshift({ field: CUSTOM.name, message: 'errors:templateNameMax' });
  const type = typed[CUSTOM.type] === 'income' ? 'income' : 'expense';
  const isNamed = name !== '' && fits(name, DESCRIPTION_MAX);
  const shown = isNamed ? name : t('onboarding:templates.custom');
  return choiceOf({ field: CUSTOM.amount, name: shown, type, rule: CUSTOM_RULE }, amount, errors);
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
  wanted: Omit<Choice, 'amount' | 'errors'>,
  amount: number | null,
  errors: FieldError[],
): Choice {
  return { ...wanted, amount: errors.length > 0 ? null : amount, errors };
}

/** A month of thirty days with what was chosen, in minor units. */
export interface PlannedMonth {
  income: number;
  expenses: number;
  /** What is left of the income. */
  left: number;
  items: { name: string; type: TransactionType; amount: number }[];
}

/** A template that is there already, with its amount per month of thirty days in minor units. */
interface Planned {
  name: string;
  type: TransactionType;
  monthly: number;
}

/** What a month looks like with what is there already and what was chosen; what is not valid is left out. */
export function monthOf(
  choices: readonly Choice[],
  currency: Currency,
  existing: readonly Planned[] = [],
): PlannedMonth {
  const chosen = choices.flatMap(({ name, type, amount, rule }) =>
    amount === null ? [] : [{ name, type, amount: monthlyEquivalent(amount, rule, currency) }],
  );
  const there = existing.map(({ name, type, monthly }) => ({ name, type, amount: monthly }));
  const items = [...there, ...chosen];
  const sum = (wanted: TransactionType) =>
    items.filter(({ type }) => type === wanted).reduce((total, { amount }) => total + amount, 0);
  const [income, expenses] = [sum('income'), sum('expense')];
  return { income, expenses, left: income - expenses, items };
}
