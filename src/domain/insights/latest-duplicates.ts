import { localNow, plusDays } from '../calendar.ts';
import type { SignedIn } from '../context.ts';
import { readNewest } from '../transactions/read.ts';
import { possibleDuplicates } from './duplicates.ts';
import { DAYS_BACK, isObserved } from './history.ts';
import { readExpected } from './not-duplicates.ts';
import { observe } from './observed.ts';

/** How many of the latest transactions are compared on each view of the dashboard, however many there are. */
export const COMPARED = 50;

/** How many of the viewer's latest transactions look like an earlier one of them, recorded twice. */
export async function countLatestDuplicates(context: SignedIn): Promise<number> {
  const to = localNow(context.now, context.viewer.preferences.timezone).date;
  const rows = await readNewest(context, { from: plusDays(to, -DAYS_BACK), to, limit: COMPARED });
  const latest = rows.filter(isObserved).map(observe);
  const isExpected = await readExpected(context, latest, latest);
  return latest.filter(
    (one, place) => possibleDuplicates(one, latest.slice(place + 1), isExpected).length > 0,
  ).length;
}
