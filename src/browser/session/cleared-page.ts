import { forgetSession } from '../core/session/session-marker.ts';

// Browsers clear storage for the server on https only. This page is the answer to a confirmed form, never to a link.
if (document.querySelector('[data-cleared]')) void clear();

async function clear(): Promise<void> {
  forgetSession();
  for (const { name } of (await indexedDB.databases?.()) ?? []) if (name) indexedDB.deleteDatabase(name);
  for (const worker of (await navigator.serviceWorker?.getRegistrations()) ?? []) await worker.unregister();
  if ('caches' in window) for (const name of await caches.keys()) await caches.delete(name);
}
