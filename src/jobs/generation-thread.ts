import '../traces.ts';
import { parentPort } from 'node:worker_threads';
import { readConfig } from '../config.ts';
import { openDatabase } from '../db/open.ts';
import { createLog } from '../log.ts';
import { generateDue } from './generate-due.ts';

let isStopping = false;
parentPort?.once('message', () => {
  isStopping = true;
});

const config = readConfig(process.env);
const database = await openDatabase(config);
const generated = await generateDue({
  database,
  clock: () => new Date(),
  log: createLog(config.LOG_LEVEL),
  isStopping: () => isStopping,
});
// Not database.close(), which ends the process's use of the database: the other connections still write.
await database.db.destroy();
parentPort?.postMessage(generated);
parentPort?.close();
