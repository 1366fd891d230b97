import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type FaultyProxy, startFaultyProxy } from '../../support/faulty-proxy.ts';

const plainFetch = fetch;
const storage = new Map<string, string>();
const visited: string[] = [];
const outcomes: (string | null)[] = [];

let line: FaultyProxy;
let client: typeof import('../../../src/browser/core/request/api-client.ts');
let raw: typeof import('../../../src/browser/core/request/request.ts');

beforeAll(async () => {
  line = await startFaultyProxy();
});

afterAll(() => line.close());

beforeEach(async () => {
  vi.resetModules();
  for (const list of [line.faults, line.asked, line.meantFor, visited, outcomes]) list.length = 0;
  storage.clear();
  line.answer = { status: 200, body: { data: { ok: true } } };
  const leave = (address: string) => visited.push(address);
  vi.stubGlobal('location', {
    pathname: '/transactions',
    search: '?type=income',
    assign: leave,
    replace: leave,
  });
  const area = {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
    clear: () => storage.clear(),
  };
  vi.stubGlobal('localStorage', area);
  vi.stubGlobal('sessionStorage', area);
  vi.stubGlobal('window', {});
  vi.stubGlobal('document', { body: { dataset: { session: 'ann 1 2 USER' } } });
  // The browser knows where the page came from.
  vi.stubGlobal('fetch', (path: string, options: RequestInit) =>
    plainFetch(new URL(path, line.url), options),
  );
  // Pauses are over at once; their lengths are tested apart.
  const later = setTimeout;
  vi.stubGlobal('setTimeout', (work: () => void, pause: number, ...given: unknown[]) =>
    later(work, [1000, 2000].includes(pause) ? 0 : pause, ...given),
  );
  raw = await import('../../../src/browser/core/request/request.ts');
  client = await import('../../../src/browser/core/request/api-client.ts');
  vi.stubGlobal('dispatchEvent', ({ detail }: CustomEvent) => outcomes.push(detail));
});

afterEach(() => vi.unstubAllGlobals());

test('a change says for whom it is meant', async () => {
  await client.api('/balance');
  await client.api('/transactions/expense', {
    method: 'POST',
    body: {},
    headers: { 'Idempotency-Key': 'one' },
  });
  expect(line.meantFor).toEqual([undefined, 'ann']);
});

describe('a read', () => {
  test.each([
    ['cut', 'network'],
    ['half', 'network'],
    ['garbage', 'network'],
    [502, 'server'],
    ['away', 'server'],
  ] as const)('is sent again after %s', async (fault, failure) => {
    line.faults.push(fault, fault);
    expect(await client.api('/balance')).toEqual({ ok: true });
    expect(line.asked).toHaveLength(3);
    expect(outcomes).toEqual([failure, failure, null]);
  });

  test.each([
    ['cut', { status: 0, code: 'NETWORK_ERROR' }],
    ['half', { status: 0, code: 'NETWORK_ERROR' }],
    ['garbage', { status: 0, code: 'NETWORK_ERROR' }],
    [500, { status: 500, code: 'BROKEN', message: 'Broken.' }],
  ] as const)('is given up after three times %s', async (fault, error) => {
    line.faults.push(fault, fault, fault);
    await expect(client.api('/balance')).rejects.toMatchObject(error);
    expect(line.asked).toHaveLength(3);
  });

  test.each([400, 403, 404, 409, 429])('is not repeated after a refusal: %i', async (status) => {
    line.faults.push(status);
    await expect(client.api('/balance')).rejects.toMatchObject({ status });
    expect(line.asked).toHaveLength(1);
    expect(outcomes).toEqual(['client']);
  });

  test('that the worker answers from its store shows that there is no line', async () => {
    line.faults.push('stored');
    expect(await client.api('/categories')).toEqual({ ok: 'before' });
    expect(line.asked).toHaveLength(1);
    expect(outcomes).toEqual(['network']);
  });

  test('is not repeated before the time that the server names', async () => {
    line.faults.push('later');
    await expect(client.api('/balance')).rejects.toMatchObject({ status: 503, code: 'LATER' });
    expect(line.asked).toHaveLength(1);
    expect(outcomes).toEqual(['client']);
  });

  test('without an answer in time is given up, all attempts together', async () => {
    line.faults.push('cut', 'silence');
    const asked = raw.request('/balance', { tries: 3, timeout: 300 });
    await expect(asked).rejects.toMatchObject({ status: 0, code: 'TIMEOUT_ERROR' });
    expect(line.asked).toHaveLength(2);
    expect(outcomes).toEqual(['network', 'timeout']);
  });

  test('that somebody gives up is no failure', async () => {
    line.faults.push('silence');
    const giving = new AbortController();
    const asked = raw.request('/balance', { tries: 3, signal: giving.signal });
    giving.abort();
    await expect(asked).rejects.toMatchObject({ status: 0 });
    expect(outcomes).toEqual([]);
  });

  test('may have an answer without an envelope', async () => {
    line.answer = { status: 200, body: { rates: [] } };
    expect(await client.api('/rates')).toEqual({ rates: [] });
  });
});

