import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { generateHousehold } from '../../scripts/demo/household.ts';
import { loadTransactions } from '../../scripts/demo/load.ts';
import { createDemoPerson } from '../../scripts/demo/owner.ts';
import { type Database, openDatabase } from '../../src/db/open.ts';
import { localNow, plusDays } from '../../src/domain/calendar.ts';
import { startServer } from '../support/server.ts';
import { onEachEngine, type Place } from './engines.ts';
import { Visitor } from './visitor.ts';
import { showBeside, type Times, watch } from './watch.ts';

const ROWS = Number(process.env.BENCH_ROWS ?? 72_360);
const TEMPLATES = 50;
/** Created one after another: generating one is too short to measure pages beside it. */
const SINGLE = 5;
const DAYS_BACK = 1800;
const ZONE = 'Asia/Jerusalem';
/** Includes upcoming transactions. */
const EVERYTHING = `dateTo=${plusDays(localNow(new Date(), ZONE).date, 365)}`;
const IDLE = 10_000;
const TIMEOUT = 600_000;

const show = (engine: string, name: string, times: Times, idle: Times) =>
  showBeside({ bench: 'bulk', page: `beside ${name} on ${engine}` }, times, idle);

/** Times of another person's pages during large changes, compared with idle times of the same run. */
export function measureBulk(): Promise<void> {
  return onEachEngine(measure);
}

async function measure(engine: string, place: Place): Promise<void> {
  const database = await openDatabase(place);
  const { large, category, other } = await furnish(database);
  const server = await startServer({ ...place, RATE_LIMIT_SCALE: '1000', ACCESS_TOKEN_TTL: '86400' });
  try {
    const busy = await Visitor.signIn(server, 'large@example.com');
    const watcher = await Visitor.signIn(server, 'small@example.com');
    await watch(watcher, () => wait(2000));
    const idle = await watch(watcher, () => wait(IDLE));
    show(engine, 'nothing', idle, idle);
    const measured = async (name: string, work: () => Promise<unknown>) =>
      show(engine, name, await watch(watcher, work), idle);
    const changeAll = (fields: Record<string, string | number>) =>
      busy.carryOut('/transactions/bulk', '/transactions', {
        ...{ filter: EVERYTHING, return: '/transactions', expected: ROWS },
        ...fields,
      });
    const undo = (undoId: string) =>
      busy.carryOut('/transactions/restore', '/', { undo_id: undoId, return: '/' });

    let undoId = '';
    await measured('deleting all', async () => {
      undoId = await changeAll({ operation: 'delete' });
    });
    await expectRows(database, large, 0);
    await measured('undoing it', () => undo(undoId));
    await expectRows(database, large, ROWS);
    await measured('changing all', () => changeAll({ operation: 'type', type: 'expense' }));
    await changeAll({ operation: 'category', categoryId: category });
    await measured('merging their category', async () => {
      undoId = await busy.carryOut(`/categories/${category}/merge`, '/categories', { moveTo: other });
    });
    await expectRows(database, large, ROWS, other);
    await measured('undoing the merge', () => undo(undoId));
    await expectRows(database, large, ROWS, category);
    const daily = {
      amount: -1,
      interval_type: 'daily',
      start_date: plusDays(localNow(new Date(), ZONE).date, -DAYS_BACK),
    };
    await measured('creating one template', async () => {
      for (let index = 0; index < SINGLE; index += 1)
        await busy.post('/api/v1/transactions/templates', { ...daily, name: `Single ${index}` }, 201);
    });
    await measured('creating templates', async () => {
      const templates = Array.from({ length: TEMPLATES }, (_, place) => ({
        ...daily,
        name: `Daily ${place}`,
      }));
      await busy.post('/api/v1/transactions/templates/bulk', { templates }, 201);
      await expectRows(database, large, ROWS + (SINGLE + TEMPLATES) * (DAYS_BACK + 91));
    });
  } finally {
    await server.stop();
    await database.close();
  }
}

async function furnish({ db }: Database): Promise<{ large: string; category: string; other: string }> {
  const now = new Date();
  const { date: today } = localNow(now, ZONE);
  const small = await createDemoPerson(db, now, 'small@example.com');
  await loadTransactions(db, small, generateHousehold({ seed: 'bench', today }), now);
  const large = await createDemoPerson(db, now, 'large@example.com');
  await loadTransactions(db, large, generateHousehold({ seed: 'bench', today, count: ROWS }), now);
  const categories = await db
    .selectFrom('categories')
    .select('id')
    .where('user_id', '=', large)
    .where('type', '=', 'expense')
    .execute();
  // PostgreSQL does this within a minute; until then it finds rows by a wrong index.
  await sql`analyze`.execute(db);
  const [category = '', other = ''] = categories.map(({ id }) => id);
  return { large, category, other };
}

async function expectRows({ db }: Database, userId: string, count: number, category?: string): Promise<void> {
  const deadline = performance.now() + TIMEOUT;
  for (;;) {
    // Much faster to read than the rows.
    let sums = db.selectFrom('monthly_totals').where('user_id', '=', userId);
    if (category !== undefined) sums = sums.where('category_id', '=', category);
    const { found } = await sums
      .select((expression) => expression.fn.sum<number>('count').as('found'))
      .executeTakeFirstOrThrow();
    if (Number(found) === count) return;
    if (performance.now() > deadline) throw new Error(`There are ${found} transactions, and not ${count}.`);
    await wait(200);
  }
}
