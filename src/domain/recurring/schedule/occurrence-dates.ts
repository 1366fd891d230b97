import { dateOf, dayInMonth, dayNumber, LAST_DAY, monthNumber, weekdayOf } from './days.ts';

/** How dates repeat; all dates are local calendar dates, `YYYY-MM-DD`. */
export interface Rhythm {
  interval_type: 'daily' | 'weekly' | 'monthly' | 'yearly';
  /** Every so many days, weeks, months or years, from 1. */
  interval: number;
  /** 1 to 31, for monthly and yearly rules; a shorter month uses its last day. */
  day_of_month: number;
  /** 0 (Sunday) to 6, for weekly rules. */
  day_of_week: number;
  /** The date from which intervals are counted. */
  start_date: string;
}

/** A template's current rhythm with its earlier ones and its end. */
export interface RecurrenceRule extends Rhythm {
  /** The earlier rhythms with the last day of each, in order. */
  earlier?: readonly (Rhythm & { until: string })[] | undefined;
  end_type: 'never' | 'date' | 'occurrences';
  end_date: string | null;
  /** The number of occurrences in all rhythms together, if `end_type` is `occurrences`. */
  max_occurrences: number | null;
}

/** Each day is computed from the first one, never from the previous one, which may be clamped to a shorter month. */
interface Sequence {
  dayAt(index: number): number;
  /** The index of the first occurrence on or after a day, or the index before that one. */
  indexNear(day: number): number;
}

/** The indexes of a rhythm that a rule uses; `end` is exclusive. */
interface Section {
  sequence: Sequence;
  first: number;
  end: number;
}

/**
 * The dates of a rule from a day on, in order. The first occurrence is the first matching day from `start_date` on; the
 * others follow at whole intervals. In a shorter month, the 31st and 29 February fall on its last day. The cost does
 * not depend on how far `from` lies from the start.
 */
export function* occurrencesFrom(rule: RecurrenceRule, from: string): Generator<string, void> {
  const day = dayNumber(from);
  for (const section of sectionsOf(rule))
    for (let index = indexIn(section, day); index < section.end; index += 1) {
      const next = section.sequence.dayAt(index);
      if (next > LAST_DAY) return;
      yield dateOf(next);
    }
}

/** The first `limit` dates of a rule between two days, both included. */
export function occurrencesBetween(
  rule: RecurrenceRule,
  from: string,
  to: string,
  limit = Infinity,
): string[] {
  const dates: string[] = [];
  for (const date of occurrencesFrom(rule, from)) {
    if (date > to || dates.length >= limit) break;
    dates.push(date);
  }
  return dates;
}

export function nextOccurrence(rule: RecurrenceRule, from: string): string | null {
  return occurrencesFrom(rule, from).next().value ?? null;
}

export function countBefore(rule: RecurrenceRule, date: string): number {
  const day = dayNumber(date);
  return sectionsOf(rule).reduce((count, section) => count + indexIn(section, day) - section.first, 0);
}

export function lastBefore(rule: RecurrenceRule, date: string): string | null {
  const day = dayNumber(date);
  const section = sectionsOf(rule).findLast((candidate) => indexIn(candidate, day) > candidate.first);
  return section ? dateOf(section.sequence.dayAt(indexIn(section, day) - 1)) : null;
}

function sectionsOf(rule: RecurrenceRule): Section[] {
  const end = rule.end_type === 'date' && rule.end_date ? dayNumber(rule.end_date) : LAST_DAY;
  let remaining = rule.end_type === 'occurrences' ? (rule.max_occurrences ?? Infinity) : Infinity;
  const sections: Section[] = [];
  let start = -Infinity;
  for (const { until, ...rhythm } of [...(rule.earlier ?? []), { ...rule, until: null }]) {
    const sequence = sequenceOf(rhythm);
    const last = Math.min(until === null ? LAST_DAY : dayNumber(until), end);
    const first = start === -Infinity ? 0 : firstIndex(sequence, start);
    const after = last === LAST_DAY ? Infinity : Math.max(first, firstIndex(sequence, last + 1));
    const section = { sequence, first, end: Math.min(after, first + remaining) };
    sections.push(section);
    remaining -= section.end - first;
    start = last + 1;
  }
  return sections;
}

function indexIn({ sequence, first, end }: Section, day: number): number {
  return Math.min(Math.max(first, firstIndex(sequence, day)), end);
}

function firstIndex(sequence: Sequence, from: number): number {
  const near = Math.max(0, sequence.indexNear(from));
  return sequence.dayAt(near) < from ? near + 1 : near;
}

function sequenceOf(rhythm: Rhythm): Sequence {
  const isInDays = rhythm.interval_type === 'daily' || rhythm.interval_type === 'weekly';
  return isInDays ? daySequence(rhythm) : monthSequence(rhythm);
}

function daySequence(rule: Rhythm): Sequence {
  const start = dayNumber(rule.start_date);
  const isWeekly = rule.interval_type === 'weekly';
  const first = isWeekly ? start + ((rule.day_of_week - weekdayOf(start) + 7) % 7) : start;
  const step = rule.interval * (isWeekly ? 7 : 1);
  return {
    dayAt: (index) => first + index * step,
    indexNear: (day) => Math.floor((day - first) / step),
  };
}

function monthSequence(rule: Rhythm): Sequence {
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
