import { localNow, plusDays } from '../calendar.ts';
import { findCategories } from '../categories/queries.ts';
import type { SignedIn } from '../context.ts';
import { sumFigures } from '../totals/queries.ts';
import { findNewest } from '../transactions/queries.ts';
import { type BatchInsights, batchInsights, type Judged, judgeAll } from './batch.ts';
import { type Bucket, spendingDistribution } from './buckets.ts';
import { DAYS_BACK, historyAround, type Past } from './history.ts';
import { observe } from './observed.ts';
import { growthOf } from './recommendations.ts';
import type { InsightsInput } from './schema.ts';

/** Days that are compared with as many before them, for how much spending has grown. */
const PERIOD = 30;

/** Insights into the viewer's transactions from `from` to `to`, local dates and both included: as far as was looked. */
export interface ReadInsights extends BatchInsights {
  from: string;
  to: string;
  /** How many expenses there are of each size. */
  spendingDistribution: Record<Bucket, number>;
  /** Every transaction with what the rules say of it, newest first. */
  judged: Judged<Past>[];
}

/** Judges the viewer's newest transactions together: of the last 90 days up to today, unless told otherwise. */
export async function readInsights(context: SignedIn, input: InsightsInput): Promise<ReadInsights> {
  const { db, viewer, now } = context;
  const to = input.dateTo ?? localNow(now, viewer.preferences.timezone).date;
  const from = input.dateFrom ?? plusDays(to, -DAYS_BACK);
  const rows = await findNewest(db, viewer.id, from, to, String(input.limit), '0');
  const analysed: Past[] = rows.map(observe);
  const names = new Map((await findCategories(db, viewer.id)).map(({ id, name }) => [id, name]));
  const history = joined(analysed, await historyAround(context, to));
  const judged = judgeAll(analysed, history, ({ category_id }) => names.get(category_id ?? '') ?? null);
  return {
    ...batchInsights(judged, await spendingGrowth(context, to)),
    // Where there were more, they do not reach back all the way.
    from: (rows.length === input.limit && rows.at(-1)?.date) || from,
    to,
    spendingDistribution: spendingDistribution(analysed),
    judged,
  };
}

function joined(one: Past[], other: Past[]): Past[] {
  return [...new Map([...one, ...other].map((row) => [row.id, row])).values()];
}

async function spendingGrowth({ db, viewer }: SignedIn, to: string): Promise<number | null> {
  const [start, before] = [plusDays(to, 1 - PERIOD), plusDays(to, 1 - 2 * PERIOD)];
  const present = await sumFigures(db, viewer.id, { from: start, to });
  const past = await sumFigures(db, viewer.id, { from: before, to: plusDays(start, -1) });
  return growthOf(present.expenses, past.expenses);
}
