import type { CategoryRow } from '../../../db/tables.ts';
import { monthsOf } from '../../analytics/parts.ts';
import { comparedWith, type Dates, firstCompleteMonth, isWhole } from '../../analytics/periods.ts';
import { meanOf, slopeOf } from '../../analytics/statistics.ts';
import { trendOf } from '../../analytics/trend.ts';
import { endOfMonth, localNow, monthOf, plusDays, plusMonths, startOfMonth } from '../../calendar.ts';
import type { Reading } from '../../context.ts';
import { recordedSince } from '../../ledger/recorded-since.ts';
import { findFirstDay, sumTotals, type Total } from '../../ledger/totals.queries.ts';
import { roundedTo } from '../../money.ts';
import { readMany } from '../../snapshot.ts';
import { latestOfCategory } from '../../transactions/list/latest.ts';
import { usageOf } from '../overview.ts';
import { requireVisible } from '../read.ts';
import { daysOfCategory, latestDaysOfCategory, monthsOfCategories } from './analytics.queries.ts';
import { commonPayees, readDescriptions } from './descriptions.ts';
import { monthsOfYear, weekdaysOf, weekdayYear } from './seasons.ts';

export type PeriodFigures = ReturnType<typeof figuresOf>;

/** The page of a category: its last months up to today; minor units. */
export type CategoryReport = Awaited<ReturnType<typeof readCategoryReport>>;

const SHOWN = 10;

/** As many months with the current one, or this year, which is compared with the same days of the year before, or that one. */
type ReportPeriod = number | 'year' | 'last-year';

/** @throws DomainError NOT_FOUND */
export function readCategoryReport(context: Reading, id: string, period: ReportPeriod) {
  return readMany(context, async (inside) => {
    const row = await requireVisible(inside.db, inside.viewer.id, id);
    return reportOf(inside, row, period);
  });
}

async function reportOf(context: Reading, row: CategoryRow, period: ReportPeriod) {
  const { db, viewer } = context;
  const today = localNow(context.now, viewer.preferences.timezone).date;
  const dates = datesOf(period, today);
  const [countedTo = dates.to] = [dates.to, plusDays(startOfMonth(today), -1)].sort();
  const ends = endOfMonth(today);
  const all = await monthsOfCategories(db, viewer.id);
  const stored = all.filter(({ category_id }) => category_id === row.id);
  const days = await daysOfCategory(db, viewer.id, row.id, weekdayYear(today).from, ends);
  const months = reportMonths(dates, stored, days);
  const recorded = await recordedSince(db, viewer.id, today);
  const periods = await comparedPeriods(context, row, dates, recorded, period === 'year');
  const [firstDay] = await findFirstDay(db, viewer.id);
  const complete = completeMonths(stored, recorded ? firstCompleteMonth(recorded) : today, today);
  const countedMonths = complete.filter(
    ({ month }) => month >= monthOf(dates.from) && month <= monthOf(dates.to),
  );
  const counted = countedMonths.map(({ amount }) => amount);
  const [firstCounted] = countedMonths;
  const used = stored.reduce((sum, month) => sum + month.count, 0);
  const [last] = await latestDaysOfCategory(db, viewer.id, row.id, today, '1');
  const latestDays = await latestDaysOfCategory(db, viewer.id, row.id, ends, String(SHOWN));
  const { from, described } = await readDescriptions(context, row.id, dates);
  const firstMonth = complete[0]?.month ?? monthOf(today);
  return {
    row,
    used,
    /** The last local calendar date up to today. */
    last: last?.date ?? null,
    usage: usageOf({ count: used, last: last?.date ?? null }, today),
    ...periods,
    /** Whether there are records before `begins`, followed by an empty month. */
    hasGap: firstDay?.date !== recorded,
    perTransaction:
      periods.now.count === 0 ? 0 : roundedTo(viewer.currency, periods.now.amount / periods.now.count),
    perMonth: firstCounted
      ? {
          amount: roundedTo(viewer.currency, meanOf(counted)),
          dates: { from: `${firstCounted.month}-01`, to: countedTo },
        }
      : null,
    trend: {
      months: counted.length,
      direction: trendOf(counted),
      slope: roundedTo(viewer.currency, slopeOf(counted)),
    },
    months,
    /** Since the first use, `YYYY-MM`. */
    emptyMonths: months
      .filter((month) => month.count === 0 && month.month >= firstMonth && month.month < monthOf(today))
      .map(({ month }) => month),
    scheduled: {
      from: plusDays(today, 1),
      to: endOfMonth(today),
      ...sumOf(days, ({ date }) => date > today),
    },
    common: { from, to: dates.to, payees: commonPayees(described, SHOWN) },
    latest: await latestOfCategory(context, row.id, {
      days: latestDays.map(({ date }) => date),
      limit: SHOWN,
    }),
    /** How many the list has, which reaches to the end of this month. */
    listed: stored
      .filter(({ month }) => month <= monthOf(today))
      .reduce((sum, month) => sum + month.count, 0),
    monthsOfYear: monthsOfYear(complete),
    weekdays: weekdaysOf(days, complete.length, today),
  };
}

