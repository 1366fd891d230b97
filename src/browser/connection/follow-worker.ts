/**
 * Registers the service worker. Whoever saves battery or data has nothing stored ahead (specification, section 4), nor who
 * has just cleared all; whoever has chosen to save battery since has nothing stored any more.
 */
export async function followWorker(): Promise<void> {
  const { serviceWorker, connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (document.documentElement.dataset.performance === 'battery') return removeWorker(serviceWorker);
  if (connection?.saveData || location.pathname === '/clear-data') return;
  await serviceWorker.register(`/worker.js?${BUILD.slice(0, 8)}`, { updateViaCache: 'all' });
}

async function removeWorker(serviceWorker: ServiceWorkerContainer): Promise<void> {
  for (const worker of await serviceWorker.getRegistrations()) await worker.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
}
