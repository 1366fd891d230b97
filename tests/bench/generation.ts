import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { DEMO_EMAIL, DEMO_PASSWORD } from '../../scripts/demo/owner.ts';
import { type Db, openDatabase } from '../../src/db/open.ts';
import { signIn } from '../support/people.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { onEachEngine, type Place } from './engines.ts';
import { median, percentile, report } from './figures.ts';
import { EVERY, furnishTemplates } from './many-templates.ts';
import { type Times, visitUntil } from './visits.ts';

const PEOPLE = Number(process.env.BENCH_PEOPLE ?? 10_000);
const TEMPLATES = 20;
const DAY = 86_400_000;
const QUIET_SECONDS = 30;
const TIMEOUT = 600_000;

/**
 * How long generating one transaction for each template of many people takes, and how fast pages are during that time.
 */
export function measureGeneration(): Promise<void> {
  return onEachEngine(async (engine, place) => {
    await furnishTemplates(place, PEOPLE, TEMPLATES);
    const database = await openDatabase(place);
    try {
      await measureAlone(engine, place, database.db);
      await measureBesidePages(engine, place, database.db);
    } finally {
      await database.close();
    }
  });
}

// A month ago, when the last occurrence but one became due.
async function measureAlone(engine: string, place: Place, db: Db): Promise<void> {
  const NOW = new Date(Date.now() - EVERY * DAY).toISOString();
  await db.updateTable('templates').set({ due_at: NOW }).execute();
  const began = performance.now();
  const node = spawn(process.execPath, ['tests/support/generating-node.ts'], {
    env: { ...process.env, ...place, NOW },
    stdio: 'inherit',
  });
  const [code] = await once(node, 'exit');
  if (code !== 0) throw new Error(`The node that generates ended with ${code}.`);
  printValue(engine, 'time_alone', performance.now() - began, 'ms');
  await expectMade(db, 1);
}

async function measureBesidePages(engine: string, place: Place, db: Db): Promise<void> {
  await db.updateTable('templates').set({ due_at: '9999' }).execute();
  const server = await startServer({ ...place, RATE_LIMIT_SCALE: '1000', ACCESS_TOKEN_TTL: '86400' });
  try {
    const cookie = await cookieOf(server);
    const visits = (isOver: () => boolean) => visitUntil(server.url, cookie, isOver);
    await visits(after(5));
    const quiet = await visits(after(QUIET_SECONDS));
    await db.updateTable('templates').set({ due_at: new Date().toISOString() }).execute();
    const watch = watchGeneration(db);
    await watch.begun;
    const began = performance.now();
    const busy = await visits(watch.isOver);
    printValue(engine, 'time_beside_pages', performance.now() - began, 'ms');
    await expectMade(db, 2);
    printPages(engine, quiet, busy);
  } finally {
    await server.stop();
  }
}

function printPages(engine: string, quiet: Times, busy: Times): void {
  for (const [name, { pages, writes }] of Object.entries({ quiet, generating: busy })) {
    printValue(engine, `page_median_${name}`, median(pages), 'ms');
    printValue(engine, `page_p99_${name}`, percentile(pages, 0.99), 'ms');
    printValue(engine, `write_median_${name}`, median(writes), 'ms');
    printValue(engine, `longest_${name}`, Math.max(...pages, ...writes), 'ms');
  }
  printValue(engine, 'page_p99_ratio', percentile(busy.pages, 0.99) / percentile(quiet.pages, 0.99), 'ratio');
}

function printValue(engine: string, figure: string, value: number, unit: 'ms' | 'ratio'): void {
  report({ bench: 'generation', page: `${PEOPLE} x ${TEMPLATES} on ${engine}`, figure, value, unit });
}

async function cookieOf(server: RunningServer): Promise<string> {
  const { cookies } = await signIn(server, { email: DEMO_EMAIL, password: DEMO_PASSWORD });
  return cookies.map((header) => header.split(';')[0]).join('; ');
}

function after(seconds: number): () => boolean {
  const end = performance.now() + seconds * 1000;
  return () => performance.now() > end;
}

// The generating process holds a lease from beginning to end.
function watchGeneration(db: Db): { begun: Promise<void>; isOver: () => boolean } {
  const deadline = performance.now() + TIMEOUT;
  const isTooLate = () => performance.now() > deadline;
  let over = false;
  const isHeld = async () => (await db.selectFrom('leases').select('name').execute()).length > 0;
  const begun = (async () => {
    while (!isTooLate() && !(await isHeld())) await wait(20);
  })();
  void begun.then(async () => {
    while (await isHeld()) await wait(50);
    over = true;
  });
  return { begun, isOver: () => over || isTooLate() };
}

async function expectMade(db: Db, each: number): Promise<void> {
  const { count } = await db
    .selectFrom('transactions')
    .select((expression) => expression.fn.countAll<number>().as('count'))
    .where('template_id', 'is not', null)
    .executeTakeFirstOrThrow();
  const wanted = each * PEOPLE * TEMPLATES;
  if (Number(count) !== wanted) throw new Error(`${count} transactions were made, and not ${wanted}.`);
}
