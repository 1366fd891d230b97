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
