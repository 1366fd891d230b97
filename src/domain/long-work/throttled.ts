import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';

const oneAtATime = pLimit(1);

/**
 * Runs a batch of long work, such as one of its database transactions: in this process one batch at a time, each
 * followed by a pause as long as itself. Statements of SQLite block the thread that answers requests; the pauses leave
 * half of its time to other requests, however much long work there is.
 *
 * Never inside a database transaction: on SQLite the batch before would wait for its end.
 */
export function throttled<Result>(batch: () => Promise<Result>): Promise<Result> {
  return oneAtATime(async () => {
    const started = performance.now();
    try {
      return await batch();
    } finally {
      await wait(performance.now() - started);
    }
  });
}
