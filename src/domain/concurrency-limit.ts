import pLimit from 'p-limit';
import { DomainError } from './error.ts';

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
    if (limit.activeCount + limit.pendingCount >= concurrency + queued)
      throw new DomainError('SERVICE_UNAVAILABLE', 503, { retryAfter });
    return limit(work);
  };
}
