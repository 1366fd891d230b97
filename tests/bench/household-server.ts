import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateHousehold } from '../../scripts/demo/household.ts';
import { loadTransactions } from '../../scripts/demo/load.ts';
import { createDemoPerson, DEMO_EMAIL, DEMO_PASSWORD } from '../../scripts/demo/owner.ts';
import { openDatabase } from '../../src/db/open.ts';
import { localNow, plusDays } from '../../src/domain/calendar.ts';
import { dayNumber } from '../../src/domain/recurring/schedule/days.ts';
import { signIn } from '../support/people.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { processAt } from './processes.ts';

export interface HouseholdServer {
  server: RunningServer;
  pid: number;
  cookie: string;
  close(): Promise<void>;
}

/** A database with so many transactions, or with the two years of the demo. */
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

/** The household's last day: the end of a month, when most is recorded on few days. */
const LAST_DAY = '2026-11-30';

/**
 * Creates a household's database. Its rows are always the same and equally far from today, so that a page always has
 * the same weight.
 */
export async function createHouseholdData(count?: number): Promise<string> {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'pruta-bench-'));
  const database = await openDatabase({ DATA_DIR });
  const now = new Date();
  const userId = await createDemoPerson(database.db, now);
  const { date: today } = localNow(now, 'Asia/Jerusalem');
  const options = { seed: 'bench', today: LAST_DAY };
  const lived = generateHousehold(count === undefined ? options : { ...options, count });
  const passed = dayNumber(today) - dayNumber(LAST_DAY);
  const rows = lived.map((row) => ({ ...row, date: plusDays(row.date, passed) }));
  await loadTransactions(database.db, userId, rows, now);
  await database.close();
  return DATA_DIR;
}
