import { partsOf, type Step, startOfPart } from '../../analytics/parts.ts';
import { type Flow, historyDates } from '../../balance/read.ts';
import { plusDays } from '../../calendar.ts';
import type { Reading } from '../../context.ts';
import { fromSnapshot } from '../../snapshot.ts';
import { findFlowsOf, sumAccounts } from '../money-accounts.queries.ts';
import { readAccount } from '../read.ts';

/** The balance of an account at the end of a day, in its currency. */
export async function balanceOf({ db, viewer }: Reading, id: string, day: string): Promise<number> {
  return (await sumAccounts(db, viewer.id, day)).get(id)?.amount ?? 0;
}

/**
 * The running balance of an account in its currency, as `balanceHistory`.
 * @throws DomainError NOT_FOUND
 */
export function accountHistory(context: Reading, id: string, step: Step, months: number): Promise<Flow[]> {
  return fromSnapshot(context, async (inside) => {
    const { db, viewer } = inside;
    await readAccount(inside, id);
    const dates = historyDates(inside, step, months);
    const weekStart = viewer.preferences.week_start;
    const days = Map.groupBy(await findFlowsOf(db, viewer.id, id, dates.from, dates.to), ({ date }) =>
      startOfPart(date, step, weekStart),
    );
    let balance = await balanceOf(inside, id, plusDays(dates.from, -1));
    return partsOf(dates, step, weekStart).map(({ start, from }) => {
      const flow = { from, income: 0, expenses: 0, balance };
      for (const { kind, amount } of days.get(start) ?? []) {
        if (kind === 'income') flow.income += amount;
        else if (kind === 'expense') flow.expenses -= amount;
        balance += amount;
      }
      return { ...flow, balance };
    });
  });
}
