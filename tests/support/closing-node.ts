import { sql } from 'kysely';
import { openDatabase } from '../../src/db/open.ts';
import { READING_THREAD } from './programs.ts';

// Reads in threads, closes the database in `DATA_DIR` and has nothing else to do. Run often: whether something keeps
// the process alive depends on timing.
const { DATA_DIR = '' } = process.env;
for (let time = 0; time < 8; time += 1) {
  const { scanDb, close } = await openDatabase({ DATA_DIR }, READING_THREAD);
  const read = () => scanDb.transaction().execute((tx) => sql`select 1`.execute(tx));
  await Promise.all([read(), read(), read()]);
  await close();
}
