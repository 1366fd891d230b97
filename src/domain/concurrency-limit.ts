import pLimit from 'p-limit';
import { busy } from './error.ts';

interface Bounds {
  concurrency: number;
  queued: number;
  /** Seconds. */
  retryAfter: number;
}

/**
 * Limits work that takes much time or memory, so that other requests are still served: a few calls run, a few wait, and
 * all others are refused.
 * @throws DomainError SERVICE_UNAVAILABLE (503) from the returned function, when too many wait
 */
export function limitConcurrency({ concurrency, queued, retryAfter }: Bounds) {
  const limit = pLimit(concurrency);

  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (limit.activeCount + limit.pendingCount >= concurrency + queued) throw busy(retryAfter);
    return limit(work);
  };
}

/**
 * Lets the calls of each key wait for each other.
 * @throws DomainError SERVICE_UNAVAILABLE (503) from the returned function, when too many of the key wait
 */
export function oneAtATime(bounds: Omit<Bounds, 'concurrency'>) {
  const running = new Map<string, { inTurn: ReturnType<typeof limitConcurrency>; calls: number }>();

  return async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    const own = running.get(key) ?? { inTurn: limitConcurrency({ ...bounds, concurrency: 1 }), calls: 0 };
    running.set(key, own);
    own.calls += 1;
    try {
      return await own.inTurn(work);
    } finally {
      own.calls -= 1;
      if (own.calls === 0) running.delete(key);
    }
  };
}
