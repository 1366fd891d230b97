import { readYearSummary } from '../analytics/year-summary.ts';
import type { Reading } from '../context.ts';
import type { Figures } from '../ledger/figures.ts';
import { listTemplates } from '../recurring/templates/read-templates.ts';
import { fromSnapshot } from '../snapshot.ts';
import { recentTransactions, upcomingTransactions } from '../transactions/list/latest.ts';
import { readAttention } from './attention.ts';
import { monthToDate } from './dashboard.ts';
import { projectBalance } from './project.ts';
import { readBalance, readDayPanel } from './read-balance.ts';

const LATEST = 5;
const AHEAD = 3;

export type Home = Awaited<ReturnType<typeof readHome>>;

/** Reads a single state of the database; `date` is the day of the balance panel, by default today. */
export function readHome(context: Reading, date?: string) {
  return fromSnapshot(context, async (inside) => {
    const balance = await readBalance(inside);
    const month = await monthToDate(inside);
    return {
      balance,
      month,
      ...(await readYearSummary(inside, balance.asOf)),
      steps: await readFirstSteps(inside, balance),
      attention: await readAttention(inside, month),
      latest: await recentTransactions(inside, LATEST),
      panel: await readDayPanel(inside, date ?? balance.asOf),
      upcoming: await upcomingTransactions(inside, 90, AHEAD),
      projection: await projectBalance(inside, balance),
    };
  });
}

export interface FirstSteps {
  /** In minor units; null without one. */
  opening: number | null;
  transaction: boolean;
  recurring: boolean;
}

/** With this number of transactions, a person needs no first steps. */
const ENOUGH = 5;

/** Null once all steps are done, or if enough is recorded without them; the figures are those up to today. */
export async function readFirstSteps(
  context: Reading,
  { count, opening }: Pick<Figures, 'count' | 'opening'>,
): Promise<FirstSteps | null> {
  const recorded = count - Number(opening !== 0);
  if (recorded >= ENOUGH) return null;
  const recurring = (await listTemplates(context)).length > 0;
  const steps = { opening: opening === 0 ? null : opening, transaction: recorded > 0, recurring };
  return steps.opening !== null && steps.transaction && steps.recurring ? null : steps;
}
