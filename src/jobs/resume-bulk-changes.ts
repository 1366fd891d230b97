import type { App } from '../app.ts';
import { carryOn } from '../domain/bulk-changes.ts';
import { DomainError } from '../domain/error.ts';
import { findForgotten } from '../domain/ledger/bulk-changes.queries.ts';
import { isResting } from './resting.ts';

/** How often unfinished changes are looked for, in milliseconds. */
const INTERVAL = 10_000;

/** After this time without a piece the process that carried a change out has ended, in milliseconds. */
const FORGOTTEN_AFTER = 20_000;

/**
 * Carries on the bulk changes whose process has ended. If two nodes ever do so, or a slow one has not ended, no piece
 * is carried out twice.
 * @returns how many were finished
 */
export async function resumeBulkChanges(
  { database, clock, log }: Pick<App, 'database' | 'clock' | 'log'>,
  isStopping: () => boolean,
): Promise<number> {
  let finished = 0;
  const since = new Date(clock().getTime() - FORGOTTEN_AFTER).toISOString();
  for (const change of await findForgotten(database.db, since)) {
    if (isStopping()) break;
    const actor = { db: database.db, viewer: { id: change.user_id }, now: clock() };
    try {
      if (await carryOn(actor, change, isStopping)) finished += 1;
    } catch (error) {
      // What refuses its first step has ended it.
      if (error instanceof DomainError) finished += 1;
      else log.error({ err: error, user_id: change.user_id }, 'a bulk change could not be carried on');
    }
  }
  return finished;
}

/** Looks for unfinished changes at start and then every ten seconds; the returned function ends it. */
export function scheduleBulkChanges(app: App): () => void {
  if (app.config.NODE_ROLE === 'web') return () => undefined;
  let timer: NodeJS.Timeout | undefined;
  const run = () =>
    app.defer(async (isStopping) => {
      try {
        const finished = (await isResting(app)) ? 0 : await resumeBulkChanges(app, isStopping);
        if (finished > 0) app.log.info({ finished }, 'bulk changes carried on');
      } finally {
        if (!isStopping()) timer = setTimeout(run, INTERVAL).unref();
      }
    });
  run();
  return () => clearTimeout(timer);
}
