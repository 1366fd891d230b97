import { createWriteStream, mkdtempSync, openAsBlob, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { generateHousehold } from '../../scripts/demo/household.ts';
import { loadTransactions } from '../../scripts/demo/load.ts';
import { createDemoPerson, DEMO_PASSWORD } from '../../scripts/demo/owner.ts';
import { type Database, openDatabase } from '../../src/db/open.ts';
import { MOST_TRANSACTIONS } from '../../src/domain/account-files/read-document.ts';
import { localNow } from '../../src/domain/calendar.ts';
import { signIn } from '../support/people.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { onEachEngine, type Place } from './engines.ts';
import { report } from './figures.ts';
import { processAt, residentMemory } from './processes.ts';
import { Visitor } from './visitor.ts';
import { showBeside, type Times, watch } from './watch.ts';

const ROWS = Number(process.env.BENCH_ROWS ?? 200_000);

/** Transactions of the imported files: a household's, and the most that a file may have. */
const FILES = { household: 10_000, most: MOST_TRANSACTIONS };
const WARMING = 20_000;
const IDLE = 10_000;
const ZONE = 'Asia/Jerusalem';

/**
 * Memory of exports, and times of another person's pages beside them, an import and its undo, compared with idle times
 * of the same run.
 */
export function measureExport(): Promise<void> {
  return onEachEngine(measure);
}

async function measure(engine: string, place: Place): Promise<void> {
  const database = await openDatabase(place);
  await furnish(database);
  // A backup would need memory too.
  const settings = { RATE_LIMIT_SCALE: '1000', ACCESS_TOKEN_TTL: '86400', BACKUPS: 'off' };
  const server = await startServer({ ...place, ...settings });
  const folder = mkdtempSync(join(tmpdir(), 'pruta-bench-'));
  try {
    const watcher = await Visitor.signIn(server, 'small@example.com');
    const large = await reader(server, 'large@example.com');
    const none = await reader(server, 'none@example.com');
    // Until pages alone need no more memory.
    await watch(watcher, () => wait(WARMING));
    const idle = await measured(engine, 'nothing', { server, watcher }, () => wait(IDLE));
    const all = (format: string) => `/api/v1/export/${format}?status=any`;
    for (const format of ['csv', 'json'])
      await measured(engine, `${format} of ${ROWS}`, { server, watcher, idle }, () =>
        large.discard(all(format)),
      );
    await measured(engine, 'the whole account', { server, watcher, idle }, () =>
      large.discard('/api/v1/users/export-account'),
    );
    await measured(engine, 'two readers that stop', { server, watcher, idle }, async () => {
      const stopped = await Promise.all(['csv', 'json'].map((format) => large.stop(all(format))));
      await wait(IDLE);
      for (const leave of stopped) leave();
    });
    for (const [name, count] of Object.entries(FILES)) {
      const file = join(folder, `${name}.json`);
      await (await reader(server, `${name}@example.com`)).save('/api/v1/users/export-account', file);
      let page = '';
      await measured(engine, `checking a file of ${count}`, { server, watcher, idle }, async () => {
        page = await none.send(file);
      });
      for (const act of ['import', 'undo'])
        await measured(engine, `${act} of ${count}`, { server, watcher, idle }, () => none.finish(page, act));
    }
  } finally {
    await server.stop();
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function furnish({ db }: Database): Promise<void> {
  const now = new Date();
  const { date: today } = localNow(now, ZONE);
  for (const [name, count] of [
    ['small', 2000],
    ['large', ROWS],
    ...Object.entries(FILES),
    ['none', 0],
  ] as const) {
    const id = await createDemoPerson(db, now, `${name}@example.com`);
    if (count > 0) await loadTransactions(db, id, generateHousehold({ seed: 'bench', today, count }), now);
  }
  // PostgreSQL does this within a minute; until then it finds rows by a wrong index.
  await sql`analyze`.execute(db);
}

interface Watched {
  server: RunningServer;
  watcher: Visitor;
  idle?: Beside;
}

/** Times beside some work, and the most memory meanwhile, in bytes. */
interface Beside extends Times {
  memory: number;
}

async function measured(
  engine: string,
  name: string,
  { server, watcher, idle }: Watched,
  work: () => Promise<unknown>,
): Promise<Beside> {
  const pid = processAt(server.url);
  let memory = residentMemory(pid);
  const timer = setInterval(() => {
    memory = Math.max(memory, residentMemory(pid));
  }, 100);
  const times = await watch(watcher, work).finally(() => clearInterval(timer));
  const page = `beside ${name} on ${engine}`;
  showBeside({ bench: 'export', page }, times, idle ?? times);
  // Pages need memory too: only the difference from idle counts.
  const over = memory - (idle?.memory ?? memory);
  report({ bench: 'export', page, figure: 'memory', value: memory, unit: 'bytes' });
  report({ bench: 'export', page, figure: 'memory_over_idle', value: over, unit: 'bytes' });
  return { ...times, memory };
}

async function reader(server: RunningServer, email: string) {
  const { accessToken, cookies } = await signIn(server, { email, password: DEMO_PASSWORD });
  const cookie = cookies.map((header) => header.split(';')[0]).join('; ');
  const open = async (path: string) => {
    const answer = await fetch(server.url + path, { headers: { authorization: `Bearer ${accessToken}` } });
    if (!answer.ok || !answer.body) throw new Error(`${path} answers ${answer.status}.`);
    return answer.body;
  };
  const post = async (path: string, body: FormData | URLSearchParams): Promise<string> => {
    const headers = { cookie, origin: server.url };
    const answer = await fetch(server.url + path, { method: 'POST', body, headers, redirect: 'manual' });
    await answer.text();
    const to = answer.headers.get('location');
    if (!to) throw new Error(`${path} answers ${answer.status}.`);
    return to;
  };
  return {
    async discard(path: string) {
      for await (const _piece of await open(path));
    },
    async save(path: string, file: string) {
      await pipeline(Readable.fromWeb((await open(path)) as never), createWriteStream(file));
    },
    /** Reads only the first piece; the returned function disconnects. */
    async stop(path: string) {
      const body = (await open(path)).getReader();
      await body.read();
      return () => void body.cancel();
    },
    async send(file: string) {
      const form = new FormData();
      form.set('file', await openAsBlob(file), 'account.json');
      return post('/import', form);
    },
    async finish(page: string, act: string) {
      await post(page, new URLSearchParams({ act }));
      for (;;) {
        const html = await (await fetch(server.url + page, { headers: { cookie } })).text();
        if (!html.includes('data-follow')) return;
        await wait(200);
      }
    },
  };
}
