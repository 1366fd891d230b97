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

/** A filter that a search may have meant instead. */
type Meaning = (
  | { kind: 'category'; id: string; name: string; language: string }
  | { kind: 'account'; id: string; name: string }
  | { kind: 'amount' | 'dates' }
) &
  Parts;

/** What is written beside a name: an amount in minor units and local dates, both ends included, and other words. */
interface Parts {
  amount?: readonly [number, number] | undefined;
  dates?: { from: string; to: string } | undefined;
  search?: string | undefined;
}

/** With the number of transactions that the list shows with it, and their sum if they are all expenses or all incomes. */
export type Suggestion = Meaning & Counted;

interface Counted {
  count: number;
  /** In minor units. */
  sum?: number | undefined;
}

/** For categories as for accounts. */
const MOST_NAMED = 3;

/** Nearly every category has any one letter. */
const isTooShort = (text: string) => /^\s*\D?\s*$/u.test(text);

/** The categories, accounts, amount and dates that the search of a list names; the list keeps its other filters. */
export async function suggestFilters(
  context: Reading,
  input: ListInput & { search: string },
): Promise<Suggestion[]> {
  const today = todayOf(context);
  const meanings = await meaningsOf(context, input);
  if (meanings.length === 0) return [];
  const meant = meanings.map((meaning) => ({ meaning, filter: filteredBy(meaning, input, today) }));
  const read = meant.every(({ filter }) => hasTotals(filter, today)) ? fromSnapshot : scan;
  return read(context, async (inside) => {
    const suggestions: Suggestion[] = [];
    for (const { meaning, filter } of meant) {
      const counted = await countOf(inside, filter, today);
      if (counted.count > 0) suggestions.push({ ...meaning, ...counted });
    }
    return suggestions;
  });
}

async function meaningsOf(
  context: Reading,
  { search, account }: ListInput & { search: string },
): Promise<Meaning[]> {
  const parts = partsOf(context, search);
  const { amount, dates, search: words } = parts;
  const beside = words && words !== search ? await namedBy(context, words) : [];
  const meanings: Meaning[] = [
    ...beside.map((one) => ({ ...one, amount, dates })),
    ...(amount ? [{ kind: 'amount' as const, ...parts }] : []),
    ...(await namedBy(context, search)),
    ...(await accountBeside(context, search)),
    ...(dates ? [{ kind: 'dates' as const, dates, search: datesIn(context, search)?.search }] : []),
  ];
  const keys = meanings.map((meaning) => JSON.stringify(filteredBy(meaning, {}, '')));
  return meanings.filter(
    ({ kind }, index) => !(account && kind === 'account') && keys.indexOf(keys[index] as string) === index,
  );
}

function partsOf(context: Reading, text: string): Parts {
  const within = datesIn(context, text);
  const rest = within ? within.search : text;
  const priced = rest && readAmountWithin(rest, amountStyle(context.viewer));
  return {
    amount: priced ? priced.amount : undefined,
    dates: within ? { from: within.from, to: within.to } : undefined,
    search: priced ? priced.search : rest,
  };
}

/** The categories and accounts that a text names. */
async function namedBy(context: Reading, text: string): Promise<Meaning[]> {
  if (isTooShort(text)) return [];
  const categories = await searchCategories(context, text);
  const { accounts = [] } = await accountChoices(context);
  return [
    ...categories
      .filter(({ transaction_count }) => transaction_count > 0)
      .slice(0, MOST_NAMED)
      .map(({ id, name, language }) => ({ kind: 'category' as const, id, name, language })),
    ...accounts
      .filter(({ name }) => ` ${folded(name)}`.includes(` ${folded(text)}`))
      .slice(0, MOST_NAMED)
      .map(({ id, name }) => ({ kind: 'account' as const, id, name })),
  ];
}

/** The account that is named beside other words, as in a line of quick entry. */
async function accountBeside(context: Reading, search: string): Promise<Meaning[]> {
  const words = wordsOf(search);
  const mention = words.length > 1 && findMention(words, await accountsToName(context), false);
  if (!mention) return [];
  const text = leftOf(take(words, mention.start, mention.length))
    .map((word) => word.text)
    .join(' ');
  const { accounts = [] } = await accountChoices(context);
  return accounts
    .filter(({ id }) => text !== '' && id === mention.account.id)
    .map(({ id, name }) => ({ kind: 'account' as const, id, name, ...partsOf(context, text) }));
}

