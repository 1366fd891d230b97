import { followWorker } from './connection/follow-worker.ts';
import { findWaiting } from './core/offline/find.ts';

// What a page loads once it has rested, for later pages and for those who run the instance.

/** The share of the views of members that are measured. */
const SAMPLE = 0.1;

if (navigator.serviceWorker) void followWorker();
findWaiting().catch(() => undefined);
if (isMeasured()) void import('./vitals.ts');

// What machines see says nothing about people.
function isMeasured(): boolean {
  const { connection, webdriver } = navigator as Navigator & { connection?: { saveData?: boolean } };
  const { dataset } = document.documentElement;
  if (webdriver || connection?.saveData || dataset.performance === 'battery') return false;
  return Boolean(document.body.dataset.session) && Math.random() < SAMPLE;
}
