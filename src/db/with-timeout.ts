import { setTimeout as wait } from 'node:timers/promises';
import { isUnavailable } from './unavailable.ts';

/** Milliseconds. */
const LONGEST = 500;

/**
 * Waits for a write that a read can do without: not long for one that waits for a lock, which goes on by itself, and not
 * at all for one that the storage refuses; then null.
 */
export function withTimeout<Result>(work: Promise<Result>): Promise<Result | null> {
  const refused = (error: unknown) => {
    if (isUnavailable(error)) return null;
    throw error;
  };
  return Promise.race([work.catch(refused), wait(LONGEST, null, { ref: false })]);
}
