import { localNow } from '../calendar.ts';
import type { SignedIn } from '../context.ts';
import type { Figures } from '../totals/figures.ts';
import { sumFigures } from '../totals/queries.ts';

/** What the viewer has: all that is dated up to `asOf` (today, unless told), in minor units. */
export async function readBalance(
  { db, viewer, now }: SignedIn,
  asOf = localNow(now, viewer.preferences.timezone).date,
): Promise<Figures & { asOf: string }> {
  return { ...(await sumFigures(db, viewer.id, { to: asOf })), asOf };
}
