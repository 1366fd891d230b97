import { readYearSummary, type YearSummary } from '../analytics/year-summary.ts';
import type { Reading } from '../context.ts';
import type { Figures } from '../ledger/figures.ts';
import { fromSnapshot } from '../snapshot.ts';
import { recentTransactions, upcomingTransactions } from '../transactions/list/latest.ts';
import type { Entry } from '../transactions/present.ts';
import { type Attention, readAttention } from './attention.ts';
import { type MonthToDate, monthToDate } from './dashboard.ts';
import { type DayPanel, readDayPanel } from './day-balance.ts';
import { type FirstSteps, readFirstSteps } from './first-steps.ts';
import { type Projection, projectBalance } from './project.ts';
import { readBalance } from './read-balance.ts';

const LATEST = 5;
const AHEAD = 3;

/** Everything that the dashboard shows; minor units. */
export interface Home extends YearSummary {
  balance: Figures & { asOf: string; balance: number };
  steps: FirstSteps | null;
  month: MonthToDate;
  attention: Attention[];
  latest: Entry[];
  panel: DayPanel;
  upcoming: Entry[];
  projection: Projection;
}

/**
 * Reads the dashboard from one state of the database: stored totals, and so many rows at most.
 * @param date the day of the balance panel, by default today
 */
export function readHome(context: Reading, date?: string): Promise<Home> {
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
