import '../traces.ts';
import { parentPort } from 'node:worker_threads';
import { readConfig } from '../config.ts';
import { makeBackup } from '../domain/backups/backups.ts';
import type { BackupOutcome } from '../domain/backups/runs.ts';

// In a thread, because checking the copy takes seconds of CPU time and would delay answers to requests.
const outcome: BackupOutcome = await makeBackup(readConfig(process.env), { now: new Date() }).then(
  ({ name, differences }) => ({ name, differences: differences.length }),
  (error: Error) => ({ problem: error.message }),
);
parentPort?.postMessage(outcome);
parentPort?.close();
