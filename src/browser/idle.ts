import { followWorker } from './connection/follow-worker.ts';
import { findWaiting } from './core/offline/find.ts';

// What a page loads once it has rested, for later pages.

if (navigator.serviceWorker) void followWorker();
findWaiting().catch(() => undefined);