function datesOf(period: ReportPeriod, today: string): Dates {
  if (typeof period === 'number') return { from: plusMonths(startOfMonth(today), 1 - period), to: today };
  const year = Number(today.slice(0, 4)) - (period === 'year' ? 0 : 1);
  return { from: `${year}-01-01`, to: period === 'year' ? today : `${year}-12-31` };
}

interface Sum {
  amount: number;
  count: number;
}

interface Day extends Sum {
  date: string;
}

interface Month extends Sum {
  month: string;
}

function sumOf(days: readonly Day[], isCounted: (day: Day) => boolean): Sum {
  const counted = days.filter(isCounted);
  return {
    amount: counted.reduce((sum, { amount }) => sum + amount, 0),
    count: counted.reduce((sum, { count }) => sum + count, 0),
  };
}

async function comparedPeriods(
  { db, viewer }: Reading,
  row: CategoryRow,
  dates: Dates,
  recorded: string | null,
  isYear: boolean,
) {
  const figures = async (range: Dates) => figuresOf(row, range, await sumTotals(db, viewer.id, range));
  // The named period does not matter: all are compared alike.
  const [past, year] = ([isYear ? 'year' : 'before', 'year'] as const).map(
    (comparison) => comparedWith('last-12-months', dates, comparison) ?? dates,
  ) as [Dates, Dates];
  const [now, before] = [await figures(dates), await figures(past)];
  const earlier = past.from === year.from ? null : await figures(year);
  const isComparable = ({ dates, count }: PeriodFigures) => count > 0 && isWhole(dates, recorded);
  return {
    now,
    /**
     * As many months before, up to the same day, or the same days a year earlier; null if they are empty or begin before
     * the records do.
     */
    before: isComparable(before) ? before : null,
    /** The same months a year earlier; null also if they are the months before. */
    yearEarlier: earlier && isComparable(earlier) ? earlier : null,
    /** The first day of the person's records, if it is too late for the months before; a category may begin later. */
    begins: isWhole(past, recorded) ? null : recorded,
  };
}

function figuresOf({ id, type }: CategoryRow, dates: Dates, totals: readonly Total[]) {
  const ofType = totals.filter((total) => total.type === type);
  const all = ofType.reduce((sum, { amount }) => sum + amount, 0);
  const { amount = 0, count = 0 } = ofType.find(({ category_id }) => category_id === id) ?? {};
  // The share of all transactions of the type; null if there are none.
  return { dates, amount, count, share: all === 0 ? null : amount / all };
}

/** Months are cut off at the ends of the period. */
function reportMonths(dates: Dates, stored: readonly Month[], days: readonly Day[]) {
  const byMonth = new Map(stored.map((sum) => [sum.month, sum]));
  return monthsOf(dates).map((part) => {
    if (part.month === monthOf(dates.to) && dates.to !== endOfMonth(dates.to))
      return { ...part, ...sumOf(days, ({ date }) => date >= part.from && date <= part.to) };
    const { amount = 0, count = 0 } = byMonth.get(part.month) ?? {};
    return { ...part, amount, count };
  });
}

/** Complete months from the first use to the last month, including empty ones. */
function completeMonths(
  stored: readonly Month[],
  start: string,
  today: string,
): { month: string; amount: number }[] {
  const [first] = stored;
  const to = plusDays(startOfMonth(today), -1);
  if (!first || first.month > monthOf(to)) return [];
  const amounts = new Map(stored.map(({ month, amount }) => [month, amount]));
  const [, from = start] = [`${first.month}-01`, start].sort();
  return from > to
    ? []
    : monthsOf({ from, to }).map(({ month }) => ({
        month,
        amount: amounts.get(month) ?? 0,
      }));
}
