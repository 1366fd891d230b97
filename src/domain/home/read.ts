import { readTrouble } from '../admin/trouble.ts';
import { waitingUsers } from '../admin/users/list.ts';
import { monthToDate } from '../analytics/month-to-date.ts';
import { readYearSummary } from '../analytics/year-summary.ts';
import { projectBalance, SOON_DAYS } from '../balance/project.ts';
import { readBalance, readOpenings } from '../balance/read.ts';
import { readBudgetSummary } from '../budgets/summary.ts';
import { plusDays } from '../calendar.ts';
import type { Operating, Reading } from '../context.ts';
import { type Figures, totalOf } from '../ledger/figures.ts';
import { sumFigures } from '../ledger/totals.queries.ts';
import { readExpectedBills } from '../money-accounts/cards/read-expected.ts';
import { readSeveralAccounts, readUnrated } from '../money-accounts/read.ts';
import { listTemplates } from '../recurring/templates/read.ts';
import { fromSnapshot } from '../snapshot.ts';
import { recentTransactions, upcomingTransactions } from '../transactions/list/latest.ts';
import { readAttention } from './attention.ts';

const LATEST = 6;
const AHEAD = 5;

export type Home = Awaited<ReturnType<typeof readHome>>;

/** Reads a single state of the database, and for administrators what troubles the instance and who waits for them. */
export async function readHome(context: Reading & Operating) {
  return {
    ...(await readMoney(context)),
    trouble: await readTrouble(context),
    waiting: await waitingUsers(context),
  };
}

function readMoney(context: Reading) {
  return fromSnapshot(context, async (inside) => {
    const balance = await readBalance(inside);
    const opening = await readOpenings(inside, balance, balance.asOf);
    const month = await monthToDate(inside);
    const { open: accounts, archived } = await readSeveralAccounts(inside);
    const steps = await readFirstSteps(inside, { ...balance, opening });
    const unrated = accounts.length > 0 ? await readUnrated(inside) : new Set<string>();
    const upcoming = await upcomingTransactions(inside, SOON_DAYS, AHEAD, 'once');
    const days = { from: plusDays(balance.asOf, 1), to: plusDays(balance.asOf, SOON_DAYS) };
    const soon = await sumFigures(inside.db, inside.viewer.id, days);
    return {
      balance: { ...balance, opening },
      accounts,
      archived,
      lacking: [...accounts, ...archived].filter(({ row }) => row.in_balance === 1 && unrated.has(row.id)),
      month,
      ...(await readYearSummary(inside, balance.asOf)),
      budgets: await readBudgetSummary(inside, balance, steps !== null),
      steps,
      attention: await readAttention(inside, month, accounts.length > 0),
      latest: await recentTransactions(inside, LATEST, 'once'),
      upcoming,
      expected: await readExpectedBills(inside, days.to),
      /** How many more there are on the days that Home looks ahead. */
      moreUpcoming: totalOf(soon) - upcoming.length,
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
