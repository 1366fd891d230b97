import { LRUCache } from 'lru-cache';
import type { App } from '../../app.ts';
import { withTimeout } from '../../db/with-timeout.ts';
import type { Context } from '../../domain/context.ts';
import { addressKey, LIMITS, type Limit } from '../../domain/rate-limits/limits.ts';
import { addToCounter, CLOCKS_DIFFER } from '../../domain/rate-limits/rate-limits.queries.ts';

interface Counter {
  /** How many requests of this window this process may let pass; the shared count has them already. */
  granted: number;
  used: number;
  shared: number;
  start: number;
  /** Whether nothing is left for this process until the window ends. */
  isOver: boolean;
  /** Requests at the same time wait for the same part. */
  taking: Promise<void> | null;
}

/**
 * How much a process takes at once: at most this share of what is left, and this much for each request it has let pass.
 * So there are few writes for many requests, and little stays unused, also of a process that was killed.
 */
const SHARE = 1 / 10;
const GROWTH = 2;
const COUNTERS_MAX = 10_000;

/**
 * The limit on all requests of a user or address. All processes together let no more pass than it says: each takes a
 * part of what is left from the count in the database, and then lets that many pass by its own count in memory.
 */
export function createRateLimit(app: App) {
  const counters = new LRUCache<string, Counter>({ max: COUNTERS_MAX });

  function counterOf(key: string, { window }: Limit, time: number): Counter {
    const known = counters.get(key);
    if (known && known.start + window > time && known.start <= time + CLOCKS_DIFFER) return known;
    const counter = { granted: 0, used: 0, shared: 0, start: time, isOver: false, taking: null };
    counters.set(key, counter);
    return counter;
  }

  async function take(key: string, counter: Counter, { most, window }: Limit, time: number): Promise<void> {
    const part = Math.max(1, Math.min(counter.granted * GROWTH, Math.floor((most - counter.shared) * SHARE)));
    const adding = addToCounter(app.database.db, `any:${key}`, part, window, time);
    // Reads go on while nothing can be written: then each process counts for itself.
    const { count, window_start } = (await withTimeout(adding)) ?? {
      count: counter.shared + part,
      window_start: counter.start,
    };
    const left = Math.min(part, Math.floor(most) - (count - part));
    counter.shared = count;
    counter.start = window_start;
    counter.isOver = left <= 0;
    counter.granted += Math.max(0, left);
  }

  /** Seconds to wait, or 0 when the request may pass. */
  return async ({ viewer, client, now }: Context): Promise<number> => {
    const { most, window } = viewer ? LIMITS.anyForUser : LIMITS.anyForAddress;
    const limit = { most: most * app.config.RATE_LIMIT_SCALE, window };
    const key = viewer ? viewer.id : addressKey(client.address);
    const time = now.getTime();
    const counter = counterOf(key, limit, time);
    while (counter.used >= counter.granted && !counter.isOver) {
      counter.taking ??= take(key, counter, limit, time).finally(() => {
        counter.taking = null;
      });
      await counter.taking;
    }
    if (counter.used >= counter.granted)
      return Math.max(1, Math.ceil((counter.start + window - time) / 1000));
    counter.used += 1;
    return 0;
  };
}