function filteredBy<Input extends Partial<ListInput>>(meaning: Meaning, input: Input, today: string) {
  const { kind, amount, dates, search } = meaning;
  const chosen = dates && { dateFrom: dates.from, dateTo: dates.to };
  return {
    ...input,
    search,
    ...(kind === 'category' && { category: meaning.id }),
    ...(kind === 'account' && { account: meaning.id }),
    ...(amount && { amountRange: [...amount] as [number, number] }),
    ...(chosen && { ...chosen, status: statusByDates(input.status, chosen, today) }),
  };
}

/** Whether stored totals suffice for what a list counts: a scan of all rows for each suggestion would triple a search. */
function hasTotals(input: ListInput, today: string): boolean {
  const { categories: _categories, type: _type, ...others } = filterOf(input, today);
  return !input.payee && FILTERED.every((name) => !input[name]) && isByDateOnly(others);
}

async function countOf(context: Reading, input: ListInput, today: string): Promise<Counted> {
  const filter = await readFilter(context, input);
  if (!hasTotals(input, today)) {
    const { income, expenses, opening, ...figures } = await sumOf(context, filter);
    return { count: totalOf(figures), sum: opening === 0 ? onlyOf(income, expenses) : undefined };
  }
  const { categories, type } = filter;
  const totals = (await sumTotals(context.db, context.viewer.id, filter))
    .filter((total) => total.type !== 'transfer' || filter.transfers !== undefined)
    .filter((total) => !categories || categories.includes(total.category_id))
    .filter((total) => !type || type === (total.type === 'opening' ? openingType(total) : total.type));
  const sum = (of: (total: (typeof totals)[number]) => number) =>
    totals.reduce((all, total) => all + of(total), 0);
  const amountOf = (kind: string) => sum((total) => (total.type === kind ? total.amount : 0));
  return {
    count: sum(({ count }) => count),
    sum: amountOf('opening') === 0 ? onlyOf(amountOf('income'), amountOf('expense')) : undefined,
  };
}

const onlyOf = (income: number, expenses: number) =>
  income > 0 && expenses > 0 ? undefined : income || expenses || undefined;

const openingType = ({ category_id }: { category_id: string }) =>
  category_id === OPENING.income ? 'income' : 'expense';

/** `242.37`, `₪242.37`; an amount without decimals may have any. */
function readAmountNamed(text: string, style: AmountStyle): readonly [number, number] | undefined {
  const read = readAmount(text.trim(), style);
  if (!('minor' in read)) return undefined;
  const from = Math.abs(read.minor);
  const isWhole = from % 100 === 0 && !/[.,]\d\d?\D*$/.test(text) && decimalsOf(style.currency) > 0;
  return [from, isWhole ? from + 99 : from];
}

/** The only amount of a text, and the words beside it: `fuel 120`, `דלק 120 ש"ח`. */
function readAmountWithin(text: string, style: AmountStyle) {
  const words = text.trim().split(/\s+/);
  if (words.length > MOST_WORDS || !/\d/.test(text)) return undefined;
  const found = [2, 1].flatMap((length) =>
    words.flatMap((_word, start) => {
      const amount = readAmountNamed(words.slice(start, start + length).join(' '), style);
      const others = words.toSpliced(start, length).join(' ');
      return amount ? [{ amount, search: others || undefined, length }] : [];
    }),
  );
  const longest = found.filter(({ length }) => length === found[0]?.length);
  return longest.length === 1 ? longest[0] : undefined;
}

function datesIn(context: Reading, text: string): NamedDates | null {
  const { preferences } = context.viewer;
  const calendar = {
    today: todayOf(context),
    order: orderOf(preferences),
    weekStart: preferences.week_start,
  };
  return readDates(text, calendar) ?? readDatesWithin(text, calendar);
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
  const dates = readDate(words, 0, calendar);
  return dates && dates.length >= words.length ? { from: dates.date, to: dates.date } : null;
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