describe('a change', () => {
  const body = { amount: 1 };

  test('is not sent twice without a key', async () => {
    line.faults.push('half');
    await expect(client.api('/transactions/expense', { method: 'POST', body })).rejects.toMatchObject({
      code: 'NETWORK_ERROR',
    });
    expect(line.asked).toEqual(['POST /api/v1/transactions/expense']);
  });

  test('with a key is sent once more, with the same key', async () => {
    line.faults.push('half', 'cut');
    const headers = { 'Idempotency-Key': 'one' };
    const posted = client.api('/transactions/expense', { method: 'POST', body, headers });
    await expect(posted).rejects.toMatchObject({ code: 'NETWORK_ERROR' });
    expect(line.asked).toEqual(Array(2).fill('POST /api/v1/transactions/expense one'));
  });
});

describe('the line counts as cut', () => {
  test.each([
    ['cut', true],
    ['away', true],
    [502, false],
    ['later', false],
  ] as const)('after %s: %s', async (fault, expected) => {
    line.faults.push(fault, fault, fault);
    const error = await client.api('/balance').catch((thrown) => thrown);
    const { isCut } = await import('../../../src/browser/core/request/failures.ts');
    expect(isCut(error)).toBe(expected);
  });
});

describe('a refused token', () => {
  test('is renewed once, and the request sent again', async () => {
    line.faults.push(401);
    expect(await client.api('/balance')).toEqual({ ok: true });
    expect(line.asked).toEqual([
      'GET /api/v1/balance',
      'POST /api/v1/users/refresh-token',
      'GET /api/v1/balance',
    ]);
    line.faults.push(401, 200, 401);
    await expect(client.api('/balance')).rejects.toMatchObject({ status: 401 });
    expect(outcomes.slice(-3)).toEqual(['auth', null, 'auth']);
  });

  test('that cannot be renewed ends the session once, with the way back', async () => {
    line.faults.push(401, 401, 401, 401);
    void client.api('/balance');
    void client.api('/categories');
    await vi.waitFor(() => expect(visited).toHaveLength(1));
    expect(visited[0]).toBe('/login?expired=1&return=%2Ftransactions%3Ftype%3Dincome');
  });

  test('stays when the line fails meanwhile', async () => {
    line.faults.push(401, 'cut');
    await expect(client.api('/balance')).rejects.toMatchObject({ status: 0, code: 'NETWORK_ERROR' });
    expect(visited).toEqual([]);
  });
});

test.each([
  ['USER_BLOCKED', 403, { reason: 'Spam' }, '/blocked?reason=Spam&expires_at='],
  ['MAINTENANCE_MODE', 503, undefined, '/maintenance?return=%2Ftransactions%3Ftype%3Dincome'],
])('%s leads to its page', async (code, status, details, page) => {
  line.answer = { status, body: { success: false, error: { code, message: 'x', details } } };
  void client.api('/balance', { method: 'PUT' });
  await vi.waitFor(() => expect(visited).toEqual([page]));
});

test('pauses grow to four seconds, and to ten while the server has never answered', async () => {
  const { pauseAfter } = await import('../../../src/browser/core/request/attempts.ts');
  const sent = [1, 2, 3, 4, 5, 6];
  expect(sent.map((times) => pauseAfter(times))).toEqual([1000, 2000, 4000, 4000, 4000, 4000]);
  expect(sent.map((times) => pauseAfter(times, true))).toEqual([1000, 2000, 4000, 8000, 10_000, 10_000]);
});
