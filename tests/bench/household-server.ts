import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateHousehold } from '../../scripts/demo/household.ts';
import { loadTransactions } from '../../scripts/demo/load.ts';
import { createDemoPerson, DEMO_EMAIL, DEMO_PASSWORD } from '../../scripts/demo/owner.ts';
import { openDatabase } from '../../src/db/open.ts';
import { localNow } from '../../src/domain/calendar.ts';
import { signIn } from '../support/people.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { processAt } from './processes.ts';

/** A server with the data of a household, and a signed-in person. */
export interface HouseholdServer {
  server: RunningServer;
  pid: number;
  /** For the `cookie` header. */
  cookie: string;
  close(): Promise<void>;
}

/** Starts the built server on a database with so many transactions, or with the two years of the demo. */
export async function startHouseholdServer(count?: number): Promise<HouseholdServer> {
  const DATA_DIR = await createHouseholdData(count);
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

/** Creates a folder with the database of a household. */
export async function createHouseholdData(count?: number): Promise<string> {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'pruta-bench-'));
  const database = await openDatabase({ DATA_DIR });
  const now = new Date();
  const userId = await createDemoPerson(database.db, now);
  const { date: today } = localNow(now, 'Asia/Jerusalem');
  const options = { seed: 'bench', today };
  const rows = generateHousehold(count === undefined ? options : { ...options, count });
  await loadTransactions(database.db, userId, rows, now);
  await database.close();
  return DATA_DIR;
}
