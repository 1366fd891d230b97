import type { Vital } from '../domain/instance/schema.ts';

interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
}

interface Interaction extends PerformanceEntry {
  interactionId?: number;
}

/** Shifts within a second of each other, and within five seconds, count as one (web.dev/cls). */
const SHIFT_PAUSE = 1000;
const SHIFT_WINDOW = 5000;
/** Of every fifty interactions, the slowest is left out (web.dev/inp). */
const OUTLIERS = 50;

// Whoever loads this measures the page: from its beginning until it is left or hidden for the first time.
measureVitals();

function measureVitals(): void {
  // What is not seen is drawn late, or never.
  const hidden = performance.getEntriesByType('visibility-state').some(({ name }) => name === 'hidden');
  if (hidden || document.visibilityState === 'hidden') return;
  const figures: Partial<Record<Vital['name'], number>> = {};
  const longest = new Map<number, number>();
  let shifts = { first: 0, last: 0, sum: 0 };
  const takeRemaining = [
    observe<PerformanceNavigationTiming>('navigation', ({ responseStart }) => {
      if (responseStart > 0) figures.TTFB = responseStart;
    }),
    observe('paint', ({ name, startTime }) => {
      if (name === 'first-contentful-paint') figures.FCP = startTime;
    }),
    observe('largest-contentful-paint', ({ startTime }) => {
      figures.LCP = startTime;
    }),
    observe<LayoutShift>('layout-shift', ({ startTime, value, hadRecentInput }) => {
      if (hadRecentInput) return;
      const { first, last, sum } = shifts;
      const belongs = startTime - last < SHIFT_PAUSE && startTime - first < SHIFT_WINDOW;
      shifts = belongs
        ? { first, last: startTime, sum: sum + value }
        : { first: startTime, last: startTime, sum: value };
      figures.CLS = Math.max(figures.CLS ?? 0, shifts.sum);
    }),
    observe<Interaction>('event', ({ interactionId, duration }) => {
      if (interactionId) longest.set(interactionId, Math.max(longest.get(interactionId) ?? 0, duration));
    }),
  ];
  if (PerformanceObserver.supportedEntryTypes.includes('layout-shift')) figures.CLS = 0;

  const send = () => {
    removeEventListener('pagehide', send);
    document.removeEventListener('visibilitychange', send);
    for (const take of takeRemaining) take();
    const durations = [...longest.values()].sort((one, other) => other - one);
    const interaction = durations[Math.floor(durations.length / OUTLIERS)];
    if (interaction !== undefined) figures.INP = interaction;
    const metrics = Object.entries(figures).map(([name, value]) => ({
      name,
      value: Math.round(value * 1000) / 1000,
      path: location.pathname,
    }));
    const report = new Blob([JSON.stringify({ metrics })], { type: 'application/json' });
    if (metrics.length > 0) navigator.sendBeacon('/api/v1/performance/web-vitals', report);
  };
  addEventListener('pagehide', send);
  document.addEventListener('visibilitychange', send);
}

/** Takes what has happened and what will; the returned function takes what the browser has not handed over yet. */
function observe<Entry extends PerformanceEntry>(type: string, take: (entry: Entry) => void): () => void {
  const takeAll = (entries: PerformanceEntry[]) => {
    for (const entry of entries) take(entry as Entry);
  };
  if (!PerformanceObserver.supportedEntryTypes.includes(type)) return () => {};
  const observer = new PerformanceObserver((list) => takeAll(list.getEntries()));
  // Events below 40 ms are no delay that anybody feels.
  observer.observe({ type, buffered: true, durationThreshold: 40 } as PerformanceObserverInit);
  return () => takeAll(observer.takeRecords());
}
