import type { App } from '../app.ts';
import { carryOutImport, forgottenImports } from '../domain/import/carry-out.ts';
import { forgottenSince } from './forgotten.ts';

/**
 * Carries on the imports and undos whose process has ended. If two nodes ever do so, or a slow one has not ended, no
 * step is taken twice.
 */
export async function resumeImports(
  { database: { db }, clock, log }: Pick<App, 'database' | 'clock' | 'log'>,
  isStopping: () => boolean,
): Promise<void> {
  for (const key of await forgottenImports(db, forgottenSince(clock()))) {
    if (isStopping()) return;
    try {
      await carryOutImport({ db, now: clock(), log }, key, isStopping);
    } catch (error) {
      log.error({ err: error, user_id: key.user_id }, 'an import could not be carried on');
    }
  }
}
