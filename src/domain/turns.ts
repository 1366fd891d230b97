import { DomainError } from './error.ts';

interface Bounds {
  /** How many run at once. */
  atOnce: number;
  /** How many more may wait for their turn. */
  waiting: number;
  /** Seconds until another try makes sense for those who are sent away. */
  retryAfter: number;
}

/**
 * Bounds work that takes much time or memory: a few at once, a few waiting, and whoever comes beyond that is sent away
 * at once, so that everybody else is still served.
 * @throws DomainError SERVICE_UNAVAILABLE (503) from the returned function, when too many wait
 */
export function createTurns({ atOnce, waiting, retryAfter }: Bounds) {
  const queue: (() => void)[] = [];
  let running = 0;

  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw new DomainError('SERVICE_UNAVAILABLE', 503, { retryAfter });
      await new Promise<void>((resolve) => queue.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
