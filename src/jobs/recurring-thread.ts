import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { readConfig } from '../config.ts';
import { openDatabase } from '../db/open.ts';
import { createLog } from '../log.ts';
import { generateDue } from './recurring.ts';

// A thread and a database connection of its own, so that no request waits for the work itself.
const answering: Int32Array = workerData;
let isEnding = false;
parentPort?.once('message', () => {
  isEnding = true;
});

stepBack();

const config = readConfig(process.env);
const { db, ...database } = await openDatabase(config);
const made = await generateDue({
  database: { db, ...database },
  clock: () => new Date(),
  log: createLog(config.LOG_LEVEL),
  isEnding: () => isEnding,
  isServing: () => Atomics.load(answering, 0) > 0,
});
// Not closed as a process closes its database: the others go on writing.
await db.destroy();
parentPort?.postMessage(made);
parentPort?.close();

// On Linux a thread has a priority of its own, and whoever opens a page goes before this one; elsewhere the priority
// is that of the whole process. Where it cannot be changed, the work goes on all the same.
function stepBack(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(5);
  } catch {}
}
