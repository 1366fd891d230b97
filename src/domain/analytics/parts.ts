import { monthOf, plusDays, plusMonths, startOfMonth, startOfWeek } from '../calendar.ts';
import type { Reading } from '../context.ts';
import { balanceOf, type Figures, figuresOf, isBalanceMeaningful } from '../ledger/figures.ts';
import { splitRange } from '../ledger/split-range.ts';
import { figuresByMonth, sumFigures, sumPaidBillsByDay, totalsByDay } from '../ledger/totals.queries.ts';
import type { Dates } from './periods.ts';

export type Step = 'daily' | 'weekly' | 'monthly' | 'yearly';

type WeekStart = 'sunday' | 'monday';

/** A day, week, month or year, cut off at the ends of the range. Minor units. */
export type PartFigures = Awaited<ReturnType<typeof readParts>>[number];

export type MonthFigures = Awaited<ReturnType<typeof readMonths>>[number];

export async function readMonths(context: Reading, dates: Dates) {
  const parts = await readParts(context, dates, 'monthly');
  return parts.map((part) => ({ ...part, month: monthOf(part.from) }));
}

/** Oldest first, including parts without transactions. */
export async function readParts(context: Reading, dates: Dates, step: Step) {
  const { db, viewer } = context;
  const weekStart = viewer.preferences.week_start;
  const figuresByPart = Map.groupBy(await readFigures(context, dates, step), ({ date }) =>
    startOfPart(date, step, weekStart),
  );
  let running = await sumFigures(db, viewer.id, { to: plusDays(dates.from, -1) });
  const begins = [...figuresByPart.values()].some((part) => part.some(({ opening }) => opening !== 0));
  const bills = begins ? await sumPaidBillsByDay(db, viewer.id, dates.from, dates.to) : [];
  return partsOf(dates, step, weekStart).map(({ start, ...part }) => {
    const { income, expenses, net, opening, transfers, count, openingCount } = sumOf(
      figuresByPart.get(start) ?? [],
    );
    const before = balanceOf(running);
    running = {
      ...running,
      net: running.net + net,
      opening: running.opening + opening,
      transfers: running.transfers + transfers,
    };
    return {
      ...part,
      income,
      expenses,
      net,
      /** Opening balances that begin in it: the balance shows them, but no money came or went. Without paid bills of cards. */
      opening: bills.reduce(
        (sum, { date, amount }) => (date >= part.from && date <= part.to ? sum - amount : sum),
        opening,
      ),
      /** To or from accounts that do not count. */
      transfers,
      /** How many transactions there are, without those and without transfers. */
      count: count - openingCount,
      before,
      /** At the end of `to`, and whether it shows what the person has. */
      balance: balanceOf(running),
      isBalanceKnown: isBalanceMeaningful(running),
    };
  });
}

/** The parts whose balances tell of the same accounts: without those before the latest opening balance. */
export function sinceOpenings<Part extends Pick<PartFigures, 'opening'>>(parts: readonly Part[]): Part[] {
  return parts.slice(
    Math.max(
      0,
      parts.findLastIndex(({ opening }) => opening !== 0),
    ),
  );
}

/** The part with the lowest balance; none where that is before the latest opening balance, or only one is since. */
export function lowestPart<Part extends Pick<PartFigures, 'opening' | 'balance'>>(
  parts: readonly Part[],
): Part | undefined {
  const alike = sinceOpenings(parts);
  const least = Math.min(...parts.map(({ balance }) => balance));
  return alike.length > 1 ? alike.find(({ balance }) => balance === least) : undefined;
}

async function readFigures(
  { db, viewer }: Reading,
  dates: Dates,
  step: Step,
): Promise<(Figures & { date: string })[]> {
  if (step === 'daily' || step === 'weekly') {
    const days = await totalsByDay(db, viewer.id, dates.from, dates.to);
    return days.map(({ period, ...total }) => ({ ...figuresOf([total]), date: period }));
  }
  const { months, head, tail } = splitRange(dates);
  const figures = [...(await figuresByMonth(db, viewer.id, ...months))].map(([month, sums]) => ({
    ...sums,
    date: `${month}-01`,
  }));
  for (const [from, to] of [head, tail])
    if (from <= to) figures.push({ ...(await sumFigures(db, viewer.id, { from, to })), date: from });
  return figures;
}

const SUMMED = ['income', 'expenses', 'net', 'opening', 'transfers', 'count', 'openingCount'] as const;

function sumOf(parts: Figures[]): Record<(typeof SUMMED)[number], number> {
  const sums = { income: 0, expenses: 0, net: 0, opening: 0, transfers: 0, count: 0, openingCount: 0 };
  for (const name of SUMMED) for (const part of parts) sums[name] += part[name];
  return sums;
}

/** What the steps of a chart are called among those of figures. */
export const PARTS = { days: 'daily', weeks: 'weekly', months: 'monthly' } as const;

export function monthsOf(dates: Dates): (Dates & { month: string })[] {
  return partsOf(dates, 'monthly').map(({ from, to }) => ({ month: monthOf(from), from, to }));
}

/** The days of each part that are within the range; `start` may be before it. */
export function partsOf(
  { from, to }: Dates,
  step: Step,
  weekStart: WeekStart = 'sunday',
): (Dates & { start: string })[] {
  const parts: (Dates & { start: string })[] = [];
  for (let start = startOfPart(from, step, weekStart); ; ) {
    const next = afterPart(start, step);
    // Days after 9999-12-31 would sort before it.
    const isLast = next > to || next < start;
    parts.push({ start, from: start < from ? from : start, to: isLast ? to : plusDays(next, -1) });
    if (isLast) return parts;
    start = next;
  }
}

export function startOfPart(date: string, step: Step, weekStart: WeekStart): string {
  if (step === 'weekly') return startOfWeek(date, weekStart);
  if (step === 'daily') return date;
  return step === 'monthly' ? startOfMonth(date) : `${date.slice(0, 4)}-01-01`;
}

function afterPart(start: string, step: Step): string {
  if (step === 'daily' || step === 'weekly') return plusDays(start, step === 'daily' ? 1 : 7);
  return plusMonths(start, step === 'monthly' ? 1 : 12);
}
