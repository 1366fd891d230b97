import { setTimeout as wait } from 'node:timers/promises';

/** The clock, passed in so that tests of waiting work do not wait. */
export interface Timing {
  /** The current time, which advances while a request is answered. */
  now(): Date;
  pause(milliseconds: number): Promise<void>;
  limit(milliseconds: number): AbortSignal;
}

export function realTiming(now: () => Date): Timing {
  return {
    now,
    pause: (milliseconds) => wait(milliseconds),
    limit: (milliseconds) => AbortSignal.timeout(milliseconds),
  };
}
