import type { CategoryShare } from '../balance/summarise.ts';
import { sharesOf } from '../balance/summarise.ts';
import { localNow, plusDays, startOfMonth } from '../calendar.ts';
import type { SignedIn } from '../context.ts';
import { growthRate } from '../insights/recommendations.ts';
import { type Figures, figuresOf } from '../ledger/figures.ts';
import { type FacetSum, readFacets } from '../ledger/read-facets.ts';
import { findFirstDay, findFirstMonth, sumTotals, totalsByDay } from '../ledger/totals.queries.ts';
import { readMany } from '../snapshot.ts';
import { largestTransactions } from '../transactions/list/latest.ts';
import type { Entry } from '../transactions/present.ts';
import { DAYS_BACK } from '../transactions/schema.ts';
import { type MonthFigures, readMonths } from './months.ts';
import { type Outlook, readOutlook } from './outlook.ts';
import { comparedWith, type Dates, datesOf, isWhole, type MonthsBack, type Period } from './periods.ts';
import type { AnalyticsInput } from './schema.ts';
import { SIZE_NAMES, type Size } from './sizes.ts';
import { readWeeks, type WeekFigures, weeksIn } from './weeks.ts';

type Type = 'expense' | 'income';

/** Sums of what falls on the same hour, weekday or day of the month; minor units. */
export interface Slot {
  /** 0 to 23; 0 (Sunday) to 6; 1 to 31. */
  slot: number;
  income: number;
  expenses: number;
  /** Expenses alone. */
  count: number;
}

/** A category's share of a period. */
export interface ComparedShare extends CategoryShare {
  /** In the period that it is compared with; null where there is none. */
  before: number | null;
  /** 0.2 for a fifth more; null where there is nothing to compare with. */
  change: number | null;
}

/** Those to whom (or from whom) money went, with descriptions that are alike. */
export interface PayeeSum {
  /** What their names have in common, by which the list finds them. */
  key: string;
  name: string;
  amount: number;
  count: number;
  share: number;
}

/** Everything that the page of analytics shows about a period; minor units. */
export interface Overview {
  today: string;
  /** The first day of the month of the first transaction; null without any. */
  first: string | null;
  /** The day of the first transaction that is no opening balance; null without any. */
  begins: string | null;
  dates: Dates;
  compared: Dates | null;
  totals: Figures;
  before: Figures | null;
  /** Whether the records reach back to the first day that is compared with: changes since a part of it say nothing. */
  isComparable: boolean;
  /** What is left of income, as a share of it; null without income. */
  savingsRate: number | null;
  months: MonthFigures[];
  /** Null unless they were asked for. */
  weeks: WeekFigures[] | null;
  categories: Record<Type, ComparedShare[]>;
  weekdays: Slot[];
  days: Slot[];
  hours: Slot[];
  sizes: { size: Size; amount: number; count: number }[];
  /** The largest first. */
  payees: PayeeSum[];
  largest: Entry[];
  /** Expenses of recurring templates and all others. */
  recurring: { amount: number; count: number };
  oneTime: { amount: number; count: number };
  outlook: Outlook;
}

/** What is asked for; a number of months needs no name of its own. */
export type OverviewInput = Omit<AnalyticsInput, 'period'> & { period: Period | MonthsBack };

const SHOWN = 10;

/** Ten years: longer periods are shown by months. */
const MOST_WEEKS = 522;

/** Adds up the viewer's transactions of a period, up to today, and compares them. */
export function readOverview(context: SignedIn, input: OverviewInput): Promise<Overview> {
  return readMany(context, (inside) => overviewOf(inside, input));
}

