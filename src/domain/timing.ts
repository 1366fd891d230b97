import { setTimeout as wait } from 'node:timers/promises';

/** Time, for work that waits: passed in, so that tests do not wait. */
export interface Timing {
  /** The current time, which moves on while a request is answered. */
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
