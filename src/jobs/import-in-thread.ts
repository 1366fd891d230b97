import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import type { ImportTask } from '../domain/import/imports.ts';

/** One at a time: where one writes at a time, a second one would only wait for the first. */
const oneAtATime = pLimit(1);

/**
 * Carries out imports in a thread with a database connection of its own, so that answers to requests go on.
 * @param threadFile the built `import-thread.ts`
 */
export function importsInThread(threadFile: URL): (task: ImportTask) => Promise<void> {
  return (task) =>
    oneAtATime(
      () =>
        new Promise<void>((resolve, reject) => {
          const thread = new Worker(threadFile, { workerData: task });
          thread.once('error', reject);
          thread.once('exit', () => resolve());
        }),
    );
}
