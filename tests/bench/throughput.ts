import { startBareHttp } from './bare.ts';
import { median, report } from './figures.ts';
import { type HouseholdServer, startHouseholdServer } from './household-server.ts';
import { type Load, put, type Target } from './load.ts';

const LIST = '/transactions';
const PATHS = [LIST, '/', '/api/v1/transactions', '/api/v1/transactions/balance', '/login'];
const PAIRS = 5;
const SECONDS = 3;

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
  const headers: Record<string, string> = path === '/login' ? {} : { cookie: household.cookie };
  const ours = { url, pid: household.pid, headers };
  const answer = await answerOf(ours);
  report({ bench: 'throughput', page: path, figure: 'body', value: answer.body.length, unit: 'bytes' });
  const bare = await startBareHttp(answer);
  try {
    await compare(path, ours, bare);
    if (path !== LIST) return;
    const cached = { ...ours, headers: { ...headers, 'if-none-match': answer.etag }, status: 304 };
    await compare(`${path} not modified`, cached, bare);
  } finally {
    bare.close();
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

// Alternating, so that other load on the machine affects both alike.
async function compare(page: string, ours: Target, bare: Target): Promise<void> {
  const pairs: [Load, Load][] = [];
  await put(ours, 1);
  await put(bare, 1);
  for (let pair = 0; pair < PAIRS; pair += 1)
    pairs.push([await put(ours, SECONDS), await put(bare, SECONDS)]);
  for (const [name, key, unit] of [
    ['requests', 'requestsPerSecond', 'per_second'],
    ['processor_time', 'processorTimePerRequest', 'ms'],
  ] as const) {
    const print = (figure: string, of: 'per_second' | 'ms' | 'ratio', values: number[]) =>
      report({ bench: 'throughput', page, figure, value: median(values), unit: of });
    print(
      name,
      unit,
      pairs.map(([one]) => one[key]),
    );
    print(
      `${name}_to_bare_http`,
      'ratio',
      pairs.map(([one, other]) => one[key] / other[key]),
    );
  }
}
