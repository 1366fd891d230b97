import { plusDays, plusMonths, startOfWeek } from '../../../src/domain/calendar.ts';
import type { RecurrenceRule, Rhythm } from '../../../src/domain/recurring/schedule/occurrence-dates.ts';
import { naiveOccurrences } from './naive-calendar.ts';

type End = Pick<RecurrenceRule, 'end_type' | 'end_date' | 'max_occurrences'>;

/** A series from one day until the next part begins. */
interface Part {
  from: string;
  rhythm: Rhythm;
  amount: number;
}

/** A series as a plain list of days with their prices. */
export interface Series {
  today: string;
  parts: Part[];
  end: End;
  isPaused: boolean;
  /** The last generated day. */
  until: string;
  skipped: Set<string>;
  /** The amount of each day that has a transaction. */
  booked: Map<string, number>;
}

export type Change = Partial<Rhythm> & Partial<End> & { amount?: number; from?: string; scope?: 'all' };

/** Beyond all dates of these tests. */
export const FAR = '2030-01-01';
const ENDLESS: End = { end_type: 'never', end_date: null, max_occurrences: null };

const dayOfMonth = (date: string) => Number(date.slice(8));
const dayOfWeek = (date: string) => new Date(`${date}T00:00Z`).getUTCDay();
const walked = new Map<string, string[]>();

function datesOf(rhythm: Rhythm): string[] {
  const key = JSON.stringify(rhythm);
  const dates = walked.get(key) ?? naiveOccurrences({ ...rhythm, ...ENDLESS }, FAR);
  walked.set(key, dates);
  return dates;
}

export function newSeries(rule: RecurrenceRule, amount: number, today: string): Series {
  const { end_type, end_date, max_occurrences, ...rhythm } = rule;
  const series: Series = {
    today,
    parts: [{ from: '', rhythm, amount }],
    end: { end_type, end_date, max_occurrences },
    isPaused: false,
    until: '',
    skipped: new Set(),
    booked: new Map(),
  };
  generate(series);
  return series;
}

function planned({ parts }: Pick<Series, 'parts'>): [string, number][] {
  return parts.flatMap(({ from, rhythm, amount }, index) => {
    const next = parts[index + 1]?.from ?? FAR;
    return datesOf(rhythm).flatMap((date): [string, number][] =>
      date >= from && date < next ? [[date, amount]] : [],
    );
  });
}

function scheduled(series: Series): [string, number][] {
  const { end_type, end_date, max_occurrences } = series.end;
  const all = planned(series);
  if (end_type === 'date') return all.filter(([date]) => date <= (end_date ?? ''));
  return end_type === 'occurrences' ? all.slice(0, max_occurrences ?? 0) : all;
}

function generate(series: Series): void {
  const last = plusDays(series.today, 90);
  if (series.isPaused || last <= series.until) return;
  for (const [date, amount] of scheduled(series))
    if (date > series.until && date <= last && !series.skipped.has(date) && !series.booked.has(date))
      series.booked.set(date, amount);
  series.until = last;
}

export function nextDate(series: Series): string | null {
  if (series.isPaused) return null;
  const next = scheduled(series).find(([date]) => date > series.today && !series.skipped.has(date));
  return next?.[0] ?? null;
}

export function wait(series: Series, days: number): void {
  series.today = plusDays(series.today, days);
  generate(series);
}

export function skip(series: Series, dates: string[]): void {
  for (const date of dates) {
    series.skipped.add(date);
    series.booked.delete(date);
  }
}

export function skippable(series: Series, from: string): string[] {
  return scheduled(series)
    .map(([date]) => date)
    .filter((date) => date >= from && !series.skipped.has(date));
}

export function unskip(series: Series, dates: Map<string, number | undefined>): void {
  for (const [date, amount] of dates) {
    series.skipped.delete(date);
    if (amount !== undefined) series.booked.set(date, amount);
  }
}

