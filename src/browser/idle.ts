// What a page loads once it is idle, for later pages.

import { OFFLINE } from './core/names.ts';

if (navigator.serviceWorker) void followWorker();
findEntries().catch(() => undefined);
if (document.querySelector('[data-narrow]')) import('./list/narrow.ts').catch(() => undefined);

/** Registers the service worker, except with data saving or after clearing data; battery saving removes it. */
async function followWorker(): Promise<void> {
  const { serviceWorker, connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (document.documentElement.dataset.performance === 'battery') return removeWorker(serviceWorker);
  if (connection?.saveData || location.pathname === '/clear-data') return;
  await serviceWorker.register(`/worker.js?${BUILD.slice(0, 8)}`, { updateViaCache: 'all' });
}

async function removeWorker(serviceWorker: ServiceWorkerContainer): Promise<void> {
  for (const worker of await serviceWorker.getRegistrations()) await worker.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
}

/** Shows and sends entries without a mark: a killed browser may have written IndexedDB but not `localStorage`. */
async function findEntries(): Promise<void> {
  // Most people have no entries: avoids creating a database for them.
  const isMade = async () => (await indexedDB.databases()).some(({ name }) => name === OFFLINE);
  if (localStorage[OFFLINE] || !(await isMade())) return;
  const { allEntries } = await import('./core/offline/store.ts');
  if ((await allEntries()).length > 0) await (await import('./core/offline/queue.ts')).startQueue();
}
