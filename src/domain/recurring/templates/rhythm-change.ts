import { plusDays, plusMonths, startOfMonth, startOfWeek } from '../../calendar.ts';
import { dayNumber, weekdayOf } from '../schedule/days.ts';
import { nextOccurrence, type Rhythm } from '../schedule/occurrence-dates.ts';
import { dayFields } from '../schedule/rule-fields.ts';
import { type PhaseRhythm, RHYTHM } from './phases.ts';
import type { TemplateChanges } from './schema.ts';

type RhythmChanges = Pick<TemplateChanges, (typeof RHYTHM)[number]>;

/** A rhythm with the changes merged in; a new first date sets the days. */
export function mergedRhythm(values: PhaseRhythm, changes: RhythmChanges): PhaseRhythm {
  return {
    interval_type: changes.interval_type ?? values.interval_type,
    interval: changes.interval ?? values.interval,
    ...mergedDays(values, changes),
    start_date: changes.start_date ?? values.start_date,
  };
}

function mergedDays(before: PhaseRhythm, changes: RhythmChanges) {
  const interval_type = changes.interval_type ?? before.interval_type;
  const isMoved = changes.start_date !== undefined && changes.start_date !== before.start_date;
  if (isMoved) return dayFields(changes.start_date ?? '', { ...changes, interval_type });
  const becomesYearly = interval_type === 'yearly' && before.interval_type !== 'yearly';
  const startDay = dayIn(before.start_date);
  return {
    // A yearly template keeps the day of its first date, which may be 29 February.
    day_of_month: becomesYearly
      ? startDay
      : interval_type === 'yearly'
        ? before.day_of_month
        : (changes.day_of_month ?? before.day_of_month),
    day_of_week: changes.day_of_week ?? before.day_of_week,
  };
}

/** Which phases a change affects, and the first day of the series before it, and its last date before a day. */
interface Extent {
  from: string | null;
  hasPast: boolean;
  start: string;
  lastBefore: (day: string) => string | null;
}

/**
 * The new rhythm of a phase, by its old rhythm and its first day (null for the first phase). Cached by the old rhythm,
 * so that phases that shared one still count from the same day.
 */
export function changedRhythm(
  changes: RhythmChanges,
  extent: Extent,
): (values: PhaseRhythm, day: string | null) => PhaseRhythm {
  const cache = new Map<string, PhaseRhythm>();
  return (values, day) => {
    const key = JSON.stringify(RHYTHM.map((field) => values[field]));
    const changed = cache.get(key) ?? newRhythm(values, day, changes, extent);
    cache.set(key, changed);
    return changed;
  };
}

function newRhythm(
  values: PhaseRhythm,
  day: string | null,
  changes: RhythmChanges,
  { from, hasPast, start, lastBefore }: Extent,
): PhaseRhythm {
  const { start_date, ...others } = changes;
  // With scope `all`, a new start belongs to the series; later rhythms move only if they began before it.
  const isMoved =
    start_date !== undefined &&
    (from !== null || values.start_date === start || values.start_date < start_date);
  const merged = mergedRhythm(values, isMoved ? changes : others);
  if (!hasDifferentRhythm(values, merged)) return merged;
  const at = day ?? values.start_date;
  const hasOtherDay = isOtherDay(values, merged);
  const anchored = hasOtherDay
    ? { ...merged, start_date: anchorOfDay(values, merged, { at, last: lastBefore(at) }) }
    : isMoved || day === null
      ? merged
      : { ...merged, ...anchor(values, merged, day) };
  const first = nextDate(anchored, at) ?? at;
  const isKept = hasOtherDay && nextDate(merged, merged.start_date) !== first;
  if (day === null && !isKept) return merged;
  if (merged.start_date >= at && !isKept && (isMoved || (day === from && !hasPast)))
    return { ...merged, ...unusedDays(merged, changes) };
  return { ...anchored, start_date: first, ...unusedDays({ ...anchored, start_date: first }, changes) };
}

