import { CURRENCIES } from '../../i18n/currencies.ts';
import type { TextKey } from '../../i18n/texts.ts';
import { type AmountStyle, readAmount } from '../amount-text.ts';
import type { DefaultKey } from '../categories/defaults.ts';
import type { FieldFault } from '../error.ts';
import { monthlyEquivalent } from '../recurring/schedule/frequency.ts';
import { DESCRIPTION_MAX, type TransactionType } from '../schemas.ts';
import { CUSTOM_RULE, PRESETS, type Preset, type PresetRule } from './presets.ts';

/** The names of the fields of a template of one's own. */
export const CUSTOM = { name: 'customName', amount: 'customAmount', type: 'customType' } as const;

/** The name of the field with a preset's amount. */
export function amountField({ id }: Pick<Preset, 'id'>): string {
  return `amount-${id}`;
}

/** A template that a person wants; it is selected if its amount is valid. */
export interface Choice {
  /** The field of its amount. */
  field: string;
  name: string;
  type: TransactionType;
  category?: DefaultKey;
  rule: PresetRule;
  /** Minor units; null if what was typed is not valid. */
  amount: number | null;
  /** Why it is not. */
  fault?: TextKey;
}

interface Means {
  t: (key: Preset['name']) => string;
  style: AmountStyle;
}

/**
 * Reads the third step of the setup guide. A field that is blank or zero chooses nothing; a template of one's own needs
 * a name and an amount (specification, section 5).
 * @returns what was chosen, and the faults of the template of one's own
 */
export function readChoices(
  typed: Record<string, string>,
  { t, style }: Means,
): { choices: Choice[]; faults: FieldFault[] } {
  const presets = PRESETS.map(({ type, name, category, rule, ...preset }): Choice => {
    const field = amountField(preset);
    return { field, name: t(name), type, category, rule, ...chosenAmount(typed[field], style) };
  });
  const custom = readCustom(typed, style);
  const choices = [...presets, ...(custom.choice ? [custom.choice] : [])];
  return { choices: choices.filter(({ fault }) => fault !== NOTHING), faults: custom.faults };
}

const NOTHING = 'errors:amountRequired';

function chosenAmount(text = '', style: AmountStyle): Pick<Choice, 'amount' | 'fault'> {
  const read = readAmount(text.trim(), style);
  if ('minor' in read) {
    return read.minor > 0 ? { amount: read.minor } : { amount: null, fault: 'errors:amountMin' };
  }
  const isZero = read.fault === 'errors:amountMin' && !/[1-9\u2212-]/.test(text);
  return { amount: null, fault: isZero ? NOTHING : read.fault };
}

function readCustom(
  typed: Record<string, string>,
  style: AmountStyle,
): { choice?: Choice; faults: FieldFault[] } {
  const name = (typed[CUSTOM.name] ?? '').trim();
  const amount = chosenAmount(typed[CUSTOM.amount], style);
  if (name === '' && amount.fault === NOTHING) return { faults: [] };
  const faults: FieldFault[] = [];
  if (name === '') faults.push({ field: CUSTOM.name, message: 'errors:templateNameRequired' });
  if (name.length > DESCRIPTION_MAX) faults.push({ field: CUSTOM.name, message: 'errors:templateNameMax' });
  if (amount.fault)
    faults.push({ field: CUSTOM.amount, message: amount.fault, currency: CURRENCIES[style.currency] });
  const type = typed[CUSTOM.type] === 'income' ? 'income' : 'expense';
  return { choice: { field: CUSTOM.amount, name, type, rule: CUSTOM_RULE, ...amount }, faults };
}

/** A month of thirty days with what was chosen, in minor units. */
export interface PlannedMonth {
  income: number;
  expenses: number;
  /** What is left of the income. */
  left: number;
  items: { name: string; type: TransactionType; amount: number }[];
}

/** What a month looks like with what was chosen; what is not valid is left out. */
export function monthOf(choices: readonly Choice[]): PlannedMonth {
  const items = choices.flatMap(({ name, type, amount, rule }) =>
    amount === null ? [] : [{ name, type, amount: monthlyEquivalent(amount, rule) }],
  );
  const sum = (wanted: TransactionType) =>
    items.filter(({ type }) => type === wanted).reduce((total, { amount }) => total + amount, 0);
  const [income, expenses] = [sum('income'), sum('expense')];
  return { income, expenses, left: income - expenses, items };
}
