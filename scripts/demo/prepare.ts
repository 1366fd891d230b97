import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Db, openDatabase } from '../../src/db/open.ts';
import { localNow, plusMonths } from '../../src/domain/calendar.ts';
import { findUserByEmail, hasNoUsers } from '../../src/domain/users/users.queries.ts';
import { createAccounts, inAccounts } from './accounts.ts';
import { createBudgets } from './budgets.ts';
import { generateHousehold, MONTHS_LIVED, TIMEZONE } from './household.ts';
import { loadTransactions } from './load.ts';
import { createDemoPerson, DEMO_EMAIL } from './owner.ts';
import { loadRates } from './rates.ts';
import { householdTemplates, isGenerated, loadTemplates } from './templates.ts';

const DAYS_OF_RATES = 400;

/**
 * Creates the demo database unless it exists; `fresh` replaces it.
 * @throws Error when the folder has another database
 */
export async function prepareDemo(
  DATA_DIR: string,
  now: Date,
  fresh: boolean,
): Promise<'created' | 'existing'> {
  const state = await openedIn(DATA_DIR, stateOf);
  if (state === 'real')
    throw new Error(`${DATA_DIR} has a database that is not the demo's. Choose another DATA_DIR.`);
  if (state === 'demo' && !fresh) return 'existing';
  if (state === 'demo') removeDatabase(DATA_DIR);
  await openedIn(DATA_DIR, (db) => fill(db, now));
  return 'created';
}

async function openedIn<Result>(DATA_DIR: string, work: (db: Db) => Promise<Result>): Promise<Result> {
  const database = await openDatabase({ DATA_DIR });
  try {
    return await work(database.db);
  } finally {
    await database.close();
  }
}

async function stateOf(db: Db): Promise<'empty' | 'demo' | 'real'> {
  if (await hasNoUsers(db)) return 'empty';
  return (await findUserByEmail(db, DEMO_EMAIL)) ? 'demo' : 'real';
}

function removeDatabase(DATA_DIR: string): void {
  for (const name of ['pruta.db', 'pruta.db-wal', 'pruta.db-shm'])
    rmSync(join(DATA_DIR, name), { force: true });
}

async function fill(db: Db, now: Date): Promise<void> {
  const userId = await createDemoPerson(db, now);
  const { date: today } = localNow(now, TIMEZONE);
  const household = generateHousehold({ seed: 'demo', today });
  const rows = household.filter((row) => !isGenerated(row));
  const accounts = await createAccounts(db, userId, now);
  await loadTransactions(db, userId, inAccounts(rows, accounts, today), now);
  const templates = householdTemplates(plusMonths(today, -MONTHS_LIVED));
  await loadRates(db, today, DAYS_OF_RATES);
  await loadTemplates(db, userId, { templates, timezone: TIMEZONE }, now);
  await createBudgets(db, userId, { rows: household, savings: accounts.savings, today }, now);
}
