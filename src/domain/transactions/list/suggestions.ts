import { decimalsOf } from '../../../i18n/currencies.ts';
import type { Preferences } from '../../../i18n/preferences.ts';
import { type AmountStyle, amountStyle, readAmount } from '../../amount-text.ts';
import {
  endOfMonth,
  isDate,
  plusDays,
  plusMonths,
  startOfMonth,
  startOfWeek,
  todayOf,
} from '../../calendar.ts';
import { searchCategories } from '../../categories/list.ts';
import type { Reading } from '../../context.ts';
import { folded } from '../../folded-text.ts';
import { totalOf } from '../../ledger/figures.ts';
import { OPENING } from '../../ledger/reserved-categories.ts';
import { sumTotals } from '../../ledger/totals.queries.ts';
import { accountChoices } from '../../money-accounts/choices/choices.ts';
import { fromSnapshot, scan } from '../../snapshot.ts';
import { FILTERED } from '../fields.ts';
import { findMention } from '../quick-entry/account-words.ts';
import { UNITS, WHICH } from '../quick-entry/date-words.ts';
import { type DateOrder, monthOf, orderOf, readDate } from '../quick-entry/read-date.ts';
import { accountsToName } from '../quick-entry/read-line.ts';
import { leftOf, take, wordsOf } from '../quick-entry/words.ts';
import { filterOf, isByDateOnly, type ListInput, statusByDates } from './filter.ts';
import { readFilter, sumOf } from './list.ts';

/** A filter that a search may have meant instead, with the number of transactions that the list shows with it. */
export type Suggestion = (
  | { kind: 'category'; id: string; name: string; language: string }
  /** With the dates beside it, and `search` for the other words. */
  | { kind: 'account'; id: string; name: string; from?: string; to?: string; search?: string }
  | { kind: 'amount'; from: number; to: number }
  /** With `search` for the words beside them. */
  | { kind: 'dates'; from: string; to: string; search?: string }
) & { count: number };

/** Of categories, and of accounts. */
const MOST_NAMED = 3;

/** Nearly every category has any one letter. */
const isTooShort = (text: string) => /^\s*\D?\s*$/u.test(text);

/** The categories, accounts, amount and dates that the search of a list names; the list keeps its other filters. */
export async function suggestFilters(
  context: Reading,
  input: ListInput & { search: string },
): Promise<Suggestion[]> {
  const { preferences } = context.viewer;
  const { search } = input;
  const today = todayOf(context);
  const calendar = { today, order: orderOf(preferences), weekStart: preferences.week_start };
  const datesIn = (text: string): NamedDates | null =>
    readDates(text, calendar) ?? readDatesWithin(text, calendar);
  const dates = datesIn(search);
  const amount = readAmountNamed(search, amountStyle(context.viewer));
  const categories = isTooShort(search) ? [] : await searchCategories(context, search);
  const { accounts = [] } = isTooShort(search) || input.account ? {} : await accountChoices(context);
  const beside = input.account ? [] : await accountBeside(context, search);
  const named = [
    ...(amount ? [{ suggestion: amount, filter: { amountRange: rangeOf(amount) } }] : []),
    ...categories
      .filter(({ transaction_count }) => transaction_count > 0)
      .slice(0, MOST_NAMED)
      .map(({ id, name, language }) => ({
        suggestion: { kind: 'category' as const, id, name, language },
        filter: { category: id },
      })),
    ...accounts
      .filter(({ name }) => ` ${folded(name)}`.includes(` ${folded(search)}`))
      .slice(0, MOST_NAMED)
      .map(({ id, name }) => ({
        suggestion: { kind: 'account' as const, id, name },
        filter: { account: id },
      })),
    ...beside.map(({ text, ...suggestion }) => {
      const within = datesIn(text);
      const words = within ? within.search : text;
      return {
        suggestion: { kind: 'account' as const, ...suggestion, ...within, ...(words && { search: words }) },
        filter: {
          account: suggestion.id,
          ...(within && datesOf(within, input, today)),
          search: words,
        },
      };
    }),
    ...(dates
      ? [{ suggestion: { kind: 'dates' as const, ...dates }, filter: datesOf(dates, input, today) }]
      : []),
  ];
  if (named.length === 0) return [];
  const meant = named.map(({ filter }) => ({ ...input, search: undefined, ...filter }));
  const read = meant.every((one) => hasTotals(one, today)) ? fromSnapshot : scan;
  return read(context, async (inside) => {
    const suggestions: Suggestion[] = [];
    for (const [index, one] of meant.entries()) {
      const count = await countOf(inside, one, today);
      const suggestion = named[index]?.suggestion;
      if (suggestion && count > 0) suggestions.push({ ...suggestion, count });
    }
    return suggestions;
  });
}

/** The account that is named beside other words, as in a line of quick entry, and these words. */
async function accountBeside(context: Reading, search: string) {
  const words = wordsOf(search);
  const mention = words.length > 1 && findMention(words, await accountsToName(context), false);
  if (!mention) return [];
  const text = leftOf(take(words, mention.start, mention.length))
    .map((word) => word.text)
    .join(' ');
  const { accounts = [] } = await accountChoices(context);
  return accounts
    .filter(({ id }) => text !== '' && id === mention.account.id)
    .map(({ id, name }) => ({ id, name, text }));
}

