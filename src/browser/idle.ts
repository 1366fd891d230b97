import { findWaiting } from './core/offline/find.ts';

// What a page loads once it has rested, for later pages.

if (navigator.serviceWorker) void followWorker();
findWaiting().catch(() => undefined);

/**
 * Registers the service worker. Nothing is stored ahead where battery or data is saved, or where everything was just
 * cleared. Where the person has chosen to save battery since, what was stored is removed.
 */
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
