import { endOfMonth, isDate, plusDays, plusMonths, startOfMonth } from '../calendar.ts';

/** The named periods as they appear in an address; the first is the default. `dates` has its own ends. */
export const PERIODS = [
  'last-12-months',
  'last-6-months',
  'last-3-months',
  'this-month',
  'last-month',
  'this-year',
  'last-year',
  'everything',
  'dates',
] as const;

export type Period = (typeof PERIODS)[number];

/** A period that counts back any number of months, the current one included. */
export type MonthsBack = `last-${number}-months`;

/** What a period is compared with: the one right before it, or the same one a year earlier. */
export const COMPARISONS = ['before', 'year'] as const;

export type Comparison = (typeof COMPARISONS)[number];

/** How finely a period is shown over time. */
export const STEPS = ['months', 'weeks'] as const;

/** Local calendar dates, both included. */
export interface Dates {
  from: string;
  to: string;
}

/** The dates of a period, up to today; `first` is the day of the first transaction, with which everything begins. */
export function datesOf(period: Exclude<Period, 'dates'> | MonthsBack, today: string, first: string): Dates {
  const thisMonth = startOfMonth(today);
  switch (period) {
    case 'this-month':
      return { from: thisMonth, to: today };
    case 'last-month': {
      const from = plusMonths(thisMonth, -1);
      return { from, to: endOfMonth(from) };
    }
    case 'this-year':
      return { from: `${today.slice(0, 4)}-01-01`, to: today };
    case 'last-year': {
      const to = plusDays(`${today.slice(0, 4)}-01-01`, -1);
      return { from: `${to.slice(0, 4)}-01-01`, to };
    }
    case 'everything':
      return { from: first < today ? first : today, to: today };
    default:
      return { from: plusMonths(thisMonth, 1 - Number(period.split('-')[1])), to: today };
  }
}

/**
 * The period that a form asks for. Dates that were typed count before a named period; those that the page had shown
 * already do not.
 * @param shown the dates that the form was filled with, `from_to`; empty without any
 */
export function periodAsked(asked: {
  period: Period;
  from?: string | undefined;
  to?: string | undefined;
  shown?: string | undefined;
}): Period {
  const typed = `${asked.from ?? ''}_${asked.to ?? ''}`;
  return typed === '_' || typed === asked.shown ? asked.period : 'dates';
}

/**
 * Whether the records have all of a period that is compared with: against one that they had only begun in, everything has
 * grown. A tenth of its days may be missing, as a change counts from a tenth on, and never more than of a first month.
 * @param begins the day of the first transaction that is no opening balance; null without any
 */
export function isWhole(compared: Dates, begins: string | null): boolean {
  const missing = Math.min(Math.floor((daysBetween(compared) + 1) / 10), LATEST_DAY_TO_BEGIN - 1);
  return begins !== null && begins <= plusDays(compared.from, missing);
}

/** So many days of a month are too few to compare it with another. */
const FEW_DAYS = 7;

/**
 * The month up to a day and the same time of the month before, for advice about growth. In its first week it is the month
 * before that is compared. Calendar months hold what recurs monthly equally often, which thirty days do not.
 */
export function monthsToCompare(to: string): { dates: Dates; compared: Dates } {
  const isEarly = dayOf(to) <= FEW_DAYS;
  const end = isEarly ? plusDays(startOfMonth(to), -1) : to;
  const dates = { from: startOfMonth(end), to: end };
  return { dates, compared: monthsEarlier(dates, 1) };
}

/**
 * What a period is compared with: the same dates a year earlier, or as few months earlier as they lie before it. As many
 * days before may have a rent twice, or not at all. Nothing comes before everything.
 */
export function comparedWith(
  period: Period | MonthsBack,
  dates: Dates,
  comparison: Comparison,
): Dates | null {
  if (period === 'everything') return null;
  const isYear = comparison === 'year' || period === 'this-year' || period === 'last-year';
  return monthsEarlier(dates, isYear ? 12 : lengthInMonths(dates));
}

/** The fewest months by which dates that are moved lie before themselves. */
function lengthInMonths(dates: Dates): number {
  const months = monthsBetween(dates);
  return months > 0 && monthsEarlier(dates, months).to < dates.from ? months : months + 1;
}

/** Whether two periods have each day of the month equally often; a day that a month lacks is its last one. */
export function hasSameDays(one: Dates, other: Dates): boolean {
  return Array.from({ length: 31 }, (_, place) => place + 1).every(
    (day) => timesOf(day, one) === timesOf(day, other),
  );
}

function timesOf(day: number, { from, to }: Dates): number {
  const due = (date: string) => Math.min(day, dayOf(endOfMonth(date)));
  const missed = [due(from) < dayOf(from), due(to) > dayOf(to)].filter(Boolean).length;
  return monthsBetween({ from, to }) + 1 - missed;
}

const dayOf = (date: string) => Number(date.slice(8));

/**
 * The periods of the same length right before and right after one: whole months beside one that begins with a month, and
 * else as many days. A year that has only begun is as long as any other. Null where nothing had begun yet, or where the
 * next one would be ahead.
 * @param dates what the period shows, up to today
 * @param asked the ends of free dates as they were typed: so the way back leads to where one came from
 * @param begins the day of the first transaction; null without any
 */
export function periodsBeside(
  period: Period,
  dates: Dates,
  asked: { from?: string | undefined; to?: string | undefined },
  today: string,
  begins: string | null,
): { earlier: Dates | null; later: Dates | null } {
  const { from, to } = wholeSpan(period, dates, asked);
  const isMonths = from === startOfMonth(from);
  const length = isMonths ? monthsBetween({ from, to }) + 1 : daysBetween({ from, to }) + 1;
  const plus = isMonths ? plusMonths : plusDays;
  const before = { from: plus(from, -length), to: plusDays(from, -1) };
  const next = plus(from, length);
  return {
    // As long as the time before a typed year 9999, it would begin before the year 0.
    earlier: begins !== null && begins <= before.to && isDate(before.from) ? before : null,
    later: to < today && next <= today ? { from: next, to: plusDays(plus(next, length), -1) } : null,
  };
}

function wholeSpan(
  period: Period,
  { from, to }: Dates,
  asked: { from?: string | undefined; to?: string | undefined },
): Dates {
  if (period === 'this-year') return { from, to: `${from.slice(0, 4)}-12-31` };
  return period === 'dates' ? { from: asked.from ?? from, to: asked.to ?? to } : { from, to };
}

/**
 * The same dates some months earlier: up to the same day, and up to the end of its month where they end with one. So the
 * 28th of February is compared with all of January. The one rule for "the same time last month".
 */
export function monthsEarlier({ from, to }: Dates, months: number): Dates {
  const end = plusMonths(to, -months);
  return { from: plusMonths(from, -months), to: to === endOfMonth(to) ? endOfMonth(end) : end };
}

function monthsBetween({ from, to }: Dates): number {
  const [years = 0, months = 0] = [0, 1].map(
    (part) => Number(to.split('-')[part]) - Number(from.split('-')[part]),
  );
  return years * 12 + months;
}

const DAY = 86_400_000;

function daysBetween({ from, to }: Dates): number {
  return (Date.parse(to) - Date.parse(from)) / DAY;
}

/** Who begins later in a month has only a part of it (decision 0046). */
export const LATEST_DAY_TO_BEGIN = 7;

/** The first day of the first complete month of records that begin on a day. */
export function firstCompleteMonth(begins: string): string {
  const month = startOfMonth(begins);
  return Number(begins.slice(8)) <= LATEST_DAY_TO_BEGIN ? month : plusMonths(month, 1);
}
