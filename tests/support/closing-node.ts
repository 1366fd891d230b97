import { sql } from 'kysely';
import { openDatabase } from '../../src/db/open.ts';
import { READING_THREAD } from './reading-thread.ts';

// A process that reads in threads, closes the database in `DATA_DIR`, and has nothing else to do: often, because it
// depends on the moment whether anything else keeps the process alive.
const { DATA_DIR = '' } = process.env;
for (let time = 0; time < 20; time += 1) {
  const { scanDb, close } = await openDatabase({ DATA_DIR }, READING_THREAD);
  const read = () => scanDb.transaction().execute((tx) => sql`select 1`.execute(tx));
  await Promise.all([read(), read(), read()]);
  await close();
}
