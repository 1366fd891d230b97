import '../traces.ts';
import { workerData } from 'node:worker_threads';
import { readConfig } from '../config.ts';
import { openDatabase } from '../db/open.ts';
import { runImportTask } from '../domain/import/carry-out.ts';
import type { ImportTask } from '../domain/import/imports.ts';

const { db } = await openDatabase(readConfig(process.env));
try {
  await runImportTask(db, workerData as ImportTask);
} finally {
  // Not database.close(), which ends the process's use of the database: the other connections continue to write.
  await db.destroy();
}
