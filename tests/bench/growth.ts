import { Agent, request } from 'node:http';
import type { HouseholdRow } from '../../scripts/demo/household.ts';
import { plusDays } from '../../src/domain/calendar.ts';
import { median, report } from './figures.ts';
import { type House, openHouse } from './house.ts';

const SIZES = [1000, 100_000, 1_000_000];
const SEARCH_SIZES = [1000, 100_000];
const ROUNDS = 150;
const ROWS_A_PAGE = 50;

interface Question {
  page: string;
  method: 'GET' | 'POST';
  path(size: number): string;
  body?: string;
  /** Fewer rounds for what takes long. */
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
  get('/api/v1/transactions search', () => '/api/v1/transactions?search=%D7%A7%D7%A4%D7%94', 30),
  get('/api/v1/transactions/search', () => '/api/v1/transactions/search?q=%D7%A7%D7%A4%D7%94', 30),
  {
    page: '/api/v1/transactions/expense',
    method: 'POST',
    path: () => '/api/v1/transactions/expense',
    body: PURCHASE,
  },
];

const SOUGHT = {
  half: 'everyother',
  tenth: 'everytenth',
  'tenth in Hebrew': 'עשירית',
  'tenth in parts of words': 'veryten',
  rare: 'number777',
  'half and tenth': 'everyother everytenth',
};

// A vocabulary as large as the table, and words that half of it or a tenth have; Hebrew ones with letters before them.
function dressed(row: HouseholdRow, place: number): HouseholdRow {
  const words = [row.description, `number${place}x`];
  if (place % 2 === 0) words.push('everyother');
  if (place % 10 < 1) words.push(place % 3 === 0 ? 'everytenths' : 'everytenth');
  if (place % 10 > 8) words.push(['עשירית', 'בעשירית', 'העשירית'][place % 3] ?? '');
  return { ...row, description: words.join(' ') };
}

// A first time adds everything up, because nobody has asked from that day before; a later one finds it added up.
const SEARCHES: Question[] = Object.entries(SOUGHT).flatMap(([name, words]) => {
  const search = `search=${encodeURIComponent(words)}`;
  return [
    get(
      `search for ${name}, first time`,
      () => `/api/v1/transactions?${search}&dateFrom=${unaskedDay()}`,
      60,
    ),
    get(`search for ${name}, again`, () => `/api/v1/transactions?${search}`, 60),
    get(`short search for ${name}`, () => `/api/v1/transactions/search?q=${encodeURIComponent(words)}`, 60),
  ];
});

let days = 0;

function unaskedDay(): string {
  days += 1;
  return plusDays('1900-01-01', days);
}

/** How the time of an answer grows with how much somebody has recorded. */
export async function measureGrowth(): Promise<void> {
  await measure(QUESTIONS, SIZES, (size) => openHouse(size));
  await measure(SEARCHES, SEARCH_SIZES, (size) => openHouse(size, dressed));
}

async function measure(questions: Question[], sizes: number[], open: (size: number) => Promise<House>) {
  const houses: House[] = [];
  try {
    for (const size of sizes) houses.push(await open(size));
    for (const question of questions) await ask(question, houses, sizes);
  } finally {
    for (const house of houses) await house.close();
  }
}

// Interleaved, so that whatever else the machine does meets all sizes alike.
async function ask(question: Question, houses: House[], sizes: number[]): Promise<void> {
  const times = sizes.map((): number[] => []);
  const rounds = question.rounds ?? ROUNDS;
  for (let round = -Math.ceil(rounds / 5); round < rounds; round += 1) {
    for (const [index, house] of houses.entries()) {
      const time = await timeOf(house, question, sizes[index] ?? 0);
      // The first rounds warm up.
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

let asked = 0;

// An address that nobody has asked before: no page of it can have been kept.
function neverKept(address: string): string {
  asked += 1;
  return `${address}${address.includes('?') ? '&' : '?'}asked=${asked}`;
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Milliseconds until the last byte. @throws Error when the answer is no success */
function timeOf({ server, cookie }: House, { method, path, body }: Question, size: number): Promise<number> {
  const address = method === 'GET' ? neverKept(server.url + path(size)) : server.url + path(size);
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
