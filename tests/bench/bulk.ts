import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { generateHousehold } from '../../scripts/demo/household.ts';
import { loadTransactions } from '../../scripts/demo/load.ts';
import { createDemoPerson, DEMO_PASSWORD } from '../../scripts/demo/owner.ts';
import { type Database, openDatabase } from '../../src/db/open.ts';
import { localNow, plusDays } from '../../src/domain/calendar.ts';
import { signIn } from '../support/people.ts';
import { startPostgres } from '../support/postgres.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { median, percentile, report } from './figures.ts';

const ROWS = Number(process.env.BENCH_ROWS ?? 72_360);
const TEMPLATES = 50;
const DAYS_BACK = 1800;
const ZONE = 'Asia/Jerusalem';
const IDLE = 10_000;
const PAUSE = 5;
const TIMEOUT = 600_000;

const BREAD = JSON.stringify({ amount: '1', description: 'Bread' });

/**
 * How long another person's pages take while somebody changes very many transactions, compared with those beside
 * nothing in the same run.
 */
export async function measureBulk(): Promise<void> {
  await measure('sqlite', undefined);
  const postgres = await startPostgres();
  try {
    await measure('postgres', postgres.url);
  } finally {
    await postgres.stop();
  }
}

async function measure(engine: string, url: string | undefined): Promise<void> {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'pruta-bench-'));
  const place = url ? { DATA_DIR, DATABASE_URL: url } : { DATA_DIR };
  const database = await openDatabase(place);
  const { large, category, other } = await furnish(database);
  const server = await startServer({ ...place, RATE_LIMIT_SCALE: '1000', ACCESS_TOKEN_TTL: '86400' });
  try {
    const busy = await Visitor.signIn(server, 'large@example.com');
    const watcher = await Visitor.signIn(server, 'small@example.com');
    await watch(watcher, () => wait(2000));
    const idle = await watch(watcher, () => wait(IDLE));
    show(engine, 'nothing', idle, idle);
    const measured = async (name: string, work: () => Promise<void>) =>
      show(engine, name, await watch(watcher, work), idle);

    let undoId = '';
    await measured('deleting all', async () => {
      undoId = await busy.changeAll({ operation: 'delete', expected: ROWS });
    });
    await expectRows(database, large, 0);
    await measured('undoing it', () => busy.post('/api/v1/transactions/restore', { undo_id: undoId }, 200));
    await expectRows(database, large, ROWS);
    await measured('changing all', async () => {
      await busy.changeAll({ operation: 'type', type: 'expense', expected: ROWS });
    });
    await busy.changeAll({ operation: 'category', categoryId: category, expected: ROWS });
    await measured('merging their category', () =>
      busy.send('DELETE', `/api/v1/categories/${category}?moveTo=${other}`, 200),
    );
    await expectRows(database, large, ROWS, other);
    await measured('creating templates', async () => {
      const today = localNow(new Date(), ZONE).date;
      const daily = { amount: -1, interval_type: 'daily', start_date: plusDays(today, -DAYS_BACK) };
      const templates = Array.from({ length: TEMPLATES }, (_, place) => ({
        ...daily,
        name: `Daily ${place}`,
      }));
      await busy.post('/api/v1/transactions/templates/bulk', { templates }, 201);
      await expectRows(database, large, ROWS + TEMPLATES * (DAYS_BACK + 91));
    });
  } finally {
    await server.stop();
    await database.close();
    rmSync(DATA_DIR, { recursive: true, force: true });
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
  // As PostgreSQL does by itself within a minute: until then it finds rows by a wrong index.
  await sql`analyze`.execute(db);
  const [category = '', other = ''] = categories.map(({ id }) => id);
  return { large, category, other };
}

