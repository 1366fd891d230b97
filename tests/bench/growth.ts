import { Agent, request } from 'node:http';
import { median, report } from './figures.ts';
import { type HouseholdServer, startHouseholdServer } from './household-server.ts';

const SIZES = [1000, 100_000, 1_000_000];
const ROUNDS = 150;
const ROWS_A_PAGE = 50;

interface Question {
  page: string;
  method: 'GET' | 'POST';
  path(size: number): string;
  body?: string;
  /** Fewer rounds for slow ones. */
  rounds?: number;
}

const pages = (size: number) => Math.ceil(size / ROWS_A_PAGE);
const get = (page: string, path: (size: number) => string = () => page, rounds = ROUNDS): Question => ({
  page,
  method: 'GET',
  path,
  rounds,
});

const PURCHASE = JSON.stringify({ amount: 12.34, description: 'Coffee', date: today() });

const QUESTIONS: Question[] = [
  get('/'),
  get('/transactions'),
  get('/transactions middle', (size) => `/transactions?page=${Math.ceil(pages(size) / 2)}`),
  get('/transactions last', (size) => `/transactions?page=${pages(size)}`),
  get('/api/v1/transactions'),
  get('/api/v1/transactions middle', (size) => `/api/v1/transactions?page=${Math.ceil(pages(size) / 2)}`),
  get('/api/v1/transactions last', (size) => `/api/v1/transactions?page=${pages(size)}`),
  get('/api/v1/transactions/balance'),
  get('/api/v1/transactions/dashboard'),
  get('/analytics'),
  get('/api/v1/analytics/dashboard/summary'),
  get('/api/v1/analytics/user'),
  {
    page: '/api/v1/transactions/expense',
    method: 'POST',
    path: () => '/api/v1/transactions/expense',
    body: PURCHASE,
  },
];

export async function measureGrowth(): Promise<void> {
  const households: HouseholdServer[] = [];
  try {
    for (const size of SIZES) households.push(await startHouseholdServer(size));
    for (const question of QUESTIONS) await ask(question, households, SIZES);
  } finally {
    for (const household of households) await household.close();
  }
}

// Interleaved, so that other load on the machine affects all sizes alike.
async function ask(question: Question, households: HouseholdServer[], sizes: number[]): Promise<void> {
  const times = sizes.map((): number[] => []);
  const rounds = question.rounds ?? ROUNDS;
  for (let round = -Math.ceil(rounds / 5); round < rounds; round += 1) {
    for (const [index, household] of households.entries()) {
      const time = await timeOf(household, question, sizes[index] ?? 0);
      if (round >= 0) times[index]?.push(time);
    }
  }
  const medians = times.map(median);
  for (const [index, size] of sizes.entries()) {
    const value = medians[index] ?? Number.NaN;
    report({ bench: 'growth', page: question.page, figure: `time_at_${size}`, value, unit: 'ms' });
    if (index === 0) continue;
    const ratio = value / (medians[0] ?? Number.NaN);
    report({ bench: 'growth', page: question.page, figure: `ratio_at_${size}`, value: ratio, unit: 'ratio' });
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Milliseconds until the last byte. @throws Error when the answer is not a success */
function timeOf(
  { server, cookie }: HouseholdServer,
  { method, path, body }: Question,
  size: number,
): Promise<number> {
  const address = server.url + path(size);
  const headers = { cookie, origin: server.url, ...(body ? { 'content-type': 'application/json' } : {}) };
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const call = request(address, { method, headers, agent }, (response) => {
      const { statusCode = 0 } = response;
      if (statusCode >= 300) reject(new Error(`${method} ${path(size)} answers ${statusCode}.`));
      response.resume();
      response.on('end', () => resolve(performance.now() - started));
      response.on('error', reject);
    });
    call.on('error', reject);
    call.end(body);
  });
}

function today(): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Jerusalem' }).format(new Date());
}
