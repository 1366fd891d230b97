import { dateOf, dayInMonth, dayNumber, LAST_DAY, monthNumber, weekdayOf } from './days.ts';

/** When a template recurs; dates are local calendar dates, `YYYY-MM-DD`. */
export interface Rule {
  interval_type: 'daily' | 'weekly' | 'monthly' | 'yearly';
  /** Every so many days, weeks, months or years, from 1. */
  interval: number;
  /** 1 to 31, for monthly and yearly rules; in a shorter month the last day counts. */
  day_of_month: number;
  /** 0 (Sunday) to 6, for weekly rules. */
  day_of_week: number;
  start_date: string;
  end_type: 'never' | 'date' | 'occurrences';
  /** The last day that an occurrence may fall on, where `end_type` is `date`. */
  end_date: string | null;
  /** How many occurrences there are in all, where `end_type` is `occurrences`. */
  max_occurrences: number | null;
}

/** The days of a rule by index; each is computed from the first day, never from the day before it. */
interface Sequence {
  dayAt(index: number): number;
  /** The index of the first occurrence on or after a day, or the index before that one. */
  indexNear(day: number): number;
  /** The number of occurrences; `Infinity` where the rule does not limit it. */
  count: number;
  lastDay: number;
}

/**
 * The dates of a rule from a day on, in order. The first occurrence is the first matching day from `start_date` on; the
 * others follow at whole intervals. The 31st and 29 February fall on the last day of a shorter month. The cost does not
 * depend on how far `from` lies from the start.
 */
export function* occurrencesFrom(rule: Rule, from: string): Generator<string, void> {
  const sequence = sequenceOf(rule);
  for (let index = firstIndex(sequence, dayNumber(from)); index < sequence.count; index += 1) {
    const day = sequence.dayAt(index);
    if (day > sequence.lastDay) return;
    yield dateOf(day);
  }
}

/** The first `limit` dates of a rule between two days, both included. */
export function occurrencesBetween(rule: Rule, from: string, to: string, limit = Infinity): string[] {
  const dates: string[] = [];
  for (const date of occurrencesFrom(rule, from)) {
    if (date > to || dates.length >= limit) break;
    dates.push(date);
  }
  return dates;
}

/** The first date of a rule from a day on, or null after its end. */
export function nextOccurrence(rule: Rule, from: string): string | null {
  return occurrencesFrom(rule, from).next().value ?? null;
}

/** The number of occurrences of a rule before a day. */
export function countBefore(rule: Rule, date: string): number {
  const sequence = sequenceOf(rule);
  const last = Math.min(dayNumber(date) - 1, sequence.lastDay);
  return Math.max(0, Math.min(firstIndex(sequence, last + 1), sequence.count));
}

/** The last occurrence of a rule before a day, or null before its first. */
export function lastBefore(rule: Rule, date: string): string | null {
  const count = countBefore(rule, date);
  return count === 0 ? null : dateOf(sequenceOf(rule).dayAt(count - 1));
}

function firstIndex(sequence: Sequence, from: number): number {
  const near = Math.max(0, sequence.indexNear(from));
  return sequence.dayAt(near) < from ? near + 1 : near;
}

function sequenceOf(rule: Rule): Sequence {
  const count = rule.end_type === 'occurrences' ? (rule.max_occurrences ?? Infinity) : Infinity;
  const end = rule.end_type === 'date' && rule.end_date ? dayNumber(rule.end_date) : LAST_DAY;
  const isInDays = rule.interval_type === 'daily' || rule.interval_type === 'weekly';
  const days = isInDays ? daySequence(rule) : monthSequence(rule);
  return { ...days, count, lastDay: Math.min(end, LAST_DAY) };
}

function daySequence(rule: Rule): Pick<Sequence, 'dayAt' | 'indexNear'> {
  const start = dayNumber(rule.start_date);
  const isWeekly = rule.interval_type === 'weekly';
  const first = isWeekly ? start + ((rule.day_of_week - weekdayOf(start) + 7) % 7) : start;
  const step = rule.interval * (isWeekly ? 7 : 1);
  return {
    dayAt: (index) => first + index * step,
    indexNear: (day) => Math.floor((day - first) / step),
  };
}

function monthSequence(rule: Rule): Pick<Sequence, 'dayAt' | 'indexNear'> {
  const unit = rule.interval_type === 'yearly' ? 12 : 1;
  const step = rule.interval * unit;
  const startMonth = monthNumber(rule.start_date);
  const isPast = dayInMonth(startMonth, rule.day_of_month) < dayNumber(rule.start_date);
  const first = isPast ? startMonth + unit : startMonth;
  return {
    dayAt: (index) => dayInMonth(first + index * step, rule.day_of_month),
    indexNear: (day) => Math.floor((monthNumber(dateOf(day)) - first) / step),
  };
}