/** Whether only the day differs, of a rhythm that leaves months or weeks out. */
const isOtherDay = (one: PhaseRhythm, other: PhaseRhythm) =>
  one.interval_type === other.interval_type &&
  one.interval === other.interval &&
  one.interval > 1 &&
  one.start_date === other.start_date &&
  (one.interval_type === 'monthly' || one.interval_type === 'weekly');

/**
 * The first day of the month or week from which a rhythm with another day counts: it keeps those that it had. Where the
 * last change left one of them out, because its day was over, it is the first one.
 */
function anchorOfDay(
  old: PhaseRhythm,
  after: PhaseRhythm,
  { at, last }: { at: string; last: string | null },
): string {
  const { interval } = after;
  const before = (date: string) =>
    after.interval_type === 'weekly' ? plusDays(date, -7 * interval) : plusMonths(date, -interval);
  const next = startOfUnit(after, nextDate(old, at) ?? at);
  const earlier = before(next);
  const isLeftOut = last !== null && startOfUnit(after, last) === before(earlier);
  return isLeftOut && (nextDate({ ...after, start_date: earlier }, earlier) ?? '') >= at ? earlier : next;
}

/** The first day of the week or month of a date. */
const startOfUnit = ({ interval_type }: Pick<PhaseRhythm, 'interval_type'>, date: string) =>
  interval_type === 'weekly' ? startOfWeek(date, 'sunday') : startOfMonth(date);

/**
 * The date that a new day gives the first month or week of a series, where it is before the start, so that this month or
 * week would have none; undefined otherwise.
 */
export function earlierFirst(values: PhaseRhythm, changes: RhythmChanges): string | undefined {
  const after = mergedRhythm(values, changes);
  const { interval_type, start_date } = values;
  const isAlike = after.interval_type === interval_type && after.interval === values.interval;
  if (!isAlike || interval_type === 'daily' || interval_type === 'yearly') return undefined;
  const start = startOfUnit(values, nextDate(values, start_date) ?? start_date);
  const first = nextDate({ ...after, start_date: start }, start);
  return first !== null && first < start_date ? first : undefined;
}

/**
 * The date from which a new rhythm counts. A template that becomes yearly continues from its next date, so that it
 * recurs on a day that it had before, and a yearly one from its next anniversary; any other starts at `from`.
 */
function anchor(before: PhaseRhythm, after: PhaseRhythm, from: string): Partial<PhaseRhythm> {
  if (after.interval_type !== 'yearly') return { start_date: from };
  const isYearly = before.interval_type === 'yearly';
  const start_date = nextDate(isYearly ? { ...before, interval: 1 } : before, from) ?? from;
  return isYearly ? { start_date } : { start_date, day_of_month: dayIn(start_date) };
}

/** Day fields that the interval does not use follow the start, as in a new template. */
function unusedDays({ interval_type, start_date }: PhaseRhythm, changes: RhythmChanges) {
  const isInMonths = interval_type === 'monthly' || interval_type === 'yearly';
  return {
    ...(!isInMonths && { day_of_month: changes.day_of_month ?? dayIn(start_date) }),
    ...(interval_type !== 'weekly' && {
      day_of_week: changes.day_of_week ?? weekdayOf(dayNumber(start_date)),
    }),
  };
}

const nextDate = ({ interval_type, interval, day_of_month, day_of_week, start_date }: Rhythm, from: string) =>
  nextOccurrence(
    {
      interval_type,
      interval,
      day_of_month,
      day_of_week,
      start_date,
      end_type: 'never',
      end_date: null,
      max_occurrences: null,
    },
    from,
  );

function dayIn(date: string): number {
  return Number(date.slice(8));
}

export function hasDifferentRhythm(one: PhaseRhythm, other: PhaseRhythm): boolean {
  const daysOfInterval = {
    daily: [],
    weekly: ['day_of_week'],
    monthly: ['day_of_month'],
    yearly: ['day_of_month'],
  } as const;
  const fields = ['interval_type', 'interval', 'start_date', ...daysOfInterval[other.interval_type]] as const;
  return fields.some((field) => one[field] !== other[field]);
}
