import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const storage = new Map<string, string>();
const visited: string[] = [];
const answer = { hasId: true, status: 200 };
const listeners = new Map<string, () => void>();

/** What the page says without a connection, and otherwise. */
const heading = { textContent: 'Waking up', dataset: { wakingOffline: 'You are offline' } };
const STARTING = 'The first answer takes its time';
const tries = { hidden: true, textContent: STARTING, dataset: { unreached: 'Not reached' } };
const page = {
  querySelector: (selector: string) => (selector === '[data-waking-tries]' ? tries : null),
  querySelectorAll: () => [heading],
};

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-06-15T09:00:00Z') });
  storage.clear();
  visited.length = 0;
  Object.assign(answer, { hasId: true, status: 200 });
  tries.textContent = STARTING;
  vi.stubGlobal('document', { hidden: false, querySelector: () => page });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('addEventListener', (kind: string, listener: () => void) => listeners.set(kind, listener));
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
  });
  vi.stubGlobal('fetch', async () => ({
    status: answer.status,
    headers: new Headers(answer.hasId ? { 'x-request-id': 'one' } : {}),
  }));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Opens the page that waits, and lets so many milliseconds pass. */
async function openFor(milliseconds: number, back = '/analytics'): Promise<void> {
  const search = `?${new URLSearchParams({ return: back })}`;
  const replace = (address: string) => visited.push(address);
  vi.stubGlobal('location', { search, origin: 'https://home.example', replace });
  vi.resetModules();
  await import('../../../src/browser/connection/waking-page.ts');
  await vi.advanceTimersByTimeAsync(milliseconds);
}

test('leads at once to the page that was asked for, when the server answers', async () => {
  await openFor(0);
  expect(visited).toEqual(['/analytics']);
});

test('asks again until the server answers', async () => {
  answer.hasId = false;
  await openFor(2999);
  answer.hasId = true;
  await vi.advanceTimersByTimeAsync(1);
  expect(visited).toEqual(['/analytics']);
});

test('says that a server starts only where something answers for it', async () => {
  answer.hasId = false;
  await openFor(500);
  expect(tries.textContent).toBe('Not reached');
  answer.status = 502;
  await vi.advanceTimersByTimeAsync(2000);
  expect(tries.textContent).toBe(STARTING);
});

test('pauses for a page that leads back, and leaves it after three times', async () => {
  await openFor(0);
  await openFor(999);
  expect(visited).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(visited).toHaveLength(2);
  await openFor(2000);
  expect(visited).toHaveLength(3);
  await openFor(50_000);
  expect(visited).toHaveLength(3);
});

test('counts anew for another page, and after a minute', async () => {
  for (let count = 0; count < 3; count++) await openFor(2000);
  await openFor(0, '/transactions');
  expect(visited.at(-1)).toBe('/transactions');
  for (let count = 0; count < 3; count++) await openFor(2000);
  await vi.advanceTimersByTimeAsync(60_000);
  const before = visited.length;
  await openFor(0);
  expect(visited).toHaveLength(before + 1);
});

test('says that one is offline, not that a server wakes up, until the connection is back', async () => {
  const connection = { onLine: false };
  vi.stubGlobal('navigator', connection);
  await openFor(5000);
  expect(heading.textContent).toBe('You are offline');
  expect(tries.hidden).toBe(true);
  expect(visited).toEqual([]);
  connection.onLine = true;
  listeners.get('online')?.();
  expect(heading.textContent).toBe('Waking up');
  expect(tries.hidden).toBe(false);
});