/** Waits until a person has so many transactions. */
async function expectRows({ db }: Database, userId: string, count: number, category?: string): Promise<void> {
  const deadline = performance.now() + TIMEOUT;
  for (;;) {
    // Their sums are much faster to read than the rows.
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

interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
}

/** A signed-in person. */
class Visitor {
  readonly #url: string;
  readonly #cookie: string;
  readonly #agent = new Agent({ keepAlive: true });

  constructor(url: string, cookie: string) {
    this.#url = url;
    this.#cookie = cookie;
  }

  static async signIn(server: RunningServer, email: string): Promise<Visitor> {
    const { cookies } = await signIn(server, { email, password: DEMO_PASSWORD });
    return new Visitor(server.url, cookies.map((header) => header.split(';')[0]).join('; '));
  }

  post(path: string, body: unknown, status: number): Promise<void> {
    return this.send('POST', path, status, JSON.stringify(body));
  }

  async send(method: string, path: string, status: number, body?: string): Promise<void> {
    const reply = await this.#ask(method, path, { type: 'application/json', ...(body && { body }) });
    if (reply.status !== status) throw new Error(`${path} answers ${reply.status}.`);
  }

  /** Confirms a change of everything in the list, follows its progress, and returns the id to undo it by. */
  async changeAll(fields: Record<string, string | number>): Promise<string> {
    const sent = { filter: 'status=any', return: '/transactions', ...fields };
    const body = new URLSearchParams(Object.entries(sent).map(([name, value]) => [name, String(value)]));
    const type = 'application/x-www-form-urlencoded';
    let reply = await this.#ask('POST', '/transactions/bulk', { type, body: body.toString() });
    for (let path = '/transactions/bulk'; ; await wait(500)) {
      path = reply.headers.location ?? path;
      if (path === '/transactions') return undoIdOf(reply);
      if (reply.status >= 400) throw new Error(`${path} answers ${reply.status}.`);
      reply = await this.#ask('GET', path);
    }
  }

  #ask(method: string, path: string, sent: { type?: string; body?: string } = {}): Promise<Reply> {
    const headers = {
      cookie: this.#cookie,
      origin: this.#url,
      ...(sent.body && { 'content-type': sent.type }),
    };
    return new Promise((resolve, reject) => {
      const call = request(this.#url + path, { agent: this.#agent, method, headers }, (response) => {
        const { statusCode: status = 0, headers } = response;
        response.resume();
        response.on('end', () => resolve({ status, headers }));
        response.on('error', reject);
      });
      call.on('error', reject);
      call.end(sent.body);
    });
  }
}

/** The deletion in the message of an answer. */
function undoIdOf({ headers }: Reply): string {
  const [cookie] = (headers['set-cookie'] ?? []).filter((header) => header.includes('flash'));
  const text = cookie?.match(/=([\w-]+)\./)?.[1];
  return text ? JSON.parse(Buffer.from(text, 'base64url').toString()).undoId : '';
}

/** Milliseconds until the last byte of each answer, and until the whole work was done. */
interface Times {
  pages: number[];
  writes: number[];
  all: number;
}

async function watch(visitor: Visitor, work: () => Promise<void>): Promise<Times> {
  let isDone = false;
  const repeat = async (ask: () => Promise<void>) => {
    const times: number[] = [];
    for (; !isDone; await wait(PAUSE)) {
      const started = performance.now();
      await ask();
      times.push(performance.now() - started);
    }
    return times;
  };
  const pages = ['/', '/transactions'].map((path) => repeat(() => visitor.send('GET', path, 200)));
  const writes = repeat(() => visitor.send('POST', '/api/v1/transactions/expense', 201, BREAD));
  const started = performance.now();
  await work();
  const all = performance.now() - started;
  isDone = true;
  return { pages: (await Promise.all(pages)).flat(), writes: await writes, all };
}

function show(engine: string, name: string, times: Times, idle: Times): void {
  const page = `beside ${name} on ${engine}`;
  const print = (figure: string, value: number, unit: 'ms' | 'ratio' = 'ms') =>
    report({ bench: 'bulk', page, figure, value, unit });
  print('duration', times.all);
  for (const kind of ['pages', 'writes'] as const) {
    print(`${kind}_median`, median(times[kind]));
    print(`${kind}_p99`, percentile(times[kind], 0.99));
    print(`${kind}_worst`, Math.max(...times[kind]));
    print(`${kind}_p99_ratio`, percentile(times[kind], 0.99) / percentile(idle[kind], 0.99), 'ratio');
  }
}
