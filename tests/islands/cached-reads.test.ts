import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The storage that all tabs of a browser share, and a network. */
const storage = new Map<string, string>();
const asked: string[] = [];
let refusal = 0;

/** A page of this browser: its memory is not shared. */
async function openTab() {
  vi.resetModules();
  const { read } = await import('../../src/stores/cached-reads.ts');
  const { noteChange } = await import('../../src/browser/core/session/data-version.ts');
  const { api } = await import('../../src/browser/core/request/api-client.ts');
  return { read, noteChange, api };
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-06-15T09:00:00Z') });
  storage.clear();
  storage.set('data-version', 'first');
  asked.length = 0;
  refusal = 0;
  vi.stubGlobal('document', { body: { dataset: {} } });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
  });
  vi.stubGlobal('fetch', async (path: string, options?: { method?: string }) => {
    asked.push(`${options?.method ?? 'GET'} ${path}`);
    return Response.json(
      { data: { number: asked.length } },
      { status: refusal || 200, headers: { 'x-request-id': '1' } },
    );
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  ['templates', '/transactions/templates/', 30],
  ['transactions', '/transactions/', 2],
  ['suggestions', '/categories/suggestions?description=', 3],
] as const)(
  '%s at %s are fetched once within %i minutes, and again after them or a change',
  async (area, path, minutes) => {
    const { read, noteChange } = await openTab();
    const numberOf = (name: string) => read(area, `${path}${name}`);
    expect(await numberOf('a')).toEqual({ number: 1 });
    vi.advanceTimersByTime(minutes * MINUTE - 1);
    expect(await numberOf('a')).toEqual({ number: 1 });
    expect(await numberOf('b')).toEqual({ number: 2 });
    vi.advanceTimersByTime(1);
    expect(await numberOf('a')).toEqual({ number: 3 });
    noteChange();
    expect(await numberOf('a')).toEqual({ number: 4 });
  },
);

test('categories are fresh for a day', async () => {
  const { read } = await openTab();
  for (let hours = 0; hours < 24; hours++) {
    expect(await read('categories', '/categories')).toEqual({ number: 1 });
    vi.advanceTimersByTime(HOUR);
  }
  expect(await read('categories', '/categories')).toEqual({ number: 2 });
});

test('a page of analytics is fetched again after five minutes, a change, or a refusal', async () => {
  const { read, noteChange } = await openTab();
  const address = 'http://localhost/analytics';
  const fetchPage = async (): Promise<number> => {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(String(answer.status));
    return (await answer.json()).data.number;
  };
  const numberOf = () => read('analytics', address, fetchPage);
  expect(await numberOf()).toBe(1);
  vi.advanceTimersByTime(5 * MINUTE - 1);
  expect(await numberOf()).toBe(1);
  vi.advanceTimersByTime(1);
  expect(await numberOf()).toBe(2);
  noteChange();
  refusal = 404;
  await expect(numberOf()).rejects.toThrow('404');
  refusal = 0;
  expect(await numberOf()).toBe(4);
});

test('without an answer, one that is no longer fresh is used for half an hour', async () => {
  const { read } = await openTab();
  await read('transactions', '/transactions/a');
  await vi.advanceTimersByTimeAsync(32 * MINUTE);
  refusal = 503;
  const again = read('transactions', '/transactions/a');
  await vi.advanceTimersByTimeAsync(3000);
  expect(await again).toEqual({ number: 1 });
  refusal = 404;
  await expect(read('transactions', '/transactions/a')).rejects.toMatchObject({ status: 404 });

  refusal = 0;
  await read('transactions', '/transactions/b');
  await vi.advanceTimersByTimeAsync(32 * MINUTE + 1);
  refusal = 503;
  const late = expect(read('transactions', '/transactions/b')).rejects.toMatchObject({ status: 503 });
  await vi.advanceTimersByTimeAsync(3000);
  await late;
});

test('an answer that was not used for two hours is removed from the cache', async () => {
  const { read } = await openTab();
  await read('categories', '/categories');
  vi.advanceTimersByTime(2.5 * HOUR + 1);
  expect(await read('categories', '/categories')).toEqual({ number: 2 });
});

test('of more than 500 answers the longest unused is removed', async () => {
  const { read } = await openTab();
  for (let number = 0; number < 500; number++) await read('categories', `/categories/${number}`);
  await read('categories', '/categories/0');
  await read('categories', '/categories/more');
  asked.length = 0;
  await read('categories', '/categories/0');
  expect(asked).toEqual([]);
  await read('categories', '/categories/1');
  expect(asked).toEqual(['GET /api/v1/categories/1']);
});

test.each([200, 400])(
  'after a change that was answered with %i everything is fetched again',
  async (status) => {
    const { read, api } = await openTab();
    await read('transactions', '/transactions/a');
    await read('categories', '/categories');
    refusal = status === 200 ? 0 : status;
    await api('/transactions/expense', { method: 'POST', body: {} }).catch(() => {});
    refusal = 0;
    asked.length = 0;
    await read('transactions', '/transactions/a');
    await read('categories', '/categories');
    expect(asked).toEqual(['GET /api/v1/transactions/a', 'GET /api/v1/categories']);
  },
);

test('a change in another tab counts as well, also while a request is in progress', async () => {
  const here = await openTab();
  const there = await openTab();
  const underWay = here.read('transactions', '/transactions/a');
  there.noteChange();
  await underWay;
  expect(await here.read('transactions', '/transactions/a')).toEqual({ number: 2 });
  expect(await here.read('transactions', '/transactions/a')).toEqual({ number: 2 });
});

test('while a form is being sent nothing is cached, nor after signing out', async () => {
  const { read } = await openTab();
  await read('transactions', '/transactions/a');
  storage.clear();
  expect(await read('transactions', '/transactions/a')).toEqual({ number: 2 });
  expect(await read('transactions', '/transactions/a')).toEqual({ number: 3 });
});

test('a failed request is repeated after one second and two, and by the next call', async () => {
  const { read } = await openTab();
  refusal = 500;
  const failed = expect(read('transactions', '/transactions/a')).rejects.toMatchObject({ status: 500 });
  for (const [time, count] of [
    [999, 1],
    [1, 2],
    [1999, 2],
    [1, 3],
    [HOUR, 3],
  ] as const) {
    await vi.advanceTimersByTimeAsync(time);
    expect(asked).toHaveLength(count);
  }
  await failed;
  refusal = 0;
  expect(await read('transactions', '/transactions/a')).toEqual({ number: 4 });
});

test('a refused request is not repeated', async () => {
  const { read } = await openTab();
  refusal = 409;
  await expect(read('transactions', '/transactions/a')).rejects.toMatchObject({ status: 409 });
  expect(asked).toHaveLength(1);
});
