import { type Bare, startBareHttp } from './bare.ts';
import { startBareAstro } from './bare-astro.ts';
import { median, report } from './figures.ts';
import { type HouseholdServer, startHouseholdServer } from './household-server.ts';
import { type Load, put, type Target } from './load.ts';

const LIST = '/transactions';
/** Compared with the bare table too. */
const READ = [LIST, '/', '/api/v1/transactions', '/api/v1/transactions/balance'];
const PATHS = [...READ, '/login'];
const PAIRS = 5;
const SECONDS = 3;

/** How many requests a second the pages take, compared with servers that only send. */
export async function measureThroughput(): Promise<void> {
  const household = await startHouseholdServer();
  try {
    const list = await answerOf({
      url: household.server.url + LIST,
      pid: household.pid,
      headers: { cookie: household.cookie },
    });
    const table = await startBareAstro(list.body.toString());
    try {
      for (const path of PATHS) await measurePath(household, path, table);
    } finally {
      table.close();
    }
  } finally {
    await household.close();
  }
}

async function measurePath(household: HouseholdServer, path: string, table: Bare): Promise<void> {
  const url = household.server.url + path;
  // The sign-in page is requested as a guest.
  const headers: Record<string, string> = path === '/login' ? {} : { cookie: household.cookie };
  const ours = { url, pid: household.pid, headers };
  const answer = await answerOf(ours);
  report({ bench: 'throughput', page: path, figure: 'body', value: answer.body.length, unit: 'bytes' });
  const http = await startBareHttp(answer);
  try {
    await compare(path, 'bare_http', ours, http);
    if (READ.includes(path)) await compare(path, 'bare_astro', ours, table);
    if (path !== LIST) return;
    const known = { ...ours, headers: { ...headers, 'if-none-match': answer.etag }, status: 304 };
    await compare(`${path} not modified`, 'bare_http', known, http);
  } finally {
    http.close();
  }
}

async function answerOf({
  url,
  headers = {},
}: Target): Promise<{ body: Buffer; type: string; etag: string }> {
  const response = await fetch(url, {
    headers: { ...headers, 'accept-encoding': 'identity' },
    redirect: 'manual',
  });
  if (response.status !== 200) throw new Error(`${url} answers ${response.status}.`);
  return {
    body: Buffer.from(await response.arrayBuffer()),
    type: response.headers.get('content-type') ?? '',
    etag: response.headers.get('etag') ?? '',
  };
}

// In alternation, so that other load on the machine affects both alike.
async function compare(page: string, name: string, ours: Target, bare: Target): Promise<void> {
  const pairs: [Load, Load][] = [];
  await put(ours, 1);
  await put(bare, 1);
  for (let pair = 0; pair < PAIRS; pair += 1)
    pairs.push([await put(ours, SECONDS), await put(bare, SECONDS)]);
  const printMedian = (figure: string, unit: 'per_second' | 'ms' | 'ratio', values: number[]) =>
    report({ bench: 'throughput', page, figure, value: median(values), unit });
  printMedian(
    'requests',
    'per_second',
    pairs.map(([one]) => one.requestsPerSecond),
  );
  printMedian(
    'processor_time',
    'ms',
    pairs.map(([one]) => one.processorTimePerRequest),
  );
  printMedian(
    `${name}_requests`,
    'per_second',
    pairs.map(([, other]) => other.requestsPerSecond),
  );
  printMedian(
    `${name}_processor_time`,
    'ms',
    pairs.map(([, other]) => other.processorTimePerRequest),
  );
  printMedian(
    `ratio_to_${name}`,
    'ratio',
    pairs.map(([one, other]) => one.requestsPerSecond / other.requestsPerSecond),
  );
  printMedian(
    `processor_time_to_${name}`,
    'ratio',
    pairs.map(([one, other]) => one.processorTimePerRequest / other.processorTimePerRequest),
  );
}
