import { readPlan } from '../budgets/plan.ts';
import type { Reading } from '../context.ts';
import { readFindings } from '../insights/read.ts';
import { type Advice, countUncategorized, uncategorizedShare } from '../insights/recommendations.ts';
import { type FacetSum, facetsWithout, readFacets, readGenerated } from '../ledger/read-facets.ts';
import { totalsByDay } from '../ledger/totals.queries.ts';
import { shareOf } from '../money.ts';
import { readMany } from '../snapshot.ts';
import { largestTransactions } from '../transactions/list/latest.ts';
import { readCategoryColumns } from './category-columns.ts';
import { comparedShares } from './compared-shares.ts';
import { type PeriodInput, type PeriodSums, slotsOf, slotsOfFacets, sumsOfPeriod } from './period-figures.ts';
import { type ChartStep, type Dates, type PATTERNS, stepOf } from './periods.ts';
import { trendsOf } from './spending-trends.ts';

/** What money was spent on in a period; minor units. */
export type Spending = Awaited<ReturnType<typeof readSpending>>;

export type Patterns = Awaited<ReturnType<typeof readPatterns>>;

interface SpendingInput extends PeriodInput {
  by?: ChartStep | undefined;
  /** Whether the patterns include recurring transactions, whose fixed days show no habits. */
  recurring: (typeof PATTERNS)[number];
}

const SHOWN = 10;

export function readSpending(context: Reading, input: SpendingInput) {
  return readMany(context, async (inside) => {
    const sums = await sumsOfPeriod(inside, input);
    const facets = await readFacets(inside, sums.dates, ['hour', 'size', 'payee', 'weekday']);
    const categories = await comparedShares(inside, 'expense', sums);
    const { advice, from, to } = await readFindings(inside);
    return {
      ...sums,
      ...stepOf(sums.dates, input.by),
      categories,
      columns: await readCategoryColumns(inside, sums.dates, categories, input.by),
      payees: payeesOf(facets, sums.totals.expenses),
      patterns: await readPatterns(inside, sums, facets, input.recurring === 'with'),
      trends: await trendsOf(inside, sums),
      plan: await readPlan(inside, sums.dates),
      advice: [
        ...advice.filter(({ type }) => type !== 'categorize_transactions'),
        ...(await uncategorizedIn(inside, sums.dates, categories)),
      ],
      advised: { from, to },
    };
  });
}

/** For the period rather than for the last days, because its figures are beside it. */
async function uncategorizedIn(
  context: Reading,
  dates: Dates,
  categories: Parameters<typeof uncategorizedShare>[0],
): Promise<Advice[]> {
  if (uncategorizedShare(categories) === null) return [];
  const { uncategorized: value } = await countUncategorized(context, dates);
  return [{ type: 'categorize_transactions', priority: 'high', value }];
}

async function readPatterns(
  context: Reading,
  { dates, months, totals }: PeriodSums,
  facets: readonly FacetSum[],
  withRecurring: boolean,
) {
  const { db, viewer } = context;
  const recurring = await readGenerated(context, dates);
  const generated = withRecurring ? { days: [], facets: [] } : recurring;
  const byDay = await totalsByDay(db, viewer.id, dates.from, dates.to);
  const less = generated.days.map(({ date, type, amount, count }) => ({
    period: date,
    type,
    amount: -amount,
    count: -count,
  }));
  const spent = expensesOf(generated.days);
  return {
    withRecurring,
    /** The sum of all expenses that the patterns count. */
    expenses: totals.expenses - spent(dates),
    /** Whether any expense of the period is recurring. */
    recurs: recurring.days.some(({ type }) => type === 'expense'),
    months: months.map(({ month, from, to, expenses }) => ({
      ...{ month, from, to },
      expenses: expenses - spent({ from, to }),
    })),
    ...slotsOfFacets(facetsWithout(facets, generated.facets), viewer.currency),
    days: slotsOf(31, 1, [...byDay, ...less], ({ period }) => Number(period.slice(8))),
    largest: await largestTransactions(
      context,
      { ...dates, type: 'expense', isOneTime: !withRecurring },
      SHOWN,
    ),
  };
}

function expensesOf(days: readonly { date: string; type: string; amount: number }[]) {
  return ({ from, to }: { from: string; to: string }) =>
    days.reduce(
      (sum, { type, date, amount }) =>
        type === 'expense' && from <= date && date <= to ? sum + amount : sum,
      0,
    );
}

function payeesOf(facets: readonly FacetSum[], expenses: number) {
  return facets
    .filter(({ facet, type }) => facet === 'payee' && type === 'expense')
    .sort((one, other) => other.amount - one.amount || (one.value < other.value ? -1 : 1))
    .slice(0, SHOWN)
    .map(({ value, label, amount, count }) => ({
      /** By which the list filters. */
      key: value,
      name: label ?? value,
      amount,
      count,
      share: shareOf(amount, expenses),
    }));
}