export function pause(series: Series): void {
  for (const date of [...series.booked.keys()]) if (date > series.today) series.booked.delete(date);
  series.isPaused = true;
}

export function resume(series: Series): void {
  if (series.isPaused) series.until = plusDays(series.today, -1);
  series.isPaused = false;
  generate(series);
}

/** Deletes a date and all later ones; false if the series is then empty. */
export function removeFrom(series: Series, from: string): boolean {
  for (const date of [...series.booked.keys()]) if (date >= from) series.booked.delete(date);
  const before = scheduled(series).filter(([date]) => date < from);
  if (before.length === 0) return false;
  const last = plusDays(from, -1);
  const { end_type, end_date } = series.end;
  const isOver = end_type === 'occurrences' && scheduled(series).length === before.length;
  const own = end_type === 'date' ? (end_date ?? last) : isOver ? (before.at(-1)?.[0] ?? last) : last;
  series.end = { end_type: 'date', end_date: [own, last].sort()[0] ?? last, max_occurrences: null };
  series.parts = series.parts.filter((part) => part.from <= last);
  return true;
}

/** False for a change that contradicts itself. */
export function change(series: Series, { amount, from: wanted = '', scope, ...fields }: Change): boolean {
  const tomorrow = plusDays(series.today, 1);
  const from = scope === 'all' ? '' : wanted > tomorrow ? wanted : tomorrow;
  const first = series.parts[0]?.rhythm.start_date ?? '';
  const shown = series.parts.findLast((part) => part.from <= (from || tomorrow)) ?? series.parts[0];
  const isMoved =
    fields.start_date !== undefined && ![first, presentStart(series)].includes(fields.start_date);
  const { start_date, ...others } = fields;
  const given = isMoved ? fields : others;
  const end = mergedEnd(series.end, fields);
  const isOtherEnd = ['end_type', 'end_date', 'max_occurrences'].some(
    (field) => end[field as 'end_type'] !== series.end[field as 'end_type'],
  );
  const start = (isMoved && start_date) || first;
  if ((isOtherEnd || isMoved) && end.end_type === 'date' && (end.end_date ?? '') <= start) return false;
  if (!shown) return false;

  const hasPast = planned(series).some(([date]) => date < from);
  const parts = from !== '' && hasPast ? cut(series.parts, from) : series.parts;
  const known = new Map<string, Rhythm>();
  const changed = parts.map((part, index) => {
    const until = parts[index + 1]?.from;
    if (until !== undefined && until <= from) return part;
    const { interval, day_of_month, day_of_week } = part.rhythm;
    const key = JSON.stringify([...daysIn(part.rhythm), interval, day_of_month, day_of_week]);
    const day = [part.from, from].sort()[1] ?? from;
    const dates = planned(series).map(([date]) => date);
    const rhythm = known.get(key) ?? changedRhythm(part.rhythm, given, { day, from, hasPast, first, dates });
    known.set(key, rhythm);
    return { ...part, rhythm, amount: amount ?? part.amount };
  });
  const before = JSON.stringify(parts.map(({ rhythm }) => daysIn(rhythm)));
  const isOther = before !== JSON.stringify(changed.map(({ rhythm }) => daysIn(rhythm)));
  const wasOver = !scheduled(series).some(([date]) => date > series.today);
  const lastBefore = scheduled(series)
    .map(([date]) => date)
    .filter((date) => date <= series.today)
    .at(-1);
  series.parts = changed
    .filter((_, index) => from !== '' || !isMoved || (changed[index + 1]?.from ?? FAR) > start)
    .map((part, index) => (index === 0 ? { ...part, from: '' } : part))
    .filter((part, index, all) => !isLike(part, all[index - 1]));
  series.end = end;

  const schedule = new Map(scheduled(series));
  if (isOther || isOtherEnd) {
    const since = from === '' ? '' : isOtherEnd ? tomorrow : from;
    for (const date of [...series.booked.keys()])
      if (date >= since && !schedule.has(date)) series.booked.delete(date);
  }
  if (isOther) moveSkipped(series, parts, from);
  if (amount !== undefined)
    for (const date of series.booked.keys()) if (date >= from) series.booked.set(date, amount);
  if (!isOther && !isOtherEnd) return true;
  const missing =
    from !== '' ? tomorrow : isOther ? '' : wasOver ? plusDays(lastBefore ?? first, 1) : tomorrow;
  if (series.isPaused) return true;
  if (missing === '' || plusDays(missing, -1) < series.until)
    series.until = missing === '' ? '' : plusDays(missing, -1);
  generate(series);
  return true;
}

