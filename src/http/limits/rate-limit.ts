import { LRUCache } from 'lru-cache';
import type { App } from '../../app.ts';
import { CLOCK_SKEW } from '../../db/clock-skew.ts';
import { withTimeout } from '../../db/unavailable.ts';
import type { Context } from '../../domain/context.ts';
import { addressKey, LIMITS, type Limit } from '../../domain/rate-limits/limits.ts';
import { addToCounter } from '../../domain/rate-limits/rate-limits.queries.ts';

interface Counter {
  /** Requests this process may pass in this window; already added to the shared count. */
  granted: number;
  used: number;
  shared: number;
  start: number;
  isExhausted: boolean;
  /** Concurrent requests share one update. */
  taking: Promise<void> | null;
}

/**
 * A process takes at most this share of the remainder, and at most this many per request it has passed. This saves
 * writes under load and wastes little when a process is idle or killed.
 */
const SHARE = 1 / 10;
const GROWTH = 2;
const COUNTERS_MAX = 10_000;

/**
 * Limits all requests of a user, token or address, over all processes: each takes a part of the remainder from the count in
 * the database, then counts that part in memory.
 */
export function createRateLimit(app: App) {
  const counters = new LRUCache<string, Counter>({ max: COUNTERS_MAX });

  function counterOf(key: string, { window }: Limit, time: number): Counter {
    const current = counters.get(key);
    if (current && current.start + window > time && current.start <= time + CLOCK_SKEW) return current;
    const counter = { granted: 0, used: 0, shared: 0, start: time, isExhausted: false, taking: null };
    counters.set(key, counter);
    return counter;
  }

  async function take(key: string, counter: Counter, { most, window }: Limit, time: number): Promise<void> {
    const part = Math.max(1, Math.min(counter.granted * GROWTH, Math.floor((most - counter.shared) * SHARE)));
    const adding = addToCounter(app.database.db, `any:${key}`, part, window, time);
    // If the database cannot be written, reads continue and each process counts for itself.
    const { count, window_start } = (await withTimeout(adding)) ?? {
      count: counter.shared + part,
      window_start: counter.start,
    };
    const granted = Math.min(part, Math.floor(most) - (count - part));
    counter.shared = count;
    counter.start = window_start;
    counter.isExhausted = granted <= 0;
    counter.granted += Math.max(0, granted);
  }

  /** Returns seconds to wait, or 0. */
  return async ({ viewer, client, now }: Context): Promise<number> => {
    const { most, window } = viewer ? LIMITS.anyForUser : LIMITS.anyForAddress;
    const limit = { most: most * app.config.RATE_LIMIT_SCALE, window };
    const key = viewer?.tokenScope ? `token:${viewer.sessionId}` : (viewer?.id ?? addressKey(client.address));
    const time = now.getTime();
    const counter = counterOf(key, limit, time);
    while (counter.used >= counter.granted && !counter.isExhausted) {
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
