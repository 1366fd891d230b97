import { purgeClosed } from '../domain/accounts/purge.ts';
import type { App } from '../domain/context.ts';
import { forgetDevices } from '../domain/devices/queries.ts';
import { REMEMBER_FOR } from '../domain/devices/recognise.ts';
import { deleteExpired } from './queries.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Clears away what has run out. Whoever does it, and however often, the result is the same. */
export async function tidyUp(app: Pick<App, 'database' | 'clock'>): Promise<void> {
  const now = app.clock();
  await deleteExpired(app.database.db, now, new Date(now.getTime() - DAY));
  await forgetDevices(app.database.db, new Date(now.getTime() - REMEMBER_FOR).toISOString());
  await purgeClosed(app);
}

/** Tidies up every hour, on nodes that run jobs; the returned function ends it. */
export function startHousekeeping(app: App): () => void {
  if (app.config.NODE_ROLE === 'web') return () => undefined;
  const tidy = () =>
    tidyUp(app).catch((error) =>
      app.log.error({ err: error }, 'housekeeping failed; it is tried again in an hour'),
    );
  const timer = setInterval(tidy, HOUR);
  return () => clearInterval(timer);
}
