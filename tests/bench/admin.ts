import { mkdirSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { createDemoPerson, DEMO_EMAIL, DEMO_PASSWORD } from '../../scripts/demo/owner.ts';
import { openDatabase } from '../../src/db/open.ts';
import { signIn } from '../support/people.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { fillInstance } from './admin-people.ts';
import { onEachEngine, type Place } from './engines.ts';
import { median, report } from './figures.ts';

/** People and entries of the log. */
const SIZES = [
  [1000, 10_000],
  [100_000, 1_000_000],
] as const;

const ROUNDS = 40;
const PEOPLE_A_PAGE = 50;
const ENTRIES_A_PAGE = 100;

const PAGES: [name: string, path: (size: (typeof SIZES)[number]) => string][] = [
  ['/admin', () => '/admin'],
  ['/admin/users', () => '/admin/users'],
  ['/admin/users last', ([people]) => `/admin/users?page=${Math.ceil(people / PEOPLE_A_PAGE)}`],
  ['/admin/users middle', ([people]) => `/admin/users?page=${Math.ceil(people / PEOPLE_A_PAGE / 2)}`],
  ['/admin/users by name', () => '/admin/users?sortBy=name&sortOrder=asc'],
  ['/admin/users seen', () => '/admin/users?sortBy=last_login&seen=month'],
  ['/admin/users seen today', () => '/admin/users?seen=day'],
  ['/admin/users never seen', () => '/admin/users?seen=never'],
  ['/admin/users blocked', () => '/admin/users?status=blocked'],
  ['/admin/users restricted', () => '/admin/users?status=restricted'],
  ['/admin/users deleted', () => '/admin/users?status=deleted'],
  ['/admin/users search address', () => '/admin/users?search=person.77'],
  ['/admin/users search name', () => '/admin/users?search=Friedman'],
  ['/admin/users search two words', () => '/admin/users?search=noa+lev'],
  ['/admin/users search inside', () => '/admin/users?search=iedma'],
  ['/admin/users search few inside', () => '/admin/users?search=erson.77'],
  // Fifty rows of both: of a thousand people, only three have the piece with the number.
  [
    '/admin/users search two inside',
    ([people]) => `/admin/users?search=iedma+ail${people < 12_000 ? '' : '7'}`,
  ],
  ['/admin/users search two, one of all', () => '/admin/users?search=person.+friedman'],
  ['/admin/users search and status', () => '/admin/users?search=yael&status=blocked'],
  ['/admin/users search and role', () => '/admin/users?search=noa&role=admin'],
  ['/admin/users search nothing', () => '/admin/users?search=nobody-at-all'],
  ['/admin/activity', () => '/admin/activity'],
  ['/admin/activity last', ([, entries]) => `/admin/activity?page=${Math.ceil(entries / ENTRIES_A_PAGE)}`],
  ['/admin/activity of a kind', () => '/admin/activity?actionType=sign_in_failed'],
  ['/admin/activity of dates', () => '/admin/activity?startDate=2026-01-01&endDate=2026-09-30'],
  ['/admin/stats', () => '/admin/stats'],
  ['/admin/backups', () => '/admin/backups'],
];

/** How the time of the administration's pages grows with the people of an instance and with its log. */
export async function measureAdmin(): Promise<void> {
  await onEachEngine(async (engine, place) => {
    const instances: Instance[] = [];
    try {
      for (const [index, [people, entries]] of SIZES.entries())
        instances.push(await startInstance(await placeOf(place, index), people, entries));
      for (const [name, path] of PAGES) await ask(`${engine} ${name}`, path, instances);
    } finally {
      for (const { server } of instances) await server.kill();
    }
  });
}

interface Instance {
  server: RunningServer;
  cookie: string;
}

async function placeOf({ DATA_DIR, DATABASE_URL }: Place, index: number): Promise<Place> {
  const folder = join(DATA_DIR, String(index));
  if (!DATABASE_URL) return { DATA_DIR: folder };
  const client = new pg.Client(DATABASE_URL);
  await client.connect();
  await client.query(`create database size_${index}`);
  await client.end();
  const address = new URL(DATABASE_URL);
  address.pathname = `size_${index}`;
  return { DATA_DIR: folder, DATABASE_URL: address.href };
}

async function startInstance(place: Place, people: number, entries: number): Promise<Instance> {
  mkdirSync(place.DATA_DIR);
  const database = await openDatabase(place);
  const now = new Date();
  await createDemoPerson(database.db, now);
  await fillInstance(database.db, now, people, entries);
  // As both engines do by themselves in time.
  await sql.raw(database.engine === 'sqlite' ? 'analyze' : 'vacuum analyze').execute(database.db);
  await database.close();
  const server = await startServer({ ...place, RATE_LIMIT_SCALE: '1000', ACCESS_TOKEN_TTL: '86400' });
  const { cookies } = await signIn(server, { email: DEMO_EMAIL, password: DEMO_PASSWORD });
  return { server, cookie: cookies.map((header) => header.split(';')[0]).join('; ') };
}

// Interleaved, so that other load on the machine affects both sizes alike.
async function ask(
  page: string,
  path: (size: (typeof SIZES)[number]) => string,
  instances: Instance[],
): Promise<void> {
  const times = instances.map((): number[] => []);
  for (let round = -5; round < ROUNDS; round += 1) {
    for (const [index, instance] of instances.entries()) {
      const time = await timeOf(instance, path(SIZES[index] ?? SIZES[0]));
      if (round >= 0) times[index]?.push(time);
    }
  }
  const [small = Number.NaN, large = Number.NaN] = times.map(median);
  report({ bench: 'admin', page, figure: 'time_at_1000', value: small, unit: 'ms' });
  report({ bench: 'admin', page, figure: 'time_at_100000', value: large, unit: 'ms' });
  report({ bench: 'admin', page, figure: 'ratio', value: large / small, unit: 'ratio' });
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

function timeOf({ server, cookie }: Instance, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const call = request(server.url + path, { headers: { cookie }, agent }, (response) => {
      const { statusCode = 0 } = response;
      if (statusCode !== 200) reject(new Error(`${path} answers ${statusCode}.`));
      response.resume();
      response.on('end', () => resolve(performance.now() - started));
    });
    call.on('error', reject);
    call.end();
  });
}
