import { openDatabase } from '../../src/db/open.ts';
import { generateDue } from '../../src/jobs/generate-due.ts';
import { createLog } from '../../src/log.ts';

// A node that only generates, at the time in `NOW`, until nothing is due or it is killed.
const { DATA_DIR = '', DATABASE_URL, NOW = '' } = process.env;
const database = await openDatabase({ DATA_DIR, DATABASE_URL });
await generateDue({
  database,
  clock: () => new Date(NOW),
  log: createLog('error'),
  isStopping: () => false,
});
await database.close();
