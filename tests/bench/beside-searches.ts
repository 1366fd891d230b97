import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { generateHousehold } from '../../scripts/demo/household.ts';
import { loadTransactions } from '../../scripts/demo/load.ts';
import { createDemoPerson, DEMO_PASSWORD } from '../../scripts/demo/owner.ts';
import { openDatabase } from '../../src/db/open.ts';
import { localNow } from '../../src/domain/calendar.ts';
import { signIn } from '../support/people.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { startBareHttp } from './bare.ts';
import { median, percentile, report } from './figures.ts';

const ROWS = 100_000;
const NOTE = 'almost the same as always, '.repeat(9) + 'a'.repeat(230);

/** No match, a rare one, a word of every row, many words, and one that nearly matches at every letter. */
const SEARCHES = [
  'nothing-such',
  'number777x',
  'always',
  [...'almostheywd,'].join(' '),
  `${'a'.repeat(150)}b`,
];

/** The requests of another person during the searches, and the milliseconds between them. */
const OTHERS = { '/health': '/health', 'a list': '/api/v1/transactions', 'a search': searchFor('coffee') };
const PAUSE = 5;

/**
 * How long others wait on SQLite while a person with 100,000 transactions and long notes searches, once and five times
 * at the same time. A bare server in another process shows how long the machine itself makes them wait.
 */
export async function measureBesideSearches(): Promise<void> {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'pruta-bench-'));
  await loadPeople(DATA_DIR);
  const server = await startServer({ DATA_DIR });
  const bare = await startBareHttp({ body: Buffer.from('ok'), type: 'text/plain' });
  try {
    const large = await signedIn(server, 'large@example.com');
    const small = await signedIn(server, 'small@example.com');
    const others = Object.entries(OTHERS).map(([name, path]) => [name, () => small(path)] as const);
    const asked = new Map([...others, ['a bare server', () => timeOf(bare.url, {})]]);
    await watch(asked, 'without searches', () => wait(3000));
    for (const count of [1, 5]) {
      const times: number[] = [];
      await watch(asked, `beside ${count} large searches`, async () => {
        for (const search of SEARCHES)
          times.push(...(await Promise.all(Array.from({ length: count }, () => large(searchFor(search))))));
      });
      const page = `a large search of ${count} at once`;
      report({ bench: 'search', page, figure: 'time', value: median(times), unit: 'ms' });
    }
  } finally {
    bare.close();
    await server.stop();
    rmSync(DATA_DIR, { recursive: true, force: true });
  }
}

async function loadPeople(DATA_DIR: string): Promise<void> {
  const { db, close } = await openDatabase({ DATA_DIR });
  const now = new Date();
  const { date: today } = localNow(now, 'Asia/Jerusalem');
  const household = generateHousehold({ seed: 'bench', today });
  const large = generateHousehold({ seed: 'bench', today, count: ROWS });
  const noted = large.map((row, place) => ({ ...row, notes: `${NOTE} number${place}x` }));
  await loadTransactions(db, await createDemoPerson(db, now, 'small@example.com'), household, now);
  await loadTransactions(db, await createDemoPerson(db, now, 'large@example.com'), noted, now);
  await close();
}

/** Returns the milliseconds until the last byte of an answer. */
type Ask = (path: string) => Promise<number>;

async function signedIn(server: RunningServer, email: string): Promise<Ask> {
  const { accessToken } = await signIn(server, { email, password: DEMO_PASSWORD });
  const headers = { authorization: `Bearer ${accessToken}` };
  return (path) => timeOf(server.url + path, headers);
}

const agent = new Agent({ keepAlive: true });

function timeOf(address: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const call = get(address, { headers, agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${address} answers ${response.statusCode}.`));
      response.resume();
      response.on('end', () => resolve(performance.now() - started));
      response.on('error', reject);
    });
    call.on('error', reject);
  });
}

function searchFor(search: string): string {
  return `/api/v1/transactions?${new URLSearchParams({ status: 'any', search })}`;
}

async function watch(
  asked: Map<string, () => Promise<number>>,
  beside: string,
  work: () => Promise<void>,
): Promise<void> {
  let isDone = false;
  const watched = [...asked].map(async ([name, ask]) => {
    const times: number[] = [];
    for (; !isDone; await wait(PAUSE)) times.push(await ask());
    return { page: `${name} ${beside}`, times };
  });
  await work();
  isDone = true;
  for (const { page, times } of await Promise.all(watched)) {
    report({ bench: 'search', page, figure: 'time', value: median(times), unit: 'ms' });
    report({ bench: 'search', page, figure: 'p99', value: percentile(times, 0.99), unit: 'ms' });
    report({ bench: 'search', page, figure: 'worst', value: Math.max(...times), unit: 'ms' });
  }
}
