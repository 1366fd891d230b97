import type { Currency } from '../../i18n/currencies.ts';
import { plusDays, startOfMonth, todayOf } from '../calendar.ts';
import type { Reading } from '../context.ts';
import { savingsRateOf } from '../growth.ts';
import type { Facet } from '../ledger/facets.ts';
import { type FacetSum, readFacets } from '../ledger/read-facets.ts';
import { recordedSince } from '../ledger/recorded-since.ts';
import { findFirstDay, findFirstMonth, sumFigures } from '../ledger/totals.queries.ts';
import { DAYS_BACK } from '../transactions/schema.ts';
import { readOutlook } from './outlook.ts';
import { readMonths } from './parts.ts';
import {
  comparedWith,
  type Dates,
  datesOf,
  hasSameDays,
  isWhole,
  type MonthsBack,
  type Period,
} from './periods.ts';
import type { AnalyticsInput } from './schema.ts';
import { SIZE_NAMES, sizeOf } from './sizes.ts';

/** The sums of one hour, weekday or day of the month; minor units. */
export interface Slot {
  /** 0 to 23; 0 (Sunday) to 6; 1 to 31. */
  slot: number;
  income: number;
  expenses: number;
  count: number;
}

/** The sums of a period and of its months; minor units. */
export type PeriodSums = Awaited<ReturnType<typeof sumsOfPeriod>>;

/** The figures of a period for the API; minor units. */
export type PeriodFigures = Awaited<ReturnType<typeof figuresOfPeriod>>;

export type PeriodInput = Pick<AnalyticsInput, 'from' | 'to' | 'compare'> & { period: Period | MonthsBack };

export async function figuresOfPeriod(context: Reading, input: PeriodInput) {
  const sums = await sumsOfPeriod(context, input);
  const facets = await readFacets(context, sums.dates, ['weekday', 'hour', 'size']);
  return {
    ...sums,
    ...slotsOfFacets(facets, context.viewer.currency),
    outlook: await readOutlook(context, sums),
  };
}

export function slotsOfFacets(facets: readonly FacetSum[], currency: Currency) {
  const ofFacet = (name: Facet) => facets.filter(({ facet }) => facet === name);
  return {
    weekdays: slotsOf(7, 0, ofFacet('weekday'), ({ value }) => Number(value)),
    hours: slotsOf(24, 0, ofFacet('hour'), ({ value }) => Number(value)),
    sizes: sizesOf(facets, currency),
  };
}

/** Counts up to today. */
export async function sumsOfPeriod(context: Reading, input: PeriodInput) {
  const { db, viewer } = context;
  const today = todayOf(context);
  const first = await firstDay(context);
  const begins = (await findFirstDay(db, viewer.id))[0]?.date ?? null;
  const dates = datesOfInput(input, today, first, viewer.preferences.month_start);
  const recorded = await recordedSince(db, viewer.id, dates.to);
  const compared = comparedWith(input.period, dates, input.compare);
  const totals = await sumFigures(db, viewer.id, dates);
  return {
    today,
    /** The first day of the month of the first transaction; null if there is none. */
    first,
    /** The day of the first transaction that is not an opening balance; null if there is none. */
    begins,
    /** The day since which every month up to the end of the period has transactions; null if the last month has none. */
    recorded,
    dates,
    compared,
    totals,
    before: compared && (await sumFigures(db, viewer.id, compared)),
    /** Why the change since the compared period is meaningless; null if it is not, or without such a period. */
    unlike: compared && unlikeOf(input.period, { dates, compared, recorded }),
    /** The share of income that is left; null with hardly any income. */
    savingsRate: savingsRateOf(totals),
    months: await readMonths(context, dates),
  };
}

/** Months and years are compared up to the same day by custom; other dates need the same days of the month. */
function unlikeOf(
  period: PeriodInput['period'],
  { dates, compared, recorded }: { dates: Dates; compared: Dates; recorded: string | null },
): 'records_begin_later' | 'unequal_days' | null {
  if (!isWhole(compared, recorded)) return 'records_begin_later';
  return period === 'dates' && !hasSameDays(dates, compared) ? 'unequal_days' : null;
}

async function firstDay({ db, viewer }: Reading): Promise<string | null> {
  const [firstMonth] = await findFirstMonth(db, viewer.id);
  return firstMonth ? `${firstMonth.month}-01` : null;
}

/**
 * Free dates end today at the latest. They begin with the first month with transactions by default, and no earlier than
 * transactions can be entered, because each empty month would be a row.
 */
function datesOfInput(
  { period, from, to }: PeriodInput,
  today: string,
  first: string | null,
  monthStart: number,
): Dates {
  if (period !== 'dates') return datesOf(period, today, first ?? today, monthStart);
  const end = to && to < today ? to : today;
  const begins = first ?? startOfMonth(today);
  const earliest = [begins, startOfMonth(plusDays(today, -DAYS_BACK))].sort()[0] ?? begins;
  const start = from === undefined ? begins : from < earliest ? earliest : from;
  return { from: start > end ? startOfMonth(end) : start, to: end };
}

export function slotsOf<Sum extends { type: string; amount: number; count: number }>(
  length: number,
  start: number,
  sums: readonly Sum[],
  slotOf: (sum: Sum) => number,
): Slot[] {
  const slots = Array.from(
    { length },
    (_, index): Slot => ({
      slot: index + start,
      income: 0,
      expenses: 0,
      count: 0,
    }),
  );
  for (const sum of sums) {
    const slot = slots[slotOf(sum) - start];
    if (!slot || sum.type === 'opening' || sum.type === 'transfer') continue;
    if (sum.type === 'income') slot.income += sum.amount;
    else {
      slot.expenses += sum.amount;
      slot.count += sum.count;
    }
  }
  return slots;
}

/** The expenses of each size, the smallest size first. */
export function sizesOf(facets: readonly FacetSum[], currency: Currency) {
  const sums = facets.filter(({ facet, type }) => facet === 'size' && type === 'expense');
  return SIZE_NAMES.map((size) => {
    const ofSize = sums.filter(({ value }) => sizeOf(Number(value), currency) === size);
    return {
      size,
      amount: ofSize.reduce((sum, { amount }) => sum + amount, 0),
      count: ofSize.reduce((sum, { count }) => sum + count, 0),
    };
  });
}

export function sumOf(facets: readonly FacetSum[], facet: FacetSum['facet'], value: string) {
  const { amount = 0, count = 0 } = facets.find((sum) => sum.facet === facet && sum.value === value) ?? {};
  return { amount, count };
}
