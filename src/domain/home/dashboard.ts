import { readParts } from '../analytics/parts.ts';
import { readBalance } from '../balance/read.ts';
import { breakdown } from '../balance/summarise.ts';
import { plusDays, todayOf } from '../calendar.ts';
import type { Reading } from '../context.ts';
import { fromSnapshot } from '../snapshot.ts';
import { recentTransactions, upcomingTransactions } from '../transactions/list/latest.ts';

const SHOWN = 10;

/** Home as the API answers it, over the last days. */
export function dashboard(context: Reading, days: number) {
  const today = todayOf(context);
  const from = plusDays(today, 1 - days);
  return fromSnapshot(context, async (inside) => ({
    balance: await readBalance(inside, today),
    recent: await recentTransactions(inside, SHOWN),
    upcoming: await upcomingTransactions(inside, 90, SHOWN),
    categories: await breakdown(inside, { from, to: today }, 'expense'),
    daily: await readParts(inside, { from, to: today }, 'daily'),
  }));
}
