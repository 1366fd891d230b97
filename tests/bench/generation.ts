import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { DEMO_EMAIL } from '../../scripts/demo/owner.ts';
import { type Db, openDatabase } from '../../src/db/open.ts';
import { startServer } from '../support/server.ts';
import { onEachEngine, type Place } from './engines.ts';
import { report } from './figures.ts';
import { EVERY, furnishTemplates } from './many-templates.ts';
import { Visitor } from './visitor.ts';
import { showBeside, watch } from './watch.ts';

const PEOPLE = Number(process.env.BENCH_PEOPLE ?? 10_000);
const TEMPLATES = 20;
const DAY = 86_400_000;
const QUIET = 30_000;
const TIMEOUT = 600_000;

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

// A month ago, when the second to last occurrence became due.
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
  const value = performance.now() - began;
  report({ bench: 'generation', page: `alone on ${engine}`, figure: 'duration', value, unit: 'ms' });
  await expectMade(db, 1);
}

async function measureBesidePages(engine: string, place: Place, db: Db): Promise<void> {
  await db.updateTable('templates').set({ due_at: '9999' }).execute();
  const server = await startServer({ ...place, RATE_LIMIT_SCALE: '1000', ACCESS_TOKEN_TTL: '86400' });
  const page = (beside: string) => `beside ${beside} on ${engine}`;
  try {
    const visitor = await Visitor.signIn(server, DEMO_EMAIL);
    await watch(visitor, () => wait(5000));
    const idle = await watch(visitor, () => wait(QUIET));
    showBeside({ bench: 'generation', page: page('nothing') }, idle, idle);
    await db.updateTable('templates').set({ due_at: new Date().toISOString() }).execute();
    const busy = await watch(visitor, () => untilGenerated(db));
    await expectMade(db, 2);
    showBeside({ bench: 'generation', page: page(`${PEOPLE} x ${TEMPLATES}`) }, busy, idle);
  } finally {
    await server.stop();
  }
}

// The generating process holds a lease from beginning to end.
async function untilGenerated(db: Db): Promise<void> {
  const deadline = performance.now() + TIMEOUT;
  const isHeld = async () => (await db.selectFrom('leases').select('name').execute()).length > 0;
  for (const state of [true, false])
    while (performance.now() < deadline && (await isHeld()) !== state) await wait(20);
}

async function expectMade(db: Db, each: number): Promise<void> {
  const { count } = await db
    .selectFrom('transactions')
    .select((expression) => expression.fn.countAll<number>().as('count'))
    .where('template_id', 'is not', null)
    .executeTakeFirstOrThrow();
  const expected = each * PEOPLE * TEMPLATES;
  if (Number(count) !== expected) throw new Error(`${count} transactions were made, and not ${expected}.`);
}
