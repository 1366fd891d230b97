import { plusDays } from '../../../src/domain/calendar.ts';
import type { Rule } from '../../../src/domain/recurring/schedule/occurrence-dates.ts';
import { naiveOccurrences } from './naive-calendar.ts';

/** A recurring template as its rule and a list of days. */
export interface Series {
  rule: Rule;
  amount: number;
  today: string;
  /** The days of rules before this one, which nothing changes any more. */
  past: string[];
  /** The days of the rule, from its first one up to ninety days ahead. */
  days: string[];
}

/** The fields of a change with scope `future`. */
export type Change = Partial<Rule> & { amount?: number; from?: string };

// Far enough for the first date of any rule in these tests.
const ALL = '2031-01-01';

const ahead = (today: string) => plusDays(today, 90);
const upTo = (day: string, days: string[]) => days.filter((one) => one <= day);
const before = (day: string, days: string[]) => days.filter((one) => one < day);
const since = (day: string, days: string[]) => days.filter((one) => one >= day);
const dayOfMonth = (date: string) => Number(date.slice(8));
const dayOfWeek = (date: string) => new Date(`${date}T00:00Z`).getUTCDay();

export function newSeries(rule: Rule, amount: number, today: string): Series {
  return { rule, amount, today, past: [], days: upTo(ahead(today), naiveOccurrences(rule, ALL)) };
}

/** The first date after today. */
export function nextDate({ rule, today }: Series): string | null {
  return naiveOccurrences(rule, ALL).find((day) => day > today) ?? null;
}

/** The same series some days later. */
export function afterDays(series: Series, count: number): Series {
  const today = plusDays(series.today, count);
  const later = since(plusDays(ahead(series.today), 1), naiveOccurrences(series.rule, ALL));
  return { ...series, today, days: [...series.days, ...upTo(ahead(today), later)] };
}

/** The series after a change from tomorrow, or a later day, on; null for a change that contradicts itself. */
export function changed(series: Series, { amount = series.amount, from: wanted = '', ...fields }: Change) {
  const tomorrow = plusDays(series.today, 1);
  const from = wanted > tomorrow ? wanted : tomorrow;
  const old = series.rule;
  const rule = merged(old, fields);
  const hasNewEnd = ENDS.some((field) => rule[field] !== old[field]);
  if (rule.end_type === 'date' && (rule.end_date ?? '') <= rule.start_date)
    if (hasNewEnd || rule.start_date !== old.start_date) return null;

  const isOther = recursOtherwise(old, rule);
  const done = before(from, naiveOccurrences(old, ALL));
  const isJustLater = done.length === 0 && (!isOther || rule.start_date >= from);
  const isEndOnly = !isOther && amount === series.amount;
  if (isEndOnly) return { ...series, rule, days: followed(series, rule, tomorrow) };
  if (isJustLater) return { ...series, rule, amount, days: followed(series, rule, from) };
  const left = rule.max_occurrences === old.max_occurrences ? rule.max_occurrences : null;
  const max = left === null ? rule.max_occurrences : left - done.length;
  const following = startingOn(from, old, rule, fields);
  const all = since(from, naiveOccurrences({ ...following, max_occurrences: null }, ALL)).slice(
    0,
    max ?? undefined,
  );
  const [first] = all;
  if (first === undefined) {
    const last = ended(from, { ...old, ...endOf(rule) });
    const days = followed(series, last, tomorrow);
    return { ...series, amount: from > tomorrow ? series.amount : amount, rule: last, days };
  }
  const start = rule.start_date >= from ? rule.start_date : first;
  const isMonthly = rule.interval_type === 'monthly' || rule.interval_type === 'yearly';
  return {
    ...series,
    amount,
    rule: {
      ...following,
      start_date: start,
      max_occurrences: max,
      ...(!isMonthly && { day_of_month: fields.day_of_month ?? dayOfMonth(start) }),
      ...(rule.interval_type !== 'weekly' && { day_of_week: fields.day_of_week ?? dayOfWeek(start) }),
    },
    ...continued(series, before(from, series.days), upTo(ahead(series.today), all), done.length > 0),
  };
}

/** The days up to one, and those of a rule from there on. */
function followed({ today, days }: Series, rule: Rule, from: string): string[] {
  return [...before(from, days), ...upTo(ahead(today), since(from, naiveOccurrences(rule, ALL)))];
}

/** A rule that has had dates ends there, and a new one goes on. */
function continued({ past }: Series, kept: string[], days: string[], isNew: boolean) {
  return isNew ? { past: [...past, ...kept], days } : { past, days: [...kept, ...days] };
}

const ENDS = ['end_type', 'end_date', 'max_occurrences'] as const;

const endOf = ({ end_type, end_date, max_occurrences }: Rule) => ({ end_type, end_date, max_occurrences });

/** Missing fields stay; the days follow a new start; a yearly rule has the day of its start. */
function merged(old: Rule, fields: Partial<Rule>): Rule {
  const rule = { ...old, ...fields };
  if (rule.start_date !== old.start_date) {
    rule.day_of_month = fields.day_of_month ?? dayOfMonth(rule.start_date);
    rule.day_of_week = fields.day_of_week ?? dayOfWeek(rule.start_date);
  }
  if (rule.interval_type !== 'yearly') return rule;
  const isNew = old.interval_type !== 'yearly' || rule.start_date !== old.start_date;
  return { ...rule, day_of_month: isNew ? dayOfMonth(rule.start_date) : old.day_of_month };
}

function recursOtherwise(old: Rule, rule: Rule): boolean {
  const { interval_type: kind } = rule;
  return (
    kind !== old.interval_type ||
    rule.interval !== old.interval ||
    rule.start_date !== old.start_date ||
    (kind === 'weekly' && rule.day_of_week !== old.day_of_week) ||
    (kind === 'monthly' && rule.day_of_month !== old.day_of_month)
  );
}

/**
 * The rule from a day on: in the rhythm of its start if that was given or nothing else recurs otherwise, yearly from the
 * next date or anniversary of the old one, else from that day.
 */
function startingOn(from: string, old: Rule, rule: Rule, fields: Partial<Rule>): Rule {
  if (fields.start_date !== undefined && fields.start_date !== old.start_date) return rule;
  if (!recursOtherwise(old, rule)) return rule;
  if (rule.interval_type !== 'yearly') return { ...rule, start_date: from };
  const isNew = old.interval_type !== 'yearly';
  const days: Rule = isNew ? old : { ...old, interval: 1, end_type: 'never' };
  const [start_date = from] = since(from, naiveOccurrences(days, ALL));
  return { ...rule, start_date, ...(isNew && { day_of_month: dayOfMonth(start_date) }) };
}

/** A rule without dates from a day on. */
function ended(from: string, rule: Rule): Rule {
  if (since(from, naiveOccurrences(rule, ALL)).length === 0) return rule;
  return { ...rule, end_type: 'date', end_date: plusDays(from, -1), max_occurrences: null };
}
