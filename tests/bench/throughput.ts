import { type Bare, startBareHttp } from './bare.ts';
import { startBareAstro } from './bare-astro.ts';
import { median, report } from './figures.ts';
import { type HouseholdServer, startHouseholdServer } from './household-server.ts';
import { type Load, put, type Target } from './load.ts';

const PATHS = ['/transactions', '/', '/login', '/api/v1/transactions', '/api/v1/transactions/balance'];
const PAIRS = 5;
const SECONDS = 3;

/** How many requests a second the pages take, compared with servers that only send. */
export async function measureThroughput(): Promise<void> {
  const household = await startHouseholdServer();
  try {
    for (const path of PATHS) await measurePath(household, path);
  } finally {
    await household.close();
  }
}

async function measurePath(household: HouseholdServer, path: string): Promise<void> {
  const url = household.server.url + path;
  // The sign-in page is requested as a guest.
  const headers: Record<string, string> = path === '/login' ? {} : { cookie: household.cookie };
  const ours = { url, pid: household.pid, headers };
  const answer = await answerOf(ours);
  report({ bench: 'throughput', page: path, figure: 'body', value: answer.body.length, unit: 'bytes' });
  await compare(path, 'bare_http', ours, await startBareHttp(answer));
  if (path === '/transactions') {
    await compare(path, 'bare_astro', ours, await startBareAstro(answer.body.toString()));
    const known = { ...ours, headers: { ...headers, 'if-none-match': answer.etag }, status: 304 };
    await compare(`${path} not modified`, 'bare_http', known, await startBareHttp(answer));
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
async function compare(page: string, name: string, ours: Target, bare: Bare): Promise<void> {
  const pairs: [Load, Load][] = [];
  try {
    await put(ours, 1);
    await put(bare, 1);
    for (let pair = 0; pair < PAIRS; pair += 1)
      pairs.push([await put(ours, SECONDS), await put(bare, SECONDS)]);
  } finally {
    bare.close();
  }
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
}
