import { LRUCache } from 'lru-cache';
import type { App } from '../../app.ts';
import type { Context } from '../../domain/context.ts';
import { addToCounter } from '../../domain/rate-limits/rate-limits.queries.ts';
import { addressKey, LIMITS, type Limit } from '../../domain/rate-limits/rate-limits.ts';

interface Counter {
  /** The count of all processes as of the last exchange, and ours since then. */
  count: number;
  /** Ours that the others do not know of yet. */
  unshared: number;
  start: number;
}

const EXCHANGE_EVERY = 50;
const COUNTERS_MAX = 10_000;

/**
 * The limit on all requests of a user or address. Each process counts in memory and adds its count to the database
 * every fifty requests: a quiet client costs no write, and a busy one is counted across processes.
 */
export function createRateLimit(app: App) {
  const counters = new LRUCache<string, Counter>({ max: COUNTERS_MAX });

  function counterOf(key: string, limit: Limit, time: number): Counter {
    let counter = counters.get(key);
    if (!counter || counter.start + limit.window <= time) {
      counter = { count: 0, unshared: 0, start: time };
      counters.set(key, counter);
    }
    return counter;
  }

  async function exchange(key: string, counter: Counter, limit: Limit, time: number): Promise<void> {
    const by = counter.unshared;
    counter.unshared = 0;
    const shared = await addToCounter(app.database.db, `any:${key}`, by, limit.window, time);
    counter.count = Math.max(counter.count, shared.count);
  }

  /** Seconds to wait, or 0 when the request may pass. */
  return async ({ viewer, client, now }: Context): Promise<number> => {
    const limit = viewer ? LIMITS.anyForUser : LIMITS.anyForAddress;
    const key = viewer ? viewer.id : addressKey(client.address);
    const time = now.getTime();
    const counter = counterOf(key, limit, time);
    counter.count += 1;
    counter.unshared += 1;
    if (counter.unshared >= EXCHANGE_EVERY) await exchange(key, counter, limit, time);
    if (counter.count <= limit.most * app.config.RATE_LIMIT_SCALE) return 0;
    return Math.max(1, Math.ceil((counter.start + limit.window - time) / 1000));
  };
}
