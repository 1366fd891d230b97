import { Worker } from 'node:worker_threads';
import type { App } from '../app.ts';
import { MINUTE } from '../domain/instants.ts';
import { findDuePositions } from '../domain/recurring/generation/due-templates.queries.ts';
import { isInMaintenance, repeat, resultOf, watched } from './schedule.ts';

/** How often due templates are looked for, in milliseconds. */
const INTERVAL = MINUTE;

/** The interval while another node generates, or was generating when it stopped. */
const RETRY_INTERVAL = 5000;

const START_POSITION = { due_at: '', user_id: '', id: '' };

/**
 * Generates at start and then every minute, in a thread with a separate database connection that is started only if
 * templates are due. The returned function stops it.
 * @param threadFile the built `generation-thread.ts`
 */
export function scheduleGeneration(app: App, threadFile: URL): () => void {
  let thread: Worker | undefined;

  async function generate(): Promise<number | null> {
    if (await isInMaintenance(app)) return 0;
    const now = app.clock().toISOString();
    const due = await findDuePositions(app.database.db, now, START_POSITION, 1);
    // A stop during this query had no thread to end.
    if (due.length === 0 || app.isStopping()) return 0;
    thread = new Worker(threadFile);
    const generated = await resultOf<number | null>(thread).finally(() => {
      thread = undefined;
    });
    return generated === undefined ? 0 : generated;
  }

  const end = repeat(app, { interval: INTERVAL }, async () => {
    const generated = await watched(app, 'generation', INTERVAL, generate);
    if (generated) app.log.info({ made: generated }, 'recurring transactions made');
    return generated === null ? RETRY_INTERVAL : INTERVAL;
  });
  return () => {
    end();
    thread?.postMessage('stop');
  };
}
