import { dateOf, dayInMonth, dayNumber, LAST_DAY, monthNumber, weekdayOf } from './days.ts';

/** When something recurs; dates are local calendar dates, `YYYY-MM-DD`. */
export interface Rule {
  interval_type: 'daily' | 'weekly' | 'monthly' | 'yearly';
  /** Every so many days, weeks, months or years, from 1. */
  interval: number;
  /** 1 to 31; what a shorter month lacks falls on its last day. Monthly and yearly rules follow it. */
  day_of_month: number;
  /** 0 (Sunday) to 6; weekly rules follow it. */
  day_of_week: number;
  start_date: string;
  end_type: 'never' | 'date' | 'occurrences';
  /** The last day that an occurrence may fall on, where `end_type` is `date`. */
  end_date: string | null;
  /** How many there are in all, where `end_type` is `occurrences`. */
  max_occurrences: number | null;
}

/** A rule with its first day and step worked out: every occurrence is reckoned from there, none from the one before. */
interface Course {
  dayAt(index: number): number;
  /** The index of an occurrence that lies at or before the first one from a day on, and at most one before it. */
  indexNear(day: number): number;
  /** How many indexes there are. */
  count: number;
  lastDay: number;
}

/**
 * The dates of a rule from a day on, in order; the first occurrence is the first fitting day from `start_date` on, and
 * the others lie whole intervals after it. The 31st, and 29 February, fall on the last day of a shorter month and
 * return after it. Far dates cost as much as near ones.
 */
export function* occurrencesFrom(rule: Rule, from: string): Generator<string, void> {
  const course = courseOf(rule);
  for (let index = firstIndex(course, dayNumber(from)); index < course.count; index += 1) {
    const day = course.dayAt(index);
    if (day > course.lastDay) return;
    yield dateOf(day);
  }
}

/** At most `most` dates of a rule between two days, both included. */
export function occurrencesBetween(rule: Rule, from: string, to: string, most = Infinity): string[] {
  const dates: string[] = [];
  for (const date of occurrencesFrom(rule, from)) {
    if (date > to || dates.length >= most) break;
    dates.push(date);
  }
  return dates;
}

/** The first date of a rule from a day on, or null after its end. */
export function nextOccurrence(rule: Rule, from: string): string | null {
  return occurrencesFrom(rule, from).next().value ?? null;
}

/** How many occurrences of a rule lie before a day. */
export function countBefore(rule: Rule, date: string): number {
  const course = courseOf(rule);
  const last = Math.min(dayNumber(date) - 1, course.lastDay);
  return Math.max(0, Math.min(firstIndex(course, last + 1), course.count));
}

function firstIndex(course: Course, from: number): number {
  const near = Math.max(0, course.indexNear(from));
  return course.dayAt(near) < from ? near + 1 : near;
}

function courseOf(rule: Rule): Course {
  const count = rule.end_type === 'occurrences' ? (rule.max_occurrences ?? Infinity) : Infinity;
  const ends = rule.end_type === 'date' && rule.end_date ? dayNumber(rule.end_date) : LAST_DAY;
  const isByDays = rule.interval_type === 'daily' || rule.interval_type === 'weekly';
  const steps = isByDays ? byDays(rule) : byMonths(rule);
  return { ...steps, count, lastDay: Math.min(ends, LAST_DAY) };
}

function byDays(rule: Rule): Pick<Course, 'dayAt' | 'indexNear'> {
  const start = dayNumber(rule.start_date);
  const isWeekly = rule.interval_type === 'weekly';
  const first = isWeekly ? start + ((rule.day_of_week - weekdayOf(start) + 7) % 7) : start;
  const step = rule.interval * (isWeekly ? 7 : 1);
  return {
    dayAt: (index) => first + index * step,
    indexNear: (day) => Math.floor((day - first) / step),
  };
}

function byMonths(rule: Rule): Pick<Course, 'dayAt' | 'indexNear'> {
  const whole = rule.interval_type === 'yearly' ? 12 : 1;
  const step = rule.interval * whole;
  const starting = monthNumber(rule.start_date);
  const isPast = dayInMonth(starting, rule.day_of_month) < dayNumber(rule.start_date);
  const first = isPast ? starting + whole : starting;
  return {
    dayAt: (index) => dayInMonth(first + index * step, rule.day_of_month),
    indexNear: (day) => Math.floor((monthNumber(dateOf(day)) - first) / step),
  };
}
