import 'fake-indexeddb/auto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addEntry, allEntries, deleteEntries } from '../../../src/browser/core/offline/store.ts';

const listeners = new Map<string, (event: { waitUntil(work: Promise<unknown>): void }) => void>();
const asked: string[] = [];
let isDown = true;

beforeAll(async () => {
  vi.stubGlobal('self', {
    addEventListener: (kind: string, listener: never) => listeners.set(kind, listener),
    location: { origin: 'https://home.example' },
  });
  vi.stubGlobal('SHELL', []);
  vi.stubGlobal('caches', { keys: async () => ['files', 'seen one user'] });
  vi.stubGlobal('fetch', async (path: string, { headers }: { headers: Record<string, string> }) => {
    if (isDown) throw new TypeError('Failed to fetch');
    if (path === '/health') return new Response('', { headers: { 'x-request-id': '1' } });
    asked.push(`${headers['for-person']} ${headers['idempotency-key']}`);
    const body = JSON.stringify({ data: { transaction: { id: 'x', type: 'expense' } } });
    return new Response(body, { status: 201, headers: { 'x-request-id': '1' } });
  });
  await deleteEntries();
  // Another file's tests may have started it already.
  vi.resetModules();
  await import('../../../src/worker/worker.ts');
});

afterAll(() => vi.unstubAllGlobals());

/** What the browser does when it sees a line; rejected, it calls again. */
async function sync(): Promise<void> {
  const works: Promise<unknown>[] = [];
  listeners.get('sync')?.({ waitUntil: (work) => works.push(work) });
  await Promise.all(works);
}

test('the worker sends what waits of the person whose pages it has stored, and asks to be called again', async () => {
  const act = { kind: 'add', body: { type: 'expense', amount: 1 } } as const;
  await addEntry({ act, key: 'mine', person: 'one', madeAt: 0 });
  await addEntry({ act, key: 'theirs', person: 'two', madeAt: 0 });
  await expect(sync()).rejects.toThrow();
  isDown = false;
  await sync();
  expect(asked).toEqual(['one mine']);
  expect(await allEntries()).toMatchObject([{ key: 'theirs' }]);
});
