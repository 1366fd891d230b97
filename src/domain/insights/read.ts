import { LRUCache } from 'lru-cache';
import { sizesOf } from '../analytics/period-figures.ts';
import { type Dates, isWhole, monthsToCompare } from '../analytics/periods.ts';
import { plusDays, todayOf } from '../calendar.ts';
import { categoriesById } from '../categories/read.ts';
import type { Reading } from '../context.ts';
import { growthOf } from '../growth.ts';
import { accountsOf } from '../ledger/of-accounts.ts';
import { readFacets } from '../ledger/read-facets.ts';
import { recordedSince } from '../ledger/recorded-since.ts';
import { sumFigures } from '../ledger/totals.queries.ts';
import { readMany } from '../snapshot.ts';
import { readNewest } from '../transactions/read.ts';
import { type Reason, reasonsFor } from './analysis.ts';
import { analyseAll, batchInsights, isUnusual, spendingDistribution } from './batch.ts';
import { DAYS_BACK, historyAround, isObserved, type Past } from './history.ts';
import { readExpected } from './not-duplicates.ts';
import { type Advice, countUncategorized, hasGrown } from './recommendations.ts';
import { readRepeating } from './repeating.ts';
import { ruleInputOf } from './rule-input.ts';
import { BATCH_MOST, type InsightsInput } from './schema.ts';

export type ReadInsights = Awaited<ReturnType<typeof analyseNewest>>;

/** Analyses the newest transactions together, by default those of the last 90 days up to today. */
export function readInsights(context: Reading, input: InsightsInput): Promise<ReadInsights> {
  return readMany(context, (inside) => analyseNewest(inside, input));
}

/** Adds the expenses of each size for the page, including those of the first day that were not analysed. */
export function readInsightsWithSizes(context: Reading, input: InsightsInput) {
  return readMany(context, async (inside) => {
    const batch = await analyseNewest(inside, input);
    return { ...batch, sizes: sizesOf(await readFacets(inside, batch, ['size']), inside.viewer.currency) };
  });
}

async function analyseNewest(context: Reading, input: InsightsInput) {
  const { viewer } = context;
  const to = input.dateTo ?? todayOf(context);
  const from = input.dateFrom ?? plusDays(to, -DAYS_BACK);
  const rows = await readNewest(context, { from, to, limit: input.limit });
  const transactions: Past[] = rows.filter(isObserved).map(ruleInputOf);
  const categories = await categoriesById(context);
  const history = joined(transactions, await historyAround(context, to));
  const analysed = analyseAll(
    transactions,
    history,
    ({ category_id }) => categories.get(category_id ?? '')?.name ?? null,
    viewer.currency,
    await readExpected(context, transactions, history),
  );
  // At the limit, the rows may not reach back to `from`.
  const first = (rows.length === input.limit && rows.at(-1)?.date) || from;
  return {
    ...batchInsights(
      analysed,
      await spendingGrowth(context, to),
      await countUncategorized(context, { from, to }),
    ),
    /** How many of these dates have no category, including those of the first day that were not analysed. */
    withoutCategory: (await countUncategorized(context, { from: first, to })).uncategorized,
    /** Local dates, both included. */
    from: first,
    to,
    spendingDistribution: spendingDistribution(transactions, viewer.currency),
    analysed,
  };
}

function joined(one: Past[], other: Past[]): Past[] {
  return [...new Map([...one, ...other].map((row) => [row.id, row])).values()];
}

async function spendingGrowth(context: Reading, to: string): Promise<number | null> {
  const { db, viewer } = context;
  const { dates, compared } = monthsToCompare(to);
  const present = await sumFigures(db, viewer.id, dates);
  const past = await sumFigures(db, viewer.id, compared);
  const isRecorded = isWhole(compared, await recordedSince(db, viewer.id, dates.to));
  const unlike = isRecorded ? null : 'records_begin_later';
  const { change } = growthOf(present.expenses, past.expenses, unlike);
  return (await hasGrown(context, { dates, compared, before: past.expenses, change })) ? change : null;
}

// Comparing 200 transactions with each other takes longer than all other figures, and the result stays the same until
// the person's money, currency or date changes. The key contains the ids, so people never see each other's findings.
const cache = new LRUCache<string, Findings>({ max: 1000 });

/** What is worth acting on among the latest transactions, with the dates that were looked at. */
export interface Findings extends Dates {
  advice: Advice[];
  /** Each with the earlier one that it repeats; the newest first. */
  repeated: [Finding, Finding][];
  unusual: (Finding & { reasons: Reason[] })[];
  /** Expenses far above what is usual, whether or not anything else about them is. */
  large: Finding[];
  /** The newest without a category. */
  uncategorized: string | null;
  /** What comes every month without a recurring template. */
  repeating: Finding[];
}

const FINDING = ['id', 'type', 'description', 'amount', 'date', 'updated_at'] as const;

export type Finding = Pick<Past, (typeof FINDING)[number]>;

/** How many of each are remembered. */
const REMEMBERED = 3;

export async function readFindings(context: Reading): Promise<Findings> {
  const { viewer } = context;
  const { id, revision, currency } = viewer;
  const key = [id, revision, currency, todayOf(context), accountsOf(context.db)].join(' ');
  const cached = cache.get(key);
  if (cached) return cached;
  const { recommendations: advice, from, to, analysed } = await readInsights(context, { limit: BATCH_MOST });
  const findings: Findings = {
    ...{ advice, from, to },
    repeated: analysed
      .flatMap(({ transaction, duplicateOf }): [Finding, Finding][] =>
        duplicateOf ? [[findingOf(transaction), findingOf(duplicateOf)]] : [],
      )
      .slice(0, REMEMBERED),
    unusual: analysed
      .filter(isUnusual)
      .slice(0, REMEMBERED)
      .map(({ transaction, analysis }) => ({ ...findingOf(transaction), reasons: reasonsFor(analysis) })),
    large: analysed
      .filter(({ analysis, isComparable }) => isComparable && analysis.flags.includes('high_amount'))
      .slice(0, REMEMBERED)
      .map(({ transaction }) => findingOf(transaction)),
    uncategorized:
      analysed.find(({ transaction }) => transaction.category_id === null)?.transaction.id ?? null,
    repeating: (await readRepeating(context)).slice(0, REMEMBERED).map(findingOf),
  };
  cache.set(key, findings);
  return findings;
}

const findingOf = (row: Past) => Object.fromEntries(FINDING.map((name) => [name, row[name]])) as Finding;