async function overviewOf(context: SignedIn, input: OverviewInput): Promise<Overview> {
  const { db, viewer, now } = context;
  const today = localNow(now, viewer.preferences.timezone).date;
  const first = await firstDay(context);
  const begins = (await findFirstDay(db, viewer.id))[0]?.date ?? null;
  const dates = datesOfInput(input, today, first);
  const compared = comparedWith(input.period, dates, input.compare);
  const totals = await sumTotals(db, viewer.id, dates);
  const before = compared && (await sumTotals(db, viewer.id, compared));
  const facets = await readFacets(context, dates);
  const byDay = await totalsByDay(db, viewer.id, dates.from, dates.to);
  const figures = figuresOf(totals);
  const expenses = facets.filter(({ type }) => type === 'expense');
  return {
    today,
    first,
    begins,
    dates,
    compared,
    totals: figures,
    before: before && figuresOf(before),
    isComparable: compared !== null && isWhole(compared, begins),
    savingsRate: figures.income === 0 ? null : figures.net / figures.income,
    months: await readMonths(context, dates),
    weeks:
      input.by === 'weeks' && weeksIn(dates) <= MOST_WEEKS ? await readWeeks(context, dates, byDay) : null,
    categories: {
      expense: await comparedShares(context, 'expense', totals, before),
      income: await comparedShares(context, 'income', totals, before),
    },
    weekdays: slotsOf(7, 0, byDay, ({ period }) => weekdayOf(period)),
    days: slotsOf(31, 1, byDay, ({ period }) => Number(period.slice(8))),
    hours: slotsOf(
      24,
      0,
      facets.filter(({ facet }) => facet === 'hour'),
      ({ value }) => Number(value),
    ),
    sizes: SIZE_NAMES.map((size) => ({ size, ...sumOf(expenses, 'size', size) })),
    payees: payeesOf(expenses, figures.expenses),
    largest: await largestTransactions(context, { ...dates, type: 'expense' }, SHOWN),
    recurring: sumOf(expenses, 'recurring', '1'),
    oneTime: sumOf(expenses, 'recurring', '0'),
    outlook: await readOutlook(context, { today, begins }),
  };
}

async function firstDay({ db, viewer }: SignedIn): Promise<string | null> {
  const [found] = await findFirstMonth(db, viewer.id);
  return found ? `${found.month}-01` : null;
}

/**
 * Free dates end today at the latest. They begin with the first month that has something, unless they say otherwise, and
 * no earlier than anything can have been entered: each empty month would be a row.
 */
function datesOfInput({ period, from, to }: OverviewInput, today: string, first: string | null): Dates {
  if (period !== 'dates') return datesOf(period, today, first ?? today);
  const end = to && to < today ? to : today;
  const begins = first ?? startOfMonth(today);
  const earliest = [begins, startOfMonth(plusDays(today, -DAYS_BACK))].sort()[0] ?? begins;
  const start = from === undefined ? begins : from < earliest ? earliest : from;
  return { from: start > end ? startOfMonth(end) : start, to: end };
}

async function comparedShares(
  context: SignedIn,
  type: Type,
  totals: Awaited<ReturnType<typeof sumTotals>>,
  before: Awaited<ReturnType<typeof sumTotals>> | null,
): Promise<ComparedShare[]> {
  const shares = await sharesOf(
    context,
    totals.filter((total) => total.type === type),
  );
  const earlier = new Map(
    before?.filter((total) => total.type === type).map((total) => [total.category_id, total.amount]),
  );
  return shares.map((share) => {
    const amount = before && (earlier.get(share.category?.id ?? '') ?? 0);
    return { ...share, before: amount, change: amount === null ? null : growthRate(share.amount, amount) };
  });
}

function slotsOf<Sum extends { type: string; amount: number; count: number }>(
  length: number,
  start: number,
  sums: readonly Sum[],
  slotOf: (sum: Sum) => number,
): Slot[] {
  const slots = Array.from(
    { length },
    (_, place): Slot => ({
      slot: place + start,
      income: 0,
      expenses: 0,
      count: 0,
    }),
  );
  for (const sum of sums) {
    const slot = slots[slotOf(sum) - start];
    if (!slot || sum.type === 'opening') continue;
    if (sum.type === 'income') slot.income += sum.amount;
    else {
      slot.expenses += sum.amount;
      slot.count += sum.count;
    }
  }
  return slots;
}

/** 0 for Sunday. */
function weekdayOf(date: string): number {
  return new Date(`${date}T12:00:00Z`).getUTCDay();
}

function sumOf(facets: readonly FacetSum[], facet: FacetSum['facet'], value: string) {
  const { amount = 0, count = 0 } = facets.find((sum) => sum.facet === facet && sum.value === value) ?? {};
  return { amount, count };
}

function payeesOf(facets: readonly FacetSum[], expenses: number): PayeeSum[] {
  return facets
    .filter(({ facet }) => facet === 'payee')
    .sort((one, other) => other.amount - one.amount || (one.value < other.value ? -1 : 1))
    .slice(0, SHOWN)
    .map(({ value, label, amount, count }) => ({
      key: value,
      name: label ?? value,
      amount,
      count,
      share: amount / expenses,
    }));
}
