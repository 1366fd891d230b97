import { setTimeout as wait } from 'node:timers/promises';

/** Time, for work that waits: passed in, so that tests do not wait. */
export interface Timing {
  /** The current time, which moves on while a request is answered. */
  now(): Date;
  /** @param milliseconds how long to wait */
  pause(milliseconds: number): Promise<void>;
  /** Aborts after a number of milliseconds. */
  limit(milliseconds: number): AbortSignal;
}

/** The time of this machine, or of another clock. */
export function realTiming(now: () => Date): Timing {
  return {
    now,
    pause: (milliseconds) => wait(milliseconds),
    limit: (milliseconds) => AbortSignal.timeout(milliseconds),
  };
}
