import type { Reading } from '../context.ts';
import { splitRange } from '../ledger/split-range.ts';
import { expensesByDay, expensesByMonth } from '../ledger/totals.queries.ts';
import type { ComparedShare } from './compared-shares.ts';
import { PARTS, partsOf, startOfPart } from './parts.ts';
import { type ChartStep, type Dates, stepOf } from './periods.ts';

/** So many categories can still be told apart by their colours. */
const DRAWN_CATEGORIES = 8;

/** The expenses of the largest categories in each part of a period; minor units. */
interface CategoryColumns {
  step: ChartStep;
  /** The largest first; the last is the rest, if there is any. */
  bands: { share: ComparedShare | null; ids: string[]; amounts: number[] }[];
  parts: Dates[];
}

/** @param shares of the period's expenses, the largest first */
export async function readCategoryColumns(
  context: Reading,
  dates: Dates,
  shares: readonly ComparedShare[],
  by: ChartStep | undefined,
): Promise<CategoryColumns> {
  const { step } = stepOf(dates, by);
  const weekStart = context.viewer.preferences.week_start;
  const parts = partsOf(dates, PARTS[step], weekStart);
  const indexes = new Map(parts.map(({ start }, index) => [start, index]));
  const rest = shares.slice(DRAWN_CATEGORIES);
  const bands = [
    ...shares.slice(0, DRAWN_CATEGORIES).map((share) => ({ share, ids: [idOf(share)] })),
    ...(rest.length > 0 ? [{ share: null, ids: rest.map(idOf) }] : []),
  ].map((band) => ({ ...band, amounts: parts.map(() => 0) }));
  const bandOf = new Map(bands.flatMap((band) => band.ids.map((id) => [id, band])));
  for (const { date, category_id, amount } of await readExpenses(context, dates, step)) {
    const index = indexes.get(startOfPart(date, PARTS[step], weekStart));
    const amounts = bandOf.get(category_id)?.amounts;
    if (amounts && index !== undefined) amounts[index] = (amounts[index] ?? 0) + amount;
  }
  return { step, bands, parts: parts.map(({ from, to }) => ({ from, to })) };
}

const idOf = ({ category }: ComparedShare) => category?.id ?? '';

async function readExpenses({ db, viewer }: Reading, dates: Dates, step: ChartStep) {
  const dated = (rows: { period: string; category_id: string; amount: number }[]) =>
    rows.map(({ period, ...row }) => ({ ...row, date: period.length === 7 ? `${period}-01` : period }));
  if (step !== 'months') return dated(await expensesByDay(db, viewer.id, dates.from, dates.to));
  const { months, head, tail } = splitRange(dates);
  const ofDays = [head, tail].filter(([from, to]) => from <= to);
  return [
    ...dated(await expensesByMonth(db, viewer.id, ...months)),
    ...(await Promise.all(ofDays.map(([from, to]) => expensesByDay(db, viewer.id, from, to)))).flatMap(dated),
  ];
}