/** What was skipped keeps its month or week: the date there is skipped instead. */
function moveSkipped(series: Series, before: Part[], from: string): void {
  const kind = (parts: Part[], day: string) =>
    (parts.findLast((part) => part.from <= day) ?? parts[0])?.rhythm.interval_type;
  const dates = scheduled(series).map(([date]) => date);
  const skipped = [...series.skipped].filter((date) => date >= from).sort();
  for (const date of skipped) {
    const now = kind(series.parts, date);
    if (dates.includes(date) || kind(before, date) !== now || now === 'daily') continue;
    const isBeside = (one: string) =>
      now === 'weekly'
        ? startOfWeek(one, 'sunday') === startOfWeek(date, 'sunday')
        : one.slice(0, 7) === date.slice(0, 7);
    const isFree = (one: string) => one >= from && !series.skipped.has(one) && !series.booked.has(one);
    const to = dates.find((one) => isBeside(one) && isFree(one));
    if (!to) continue;
    series.skipped.delete(date);
    series.skipped.add(to);
  }
}

/** Whether a part says nothing that the one before it does not. */
const isLike = ({ rhythm, amount }: Part, before: Part | undefined) =>
  JSON.stringify([rhythm, amount]) === JSON.stringify([before?.rhythm, before?.amount]);

/** The start from which tomorrow's dates are counted. */
function presentStart({ parts, today }: Series): string {
  const present = parts.findLast((part) => part.from <= plusDays(today, 1)) ?? parts[0];
  return present?.rhythm.start_date ?? '';
}

export function presentAmount({ parts, today }: Series): number {
  return parts.findLast((part) => part.from <= plusDays(today, 1))?.amount ?? 0;
}

function cut(parts: Part[], from: string): Part[] {
  const before = parts.filter((part) => part.from < from);
  const present = parts.findLast((part) => part.from <= from);
  const later = parts.filter((part) => part.from > from);
  return present ? [...before, { ...present, from }, ...later] : parts;
}

/** Missing fields stay; a count applies only to a series that ends by count. */
function mergedEnd(end: End, fields: Partial<End>): End {
  const end_type = fields.end_type ?? (fields.end_date ? 'date' : end.end_type);
  return {
    end_type,
    end_date: end_type === 'date' ? (fields.end_date ?? end.end_date) : null,
    max_occurrences: end_type === 'occurrences' ? (fields.max_occurrences ?? end.max_occurrences) : null,
  };
}

/** Missing fields stay; the days follow a new start; a yearly rhythm has the day of its start. */
function merged(old: Rhythm, fields: Partial<Rhythm>): Rhythm {
  const rhythm = { ...old, ...fields };
  if (rhythm.start_date !== old.start_date) {
    rhythm.day_of_month = fields.day_of_month ?? dayOfMonth(rhythm.start_date);
    rhythm.day_of_week = fields.day_of_week ?? dayOfWeek(rhythm.start_date);
  }
  if (rhythm.interval_type !== 'yearly') return rhythm;
  const isNew = old.interval_type !== 'yearly' || rhythm.start_date !== old.start_date;
  return { ...rhythm, day_of_month: isNew ? dayOfMonth(rhythm.start_date) : old.day_of_month };
}

