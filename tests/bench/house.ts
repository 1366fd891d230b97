import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateHousehold, type HouseholdRow } from '../../scripts/demo/household.ts';
import { loadTransactions } from '../../scripts/demo/load.ts';
import { createDemoPerson, DEMO_EMAIL, DEMO_PASSWORD } from '../../scripts/demo/owner.ts';
import { openDatabase } from '../../src/db/open.ts';
import { localNow } from '../../src/domain/calendar.ts';
import { signIn } from '../support/people.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { processAt } from './processes.ts';

/** A server of its own with a household in it, and somebody signed in. */
export interface House {
  server: RunningServer;
  pid: number;
  /** For the `cookie` header. */
  cookie: string;
  close(): Promise<void>;
}

/** Changes a transaction before it is recorded, by its place among all. */
type Dress = (row: HouseholdRow, place: number) => HouseholdRow;

/** Starts the built server on a database with so many transactions, or with the two years of the demo. */
export async function openHouse(count?: number, dress?: Dress): Promise<House> {
  const DATA_DIR = await furnish(count, dress);
  const server = await startServer({ DATA_DIR, RATE_LIMIT_SCALE: '1000', ACCESS_TOKEN_TTL: '86400' });
  const { cookies } = await signIn(server, { email: DEMO_EMAIL, password: DEMO_PASSWORD });
  return {
    server,
    pid: processAt(server.url),
    cookie: cookies.map((header) => header.split(';')[0]).join('; '),
    async close() {
      await server.stop();
      rmSync(DATA_DIR, { recursive: true, force: true });
    },
  };
}

/** Makes a folder with a household's database in it. */
export async function furnish(count?: number, dress: Dress = (row) => row): Promise<string> {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'pruta-bench-'));
  const database = await openDatabase({ DATA_DIR });
  const now = new Date();
  const userId = await createDemoPerson(database.db, now);
  const { date: today } = localNow(now, 'Asia/Jerusalem');
  const wish = { seed: 'bench', today };
  const rows = generateHousehold(count === undefined ? wish : { ...wish, count });
  await loadTransactions(database.db, userId, rows.map(dress), now);
  await database.close();
  return DATA_DIR;
}
