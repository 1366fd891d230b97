import { FIRST_PAUSE, LONGEST_COLD_PAUSE, LONGEST_PAUSE } from './limits.ts';

/**
 * Why a request failed: `client` was refused for what it asks, `auth` for its token; `server` failed, `network` and
 * `timeout` had no answer.
 */
export type Failure = 'client' | 'auth' | 'network' | 'timeout' | 'server';

/** The failure that an answer is; null for a success. */
export function failureOf(status: number): Failure | null {
  if (status >= 500) return 'server';
  if (status === 401) return 'auth';
  return status >= 400 ? 'client' : null;
}

/** The failure of a request without an answer, or with half of one. */
export function failureOfError(error: unknown): Failure {
  const { name, cause } = error as { name?: string; cause?: unknown };
  if (name === 'TimeoutError') return 'timeout';
  return cause ? failureOfError(cause) : 'network';
}

type Follower = (failure: Failure | null) => void;

let follower: Follower | undefined;

/** Calls `next` with the outcome of every attempt from now on: its failure, or null. */
export function followAttempts(next: Follower): void {
  follower = next;
}

interface Answer {
  status: number;
  headers: { get(name: string): string | null };
}

interface How<Got> {
  tries: number;
  signal: AbortSignal;
  judge: (answer: Got) => Failure | null;
}

/**
 * Sends a request until it is answered or refused, at most so many times, with growing pauses. Nothing is repeated before
 * the time that the server names.
 * @returns the last answer, whatever it says
 * @throws the error of the last attempt, if it had no answer
 */
export async function attempt<Got extends Answer>(send: () => Promise<Got>, how: How<Got>): Promise<Got> {
  const { tries, signal, judge } = how;
  for (let sent = 1; ; sent++) {
    const isLast = sent >= tries;
    try {
      const answer = await send();
      // Such as during maintenance: that is an answer, and the same question again is refused again.
      const isAskedToWait = Number(answer.headers.get('retry-after')) * 1000 > LONGEST_COLD_PAUSE;
      const failure = isAskedToWait ? 'client' : judge(answer);
      // What the worker answers from its store shows that the server does not.
      follower?.(answer.status === 203 ? 'network' : failure);
      const isPassing = failure === 'server' || failure === 'network';
      if (isLast || !isPassing) return answer;
    } catch (error) {
      // Somebody has given it up: that is no failure.
      const reason = signal.aborted ? signal.reason : error;
      if (reason.name === 'AbortError') throw error;
      const failure = failureOfError(reason);
      follower?.(failure);
      if (isLast || failure === 'timeout') throw error;
    }
    await new Promise((done) => setTimeout(done, pauseAfter(sent)));
    signal.throwIfAborted();
  }
}

/** The pause after so many attempts that failed; longer ones while the server has never answered. */
export function pauseAfter(sent: number, isCold = false): number {
  return Math.min(FIRST_PAUSE * 2 ** (sent - 1), isCold ? LONGEST_COLD_PAUSE : LONGEST_PAUSE);
}

/** A signal that ends a request after a time, or when `given` does. */
export function within(milliseconds: number, given?: AbortSignal | null): AbortSignal {
  const late = AbortSignal.timeout(milliseconds);
  return given ? AbortSignal.any([given, late]) : late;
}
