import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';

const oneAtATime = pLimit(1);

/**
 * Runs a piece of long work, such as one of its database transactions: in this process one piece at a time, each
 * followed by a pause as long as itself. Statements of SQLite block the thread that answers requests; the pauses leave
 * half of its time to other requests, however much long work there is.
 *
 * Never inside a database transaction: on SQLite the piece before would wait for its end.
 */
export function paced<Result>(piece: () => Promise<Result>): Promise<Result> {
  return oneAtATime(async () => {
    const started = performance.now();
    try {
      return await piece();
    } finally {
      await wait(performance.now() - started);
    }
  });
}