function daysIn({ interval_type, interval, start_date, day_of_month, day_of_week }: Rhythm) {
  const day = { daily: 0, weekly: day_of_week, monthly: day_of_month, yearly: day_of_month }[interval_type];
  return [interval_type, interval, start_date, day];
}

/**
 * A part's rhythm after a change: counted from a sent start, yearly from the next date or anniversary of the old one,
 * else from the part's first day. Another day keeps every second or third month or week. Without a date so far it keeps a future start.
 */
function changedRhythm(
  old: Rhythm,
  fields: Partial<Rhythm>,
  {
    day,
    from,
    hasPast,
    first,
    dates,
  }: { day: string; from: string; hasPast: boolean; first: string; dates: readonly string[] },
): Rhythm {
  const { start_date: start, ...others } = fields;
  const isMoved = start !== undefined && (from !== '' || old.start_date === first || old.start_date < start);
  const rhythm = merged(old, isMoved ? fields : others);
  const isSame = JSON.stringify(daysIn(rhythm)) === JSON.stringify(daysIn(old));
  if (isSame) return rhythm;
  const at = day || old.start_date;
  const isInterval =
    rhythm.interval_type === old.interval_type && rhythm.interval === old.interval && rhythm.interval > 1;
  if (!isMoved && isInterval && ['monthly', 'weekly'].includes(rhythm.interval_type)) {
    const isWeekly = rhythm.interval_type === 'weekly';
    const begin = (date: string) => (isWeekly ? startOfWeek(date, 'sunday') : `${date.slice(0, 7)}-01`);
    const next = begin(datesOf(old).find((date) => date >= at) ?? at);
    const before = (date: string) =>
      isWeekly ? plusDays(date, -7 * rhythm.interval) : plusMonths(date, -rhythm.interval);
    const last = dates.findLast((date) => date < at);
    const isLeftOut = last !== undefined && begin(last) === before(before(next));
    const late = isLeftOut && datesOf({ ...rhythm, start_date: before(next) })[0];
    const kept =
      late && late >= at ? late : datesOf({ ...rhythm, start_date: next }).find((date) => date >= at);
    const isAhead = day === '' || (!hasPast && day === from && rhythm.start_date >= day);
    if (kept && (!isAhead || datesOf(rhythm)[0] !== kept))
      return withDays({ ...rhythm, start_date: kept }, fields);
  }
  if (day === '') return rhythm;
  if (!hasPast && day === from && !isMoved && rhythm.start_date >= day) return withDays(rhythm, fields);
  if (isMoved) {
    const next = datesOf(rhythm).find((date) => date >= day) ?? day;
    return withDays({ ...rhythm, start_date: rhythm.start_date >= day ? rhythm.start_date : next }, fields);
  }
  const isNew = rhythm.interval_type === 'yearly' && old.interval_type !== 'yearly';
  const steps = isNew ? old : { ...old, interval: 1 };
  const anchor =
    rhythm.interval_type === 'yearly' ? (datesOf(steps).find((date) => date >= day) ?? day) : day;
  const anchored = { ...rhythm, start_date: anchor, ...(isNew && { day_of_month: dayOfMonth(anchor) }) };
  return withDays({ ...anchored, start_date: datesOf(anchored).find((date) => date >= day) ?? day }, fields);
}

/** Irrelevant days are those of the start. */
function withDays(rhythm: Rhythm, fields: Partial<Rhythm>): Rhythm {
  const isMonthly = rhythm.interval_type === 'monthly' || rhythm.interval_type === 'yearly';
  const { start_date } = rhythm;
  return {
    ...rhythm,
    ...(!isMonthly && { day_of_month: fields.day_of_month ?? dayOfMonth(start_date) }),
    ...(rhythm.interval_type !== 'weekly' && { day_of_week: fields.day_of_week ?? dayOfWeek(start_date) }),
  };
}
