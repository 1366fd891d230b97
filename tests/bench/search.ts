import * as v from 'valibot';
import { generateHousehold } from '../../scripts/demo/household.ts';
import { loadTransactions } from '../../scripts/demo/load.ts';
import { createDemoPerson } from '../../scripts/demo/owner.ts';
import type { HouseholdRow } from '../../scripts/demo/rows.ts';
import { type Database, openDatabase } from '../../src/db/open.ts';
import { localNow } from '../../src/domain/calendar.ts';
import type { SignedIn } from '../../src/domain/context.ts';
import { type ListInput, listSchema } from '../../src/domain/transactions/list/filter.ts';
import { listTransactions } from '../../src/domain/transactions/list/list.ts';
import { READING_THREAD } from '../support/programs.ts';
import { onEachEngine, type Place } from './engines.ts';
import { median, report } from './figures.ts';

const SIZES = [1000, 10_000, 100_000];
const ROUNDS = 15;
const ZONE = 'Asia/Jerusalem';

const SEARCHES = {
  'half of them': { search: 'everyother' },
  'a tenth': { search: 'everytenth' },
  'a tenth in Hebrew': { search: 'עשירית' },
  'a rare one': { search: 'number777' },
  nothing: { search: 'nothing-such' },
  'two words': { search: 'everyother everytenth' },
  'a tenth, by amount': { search: 'everytenth', sort: 'amount' },
  'half of them, by amount': { search: 'everyother', sort: 'amount' },
  'all, by description': { sort: 'description', order: 'asc' },
  'a tenth, by description': { search: 'everytenth', sort: 'description', order: 'asc' },
  'no word, an amount': { amountRange: '100-' },
};

export function measureSearch(): Promise<void> {
  return onEachEngine(measure);
}

async function measure(engine: string, place: Place): Promise<void> {
  const database = await openDatabase(place, READING_THREAD);
  const now = new Date();
  try {
    const people: [number, string][] = [];
    for (const size of SIZES) people.push([size, await furnishPerson(database, size, now)]);
    for (const [size, id] of people) await measurePerson(engine, size, contextOf(database, id, now));
  } finally {
    await database.close();
  }
}

async function furnishPerson({ db }: Database, size: number, now: Date): Promise<string> {
  const id = await createDemoPerson(db, now, `person${size}@example.com`);
  const { date: today } = localNow(now, ZONE);
  await loadTransactions(db, id, generateHousehold({ seed: 'bench', today, count: size }).map(dressed), now);
  return id;
}

/** A vocabulary as large as the table, and words that half or a tenth of it have; Hebrew ones with prefixes. */
function dressed(row: HouseholdRow, place: number): HouseholdRow {
  const words = [row.description, `number${place}x`];
  if (place % 2 === 0) words.push('everyother');
  if (place % 10 < 1) words.push(place % 3 === 0 ? 'everytenths' : 'everytenth');
  if (place % 10 > 8) words.push(['עשירית', 'בעשירית', 'העשירית'][place % 3] ?? '');
  return { ...row, description: words.join(' ') };
}

function contextOf({ db, scanDb }: Database, id: string, now: Date): SignedIn {
  const viewer = { id, preferences: { timezone: ZONE } };
  const settings = { APP_SECRET: 'bench' };
  return {
    settings,
    db,
    scanDb,
    viewer,
    now,
    locale: 'en',
    isAbandoned: () => false,
  } as unknown as SignedIn;
}

async function measurePerson(engine: string, size: number, context: SignedIn): Promise<void> {
  for (const [name, asked] of Object.entries(SEARCHES)) {
    const input = v.parse(listSchema, { status: 'any', ...asked });
    const value = await timeOf(context, input);
    report({ bench: 'search', page: `${name} on ${engine}`, figure: `time_at_${size}`, value, unit: 'ms' });
  }
}

async function timeOf(context: SignedIn, input: ListInput): Promise<number> {
  const times: number[] = [];
  for (let round = -3; round < ROUNDS; round += 1) {
    const began = performance.now();
    await listTransactions(context, input);
    if (round >= 0) times.push(performance.now() - began);
  }
  return median(times);
}
