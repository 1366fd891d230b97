import '../traces.ts';
import { parentPort } from 'node:worker_threads';
import { readConfig } from '../config.ts';
import { makeBackup } from '../domain/backups/backups.ts';
import type { Outcome } from '../domain/backups/runs.ts';

// Checking the copy takes seconds of a processor: answers to requests do not wait for it.
const outcome: Outcome = await makeBackup(readConfig(process.env), { now: new Date() }).then(
  ({ name, differences }) => ({ name, differences: differences.length }),
  (error: Error) => ({ problem: error.message }),
);
parentPort?.postMessage(outcome);
parentPort?.close();