/** Whether stored totals suffice for what a list counts: a scan of all rows for each suggestion would triple a search. */
function hasTotals(input: ListInput, today: string): boolean {
  const { categories: _categories, type: _type, ...others } = filterOf(input, today);
  return !input.payee && FILTERED.every((name) => !input[name]) && isByDateOnly(others);
}

async function countOf(context: Reading, input: ListInput, today: string): Promise<number> {
  const filter = await readFilter(context, input);
  if (!hasTotals(input, today)) return totalOf(await sumOf(context, filter));
  const { categories, type } = filter;
  const totals = await sumTotals(context.db, context.viewer.id, filter);
  return totals
    .filter((total) => total.type !== 'transfer' || filter.transfers !== undefined)
    .filter((total) => !categories || categories.includes(total.category_id))
    .filter((total) => !type || type === (total.type === 'opening' ? openingType(total) : total.type))
    .reduce((sum, { count }) => sum + count, 0);
}

const openingType = ({ category_id }: { category_id: string }) =>
  category_id === OPENING.income ? 'income' : 'expense';

function datesOf({ from, to, search }: NamedDates, { status }: ListInput, today: string) {
  const dates = { dateFrom: from, dateTo: to };
  return { ...dates, search, status: statusByDates(status, dates, today) };
}

const rangeOf = ({ from, to }: { from: number; to: number }): [number, number] => [from, to];

/** `242.37`, `₪242.37`; an amount without decimals may have any. */
function readAmountNamed(text: string, style: AmountStyle) {
  const read = readAmount(text.trim(), style);
  if (!('minor' in read)) return undefined;
  const from = Math.abs(read.minor);
  const isWhole = from % 100 === 0 && !/[.,]\d\d?\D*$/.test(text) && decimalsOf(style.currency) > 0;
  return { kind: 'amount' as const, from, to: isWhole ? from + 99 : from };
}

interface Calendar {
  today: string;
  order: DateOrder;
  weekStart: Preferences['week_start'];
}

interface NamedDates {
  from: string;
  to: string;
  search?: string;
}

/** Dates at the end or the beginning of other words: `coffee November`, `בנובמבר קפה`. */
export function readDatesWithin(text: string, calendar: Calendar): NamedDates | null {
  const words = text.trim().split(/\s+/);
  if (words.length > MOST_WORDS) return null;

  for (let length = words.length - 1; length > 0; length -= 1)
    for (const [named, others] of [
      [words.slice(-length), words.slice(0, -length)],
      [words.slice(0, length), words.slice(length)],
    ] as const) {
      const dates = readDates(named.join(' '), calendar);
      if (dates) return { ...dates, search: others.join(' ') };
    }
  return null;
}

const MOST_WORDS = 12;

/** The days that a text names as a whole, in English and Hebrew: `yesterday`, `3/11`, `last month`, `בנובמבר`, `2025`. */
export function readDates(text: string, calendar: Calendar): { from: string; to: string } | null {
  const words = wordsOf(text).map(({ key }) => key);
  if (words.length === 0) return null;
  const period = readPeriod(words, calendar) ?? readMonth(words, calendar);
  if (period) return period;
  const found = readDate(words, 0, calendar);
  return found && found.length >= words.length ? { from: found.date, to: found.date } : null;
}

/** `this week`, `last month`, `בשנה שעברה`. */
function readPeriod([first = '', second = '', ...rest]: string[], { today, weekStart }: Calendar) {
  const isHebrew = !WHICH.has(first);
  const unit = UNITS.get(isHebrew ? first.replace(/^[בה](?=..)/, '') : second);
  const which =
    isHebrew && second === '' && first.startsWith('ה') ? 'this' : WHICH.get(isHebrew ? second : first);
  if (!unit || !which || rest.length > 0) return null;
  const step = { last: -1, this: 0, next: 1 }[which];
  if ('days' in unit) {
    if (unit.days === 1) return null;
    const from = plusDays(startOfWeek(today, weekStart), step * unit.days);
    return { from, to: plusDays(from, unit.days - 1) };
  }
  if (unit.months === 1) return monthAt(plusMonths(startOfMonth(today), step));
  return yearOf(Number(today.slice(0, 4)) + step);
}

/** `November`, `בנובמבר 2025`, `2025`; without a year, the latest such month that has begun. */
function readMonth([first = '', second = '', ...rest]: string[], { today }: Calendar) {
  if (rest.length > 0) return null;
  if (/^20\d\d$/.test(first)) return second === '' ? yearOf(Number(first)) : null;
  const month = monthOf(first);
  if (month === undefined || !/^(20\d\d)?$/.test(second)) return null;
  const inYear = (year: number) => `${year}-${String(month).padStart(2, '0')}-01`;
  if (second) return monthAt(inYear(Number(second)));
  const thisYear = Number(today.slice(0, 4));
  return monthAt(inYear(inYear(thisYear) <= today ? thisYear : thisYear - 1));
}

const monthAt = (from: string) => (isDate(from) ? { from, to: endOfMonth(from) } : null);

const yearOf = (year: number) => ({ from: `${year}-01-01`, to: `${year}-12-31` });
