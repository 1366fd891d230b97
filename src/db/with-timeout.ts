import { setTimeout as wait } from 'node:timers/promises';
import { isUnavailable } from './unavailable.ts';

/** Milliseconds. */
const LONGEST = 500;

/** Waits briefly for a write that a read can do without; null where it still waits, or the storage refuses it. */
export function withTimeout<Result>(work: Promise<Result>): Promise<Result | null> {
  const refused = (error: unknown) => {
    if (isUnavailable(error)) return null;
    throw error;
  };
  return Promise.race([work.catch(refused), wait(LONGEST, null, { ref: false })]);
}
