import { setTimeout as wait } from 'node:timers/promises';
import { isUnavailable } from './unavailable.ts';

/** Milliseconds. */
const MAX_WAIT = 500;

/** Waits briefly for a write that a read does not depend on; null if it still waits or the storage refuses it. */
export function withTimeout<Result>(work: Promise<Result>): Promise<Result | null> {
  const refused = (error: unknown) => {
    if (isUnavailable(error)) return null;
    throw error;
  };
  return Promise.race([work.catch(refused), wait(MAX_WAIT, null, { ref: false })]);
}
