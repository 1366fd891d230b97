import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storedPage, storePage, storeShell, wakingPage } from '../../../src/worker/cache-storage.ts';
import { caches, HOME, nameOf, stores } from '../../support/browser-caches.ts';

const ENTRY = `${HOME}/transactions/new`;
const KEY = '01890000-0000-7000-8000-000000000001';

const answers = new Map<string, () => Response>();

beforeEach(() => {
  stores.clear();
  answers.clear();
  vi.stubGlobal('caches', caches);
  vi.stubGlobal(
    'Request',
    class {
      url: string;
      constructor(path: string) {
        this.url = nameOf(path);
      }
    },
  );
  vi.stubGlobal(
    'fetch',
    async (what: string | Request) => answers.get(nameOf(what))?.() ?? new Response('file'),
  );
});

afterEach(() => vi.unstubAllGlobals());

const page = (html: string) =>
  new Response(
    `<html lang="en"><body data-session="person 1 ${Date.now() + 60_000} user">${html}<i data-toasts></i>`,
  );

test('each form of a stored page gets a key that was never sent', async () => {
  const form = `<input type="hidden" name="_key" value="${KEY}"/><astro-island props="${KEY}"></astro-island>`;
  await storePage(ENTRY, page(form));
  const shown = await Promise.all([storedPage(ENTRY), storedPage(ENTRY)]);
  const keys = await Promise.all(
    shown.map(async (each) =>
      [...((await each?.text()) ?? '').matchAll(/(?:value|props)="([^"]*)"/g)].map(([, key]) => key),
    ),
  );
  const [first, second] = keys.map((each) => new Set(each));
  expect([first?.size, second?.size]).toEqual([1, 1]);
  expect(new Set([...(first ?? []), ...(second ?? []), KEY]).size).toBe(3);
});

test('a page that is shown from the store says from when it is, the page that waits does not', async () => {
  await storePage(ENTRY, page('seen'));
  answers.set(`${HOME}/server-waking`, () => new Response('<html lang="en">waking'));
  await storeShell([], ['en']);
  expect(await (await storedPage(ENTRY))?.text()).toMatch(/<html data-seen="\d+"/);
  expect(await (await wakingPage(['en']))?.text()).toBe('<html lang="en">waking');
});

test('without the page that waits nothing is installed', async () => {
  answers.set(`${HOME}/server-waking`, () => new Response('', { status: 503 }));
  await expect(storeShell([], ['en'])).rejects.toThrow('503');
});

test('files of the current version are the last to be trimmed', async () => {
  answers.set(`${HOME}/server-waking`, () => new Response('<html lang="en">'));
  await storeShell(['/_astro/current.js', '/_astro/former.js'], ['en']);
  await storeShell(['/_astro/current.js'], ['en']);
  expect([...(stores.get('files')?.keys() ?? [])]).toEqual([
    `${HOME}/_astro/former.js`,
    `${HOME}/_astro/current.js`,
  ]);
});
