import type { App } from '../app.ts';
import { carryOn } from '../domain/bulk-changes.ts';
import { DomainError } from '../domain/error.ts';
import { findForgotten } from '../domain/ledger/bulk-changes.queries.ts';
import { forgottenSince } from './forgotten.ts';

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
  for (const change of await findForgotten(database.db, forgottenSince(clock()))) {
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
