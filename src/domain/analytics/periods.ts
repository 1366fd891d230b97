import { daysBetween, endOfMonth, isDate, plusDays, plusMonths, startOfMonth } from '../calendar.ts';

/** As in an address; the first is the default. `dates` has ends of its own. */
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

export type MonthsBack = `last-${number}-months`;

export const COMPARISONS = ['before', 'year'] as const;

type Comparison = (typeof COMPARISONS)[number];

export const STEPS = ['days', 'weeks', 'months'] as const;

export type ChartStep = (typeof STEPS)[number];

export const PATTERNS = ['without', 'with'] as const;

/** Local calendar dates, both included. */
export interface Dates {
  from: string;
  to: string;
}

/**
 * Up to today; `first` is the day of the first transaction, where `everything` begins.
 * @param monthStart the day on which this month and the last one begin
 */
export function datesOf(
  period: Exclude<Period, 'dates'> | MonthsBack,
  today: string,
  first: string,
  monthStart = 1,
): Dates {
  const thisMonth = startOfMonth(today);
  const begins = plusDays(thisMonth, monthStart - 1);
  const ownMonth = begins <= today ? begins : plusMonths(begins, -1);
  switch (period) {
    case 'this-month':
      return { from: ownMonth, to: today };
    case 'last-month':
      return { from: plusMonths(ownMonth, -1), to: plusDays(ownMonth, -1) };
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
 * The period that a form requests. Typed dates precede a named period, unless the page already showed them.
 * @param shown the dates that the form was filled with, `from_to`; empty if there were none
 */
export function requestedPeriod(requested: {
  period: Period;
  from?: string | undefined;
  to?: string | undefined;
  shown?: string | undefined;
}): Period {
  const typed = `${requested.from ?? ''}_${requested.to ?? ''}`;
  return typed === '_' || typed === requested.shown ? requested.period : 'dates';
}

/**
 * Whether the records cover a compared period; against one that they only began in, everything would have grown. A
 * tenth of its days may be missing, as changes count from a tenth on, but never more than of a first month.
 * @param begins the day of the first transaction that is not an opening balance; null if there is none
 */
export function isWhole(compared: Dates, begins: string | null): boolean {
  const missing = Math.min(
    Math.floor((daysBetween(compared.from, compared.to) + 1) / 10),
    LATEST_DAY_TO_BEGIN - 1,
  );
  return begins !== null && begins <= plusDays(compared.from, missing);
}

/** Up to how many days a period is drawn by day, and by week unless months are chosen: a chart of three columns tells little. */
const BY_DAY = 62;
const BY_WEEK = 100;

/** Ten years: longer periods are drawn by month alone. */
const MOST_WEEKS = 522;

/** By what a period can be drawn, and by what it is. */
export function stepOf(dates: Dates, chosen?: ChartStep): { steps: ChartStep[]; step: ChartStep } {
  const days = daysBetween(dates.from, dates.to) + 1;
  const steps: ChartStep[] =
    days <= BY_DAY ? ['days', 'weeks'] : days <= MOST_WEEKS * 7 ? ['weeks', 'months'] : ['months'];
  const usual = days <= BY_DAY ? 'days' : days <= BY_WEEK ? 'weeks' : 'months';
  return { steps, step: steps.find((step) => step === chosen) ?? usual };
}

/** With so few days, a month is not compared. */
const FEW_DAYS = 7;

/**
 * The month up to a day and the same time of the month before, for advice about growth; in its first week, the month
 * before is compared instead. Calendar months contain monthly payments equally often, which thirty days do not.
 */
export function monthsToCompare(to: string): { dates: Dates; compared: Dates } {
  const isEarly = dayOf(to) <= FEW_DAYS;
  const end = isEarly ? plusDays(startOfMonth(to), -1) : to;
  const dates = { from: startOfMonth(end), to: end };
  return { dates, compared: monthsEarlier(dates, 1) };
}

/**
 * The same dates a year earlier, or as few months earlier as avoid an overlap: the same number of days before might
 * contain the rent twice, or not at all. Null for `everything`, which nothing precedes.
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

/** The smallest number of months by which dates can be moved back without overlapping themselves. */
function lengthInMonths(dates: Dates): number {
  const months = monthsBetween(dates);
  return months > 0 && monthsEarlier(dates, months).to < dates.from ? months : months + 1;
}

/** Whether two periods have each day of the month equally often; a day that a month lacks is its last one. */
export function hasSameDays(one: Dates, other: Dates): boolean {
  return Array.from({ length: 31 }, (_, index) => index + 1).every(
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
 * The periods of the same length right before and right after one: whole months if it begins with a month, otherwise as
 * many days. A year that has only begun has its full length. Null before the first transaction, and in the future.
 * @param dates the dates shown, up to today
 * @param requested the ends of free dates as typed, so that going there and back leads to the same dates
 * @param begins the day of the first transaction; null if there is none
 */
export function periodsBeside(
  period: Period,
  dates: Dates,
  requested: { from?: string | undefined; to?: string | undefined },
  today: string,
  begins: string | null,
): { earlier: Dates | null; later: Dates | null } {
  const { from, to } = wholeSpan(period, dates, requested);
  const isMonths = from === startOfMonth(from);
  const length = isMonths ? monthsBetween({ from, to }) + 1 : daysBetween(from, to) + 1;
  const plus = isMonths ? plusMonths : plusDays;
  const before = { from: plus(from, -length), to: plusDays(from, -1) };
  const next = plus(from, length);
  return {
    // The time before a period that ends in the year 9999 may begin before the year 0.
    earlier: begins !== null && begins <= before.to && isDate(before.from) ? before : null,
    later: to < today && next <= today ? { from: next, to: plusDays(plus(next, length), -1) } : null,
  };
}

function wholeSpan(
  period: Period,
  { from, to }: Dates,
  requested: { from?: string | undefined; to?: string | undefined },
): Dates {
  if (period === 'this-year') return { from, to: `${from.slice(0, 4)}-12-31` };
  return period === 'dates' ? { from: requested.from ?? from, to: requested.to ?? to } : { from, to };
}

/**
 * The same dates some months earlier: up to the same day, or up to the end of the month if they end with one, so that
 * 28 February is compared with all of January. This is the only rule for "the same time last month".
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

/** Records that begin later in a month cover only a part of it (decision 0046). */
const LATEST_DAY_TO_BEGIN = 7;

export function firstCompleteMonth(begins: string): string {
  const month = startOfMonth(begins);
  return Number(begins.slice(8)) <= LATEST_DAY_TO_BEGIN ? month : plusMonths(month, 1);
}

/** The named period that has exactly these dates, so that a chosen one is recognized; null if none has. */
export function nameOf(
  dates: Dates,
  today: string,
  first: string,
  monthStart = 1,
): Exclude<Period, 'dates'> | null {
  const named = PERIODS.filter((period) => period !== 'dates');
  return (
    named.find((period) => {
      const { from, to } = datesOf(period, today, first, monthStart);
      return from === dates.from && to === dates.to;
    }) ?? null
  );
}
