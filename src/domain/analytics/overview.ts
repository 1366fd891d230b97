import { sharesOf } from '../balance/summarise.ts';
import { plusDays } from '../calendar.ts';
import type { Reading } from '../context.ts';
import { growthOf } from '../growth.ts';
import { FACETS } from '../ledger/facets.ts';
import type { FacetSum } from '../ledger/read-facets.ts';
import { sumTotals, totalsByDay } from '../ledger/totals.queries.ts';
import { readMany } from '../snapshot.ts';
import { largestTransactions } from '../transactions/list/latest.ts';
import { readParts } from './parts.ts';
import { figuresOfPeriod, type OverviewInput, type PeriodFigures, slotsOf, sumOf } from './period-figures.ts';

type Type = 'expense' | 'income';

export type ComparedShare = Awaited<ReturnType<typeof comparedShares>>[number];

/** The page of analytics for a period; minor units. */
export type Overview = Awaited<ReturnType<typeof overviewOf>>;

const SHOWN = 10;

/** Ten years: longer periods are shown by months. */
const MOST_WEEKS = 522;

export function readOverview(context: Reading, input: OverviewInput): Promise<Overview> {
  return readMany(context, (inside) => overviewOf(inside, input));
}

async function overviewOf(context: Reading, input: OverviewInput) {
  const { db, viewer } = context;
  const { figures, facets } = await figuresOfPeriod(context, input, FACETS);
  const { dates, compared, totals, unlike } = figures;
  const present = await sumTotals(db, viewer.id, dates);
  const before = compared && (await sumTotals(db, viewer.id, compared));
  const byDay = await totalsByDay(db, viewer.id, dates.from, dates.to);
  const expenses = facets.filter(({ type }) => type === 'expense');
  return {
    ...figures,
    weeks:
      input.by === 'weeks' && dates.from >= plusDays(dates.to, -7 * MOST_WEEKS)
        ? await readParts(context, dates, 'weekly')
        : null,
    categories: {
      expense: await comparedShares(context, 'expense', { totals: present, before, unlike }),
      income: await comparedShares(context, 'income', { totals: present, before, unlike }),
    },
    days: slotsOf(31, 1, byDay, ({ period }) => Number(period.slice(8))),
    payees: payeesOf(expenses, totals.expenses),
    largest: await largestTransactions(context, { ...dates, type: 'expense' }, SHOWN),
    recurring: sumOf(expenses, 'recurring', '1'),
    oneTime: sumOf(expenses, 'recurring', '0'),
  };
}

type Totals = Awaited<ReturnType<typeof sumTotals>>;

async function comparedShares(
  context: Reading,
  type: Type,
  { totals, before, unlike }: { totals: Totals; before: Totals | null; unlike: PeriodFigures['unlike'] },
) {
  const shares = await sharesOf(
    context,
    totals.filter((total) => total.type === type),
  );
  const earlier = new Map(
    before?.filter((total) => total.type === type).map((total) => [total.category_id, total.amount]),
  );
  return shares.map((share) => {
    const amount = before && (earlier.get(share.category?.id ?? '') ?? 0);
    return { ...share, before: amount, change: growthOf(share.amount, amount ?? 0, unlike) };
  });
}

function payeesOf(facets: readonly FacetSum[], expenses: number) {
  return facets
    .filter(({ facet }) => facet === 'payee')
    .sort((one, other) => other.amount - one.amount || (one.value < other.value ? -1 : 1))
    .slice(0, SHOWN)
    .map(({ value, label, amount, count }) => ({
      /** By which the list filters. */
      key: value,
      name: label ?? value,
      amount,
      count,
      share: amount / expenses,
    }));
}
