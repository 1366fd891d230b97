import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { caches, HOME, stores } from '../../support/browser-caches.ts';

interface Asked {
  method?: string;
  mode?: string;
  headers?: Record<string, string>;
}

const listeners = new Map<string, (event: object) => void>();
const told: string[] = [];
const tabs: { name: string; focused: boolean }[] = [];
let serve: () => Promise<Response>;

beforeEach(async () => {
  listeners.clear();
  stores.clear();
  told.length = 0;
  tabs.length = 0;
  serve = async () => page('person', 'user', 'fresh');
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('fetch', () => serve());
  vi.stubGlobal('SHELL', []);
  vi.stubGlobal('self', {
    location: new URL(HOME),
    addEventListener: (kind: string, listener: (event: object) => void) => listeners.set(kind, listener),
    skipWaiting: async () => void told.push('takes over'),
    registration: { waiting: { postMessage: (message: string) => told.push(`next: ${message}`) } },
    clients: {
      matchAll: async () =>
        tabs.map(({ name, focused }) => ({
          focused,
          postMessage: (failure: string) => told.push(`${name}: ${failure}`),
        })),
    },
  });
  vi.resetModules();
  await import('../../../src/worker/worker.ts');
});

afterEach(() => vi.unstubAllGlobals());

function page(person: string, role: string, html: string, status = 200): Response {
  const session = person ? ` data-session="${person} 1 ${Date.now() + 60_000} ${role}"` : '';
  return new Response(`<html lang="en"><body${session}>${html}<i data-toasts></i>`, {
    status,
    headers: { 'content-type': 'text/html', 'x-request-id': 'one' },
  });
}

/** Asks as a browser does; the text of the worker's answer, or undefined if it leaves the request to the browser. */
async function ask(path: string, { method = 'GET', mode = 'navigate', headers = {} }: Asked = {}) {
  const found: { answer?: Promise<Response> } = {};
  const stored: Promise<unknown>[] = [];
  listeners.get('fetch')?.({
    request: { url: HOME + path, method, mode, headers: new Headers(headers), referrer: '' },
    respondWith: (answer: Promise<Response>) => Object.assign(found, { answer }),
    waitUntil: (work: Promise<unknown>) => stored.push(work),
  });
  const answer = await found.answer;
  await Promise.all(stored);
  const isStored = answer?.status === 203;
  return answer && { status: answer.status, text: await answer.text(), isStored };
}

const away = () => Promise.reject(new TypeError('Failed to fetch'));
const seen = () => [...stores.keys()].filter((name) => name.startsWith('seen'));

test('a new version takes over when a page is left, never while it is used', async () => {
  listeners.get('install')?.({ waitUntil: () => {} });
  await ask('/_astro/part.js', { mode: 'cors' });
  await ask('/api/v1/balance', { mode: 'cors' });
  expect(told).toEqual([]);
  await ask('/transactions');
  expect(told).toEqual(['next: take over']);
  listeners.get('message')?.({ data: 'take over' });
  expect(told.at(-1)).toBe('takes over');
});

test('a page that was seen is never shown while the server answers', async () => {
  serve = async () => page('person', 'user', 'of the former version');
  await ask('/transactions');
  serve = async () => page('person', 'user', 'of the new version');
  expect((await ask('/transactions'))?.text).toContain('of the new version');
  serve = away;
  expect((await ask('/transactions'))?.text).toContain('of the new version');
});

test('forms with files, and downloads, pass by the worker', async () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  expect(await ask('/profile/picture', { method: 'POST', headers })).toBeUndefined();
  expect(await ask('/export/download?format=csv')).toBeUndefined();
  expect(await ask('/transactions/new', { method: 'POST' })).toBeDefined();
});

test('a form that could not be sent is told to the tab that has the focus alone', async () => {
  tabs.push({ name: 'behind', focused: false }, { name: 'in front', focused: true });
  serve = away;
  expect(await ask('/transactions/new', { method: 'POST' })).toMatchObject({ status: 204 });
  expect(told.filter((message) => message.endsWith('network'))).toEqual(['in front: network']);
});

test('pages are forgotten with another role, with another person, and with a block', async () => {
  await ask('/transactions');
  expect(seen()).toEqual(['seen person user']);
  serve = async () => page('person', 'admin', '');
  await ask('/categories');
  expect(seen()).toEqual(['seen person admin']);
  serve = async () => page('other', 'user', '');
  await ask('/categories');
  expect(seen()).toEqual(['seen other user']);
  serve = async () => page('', '', 'You are blocked');
  await ask('/blocked');
  expect(seen()).toEqual([]);
});

test('a stored page does not say again what was done before it', async () => {
  serve = async () => page('person', 'user', '<title data-plain="List">Done: List</title>');
  await ask('/transactions');
  serve = away;
  expect((await ask('/transactions'))?.text).toContain('<title>List</title>');
});

test('what forms need is there after ten seconds, as it was, while the server does not answer', async () => {
  const categories = () => ask('/api/v1/categories', { mode: 'cors' });
  await ask('/transactions');
  const headers = { 'x-request-id': '1' };
  serve = async () => new Response('before', { headers });
  expect(await categories()).toMatchObject({ text: 'before', isStored: false });
  vi.useFakeTimers();
  serve = () => new Promise(() => {});
  const late = categories();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await late).toMatchObject({ text: 'before', isStored: true });
  vi.useRealTimers();
  serve = async () => new Response('after', { headers });
  expect((await categories())?.text).toBe('after');
});

test('what comes too late is not read', async () => {
  vi.useFakeTimers();
  await ask('/transactions');
  const cancelled: unknown[] = [];
  const slow = new Promise<Response>((done) => {
    setTimeout(
      () => done(new Response(new ReadableStream({ cancel: () => void cancelled.push(1) }))),
      50_000,
    );
  });
  serve = () => slow;
  const asked = ask('/transactions');
  await vi.advanceTimersByTimeAsync(50_000);
  expect((await asked)?.text).toContain('fresh');
  expect(cancelled).toHaveLength(1);
  vi.useRealTimers();
});
