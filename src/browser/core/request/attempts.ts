import { ATTEMPT } from '../names.ts';
import { FIRST_PAUSE, LONGEST_COLD_PAUSE, LONGEST_PAUSE } from './limits.ts';

/** Why a request failed; `client`: refused, `auth`: token refused, `network` and `timeout`: no answer. */
export type Failure = 'client' | 'auth' | 'network' | 'timeout' | 'server';

/** The failure of a status; null for a success. */
export function failureOf(status: number): Failure | null {
  if (status >= 500) return 'server';
  if (status === 401) return 'auth';
  return status >= 400 ? 'client' : null;
}

/** The failure of a request with no answer, or half of one. */
export function failureOfError(error: unknown): Failure {
  const { name, cause } = error as { name?: string; cause?: unknown };
  if (name === 'TimeoutError') return 'timeout';
  return cause ? failureOfError(cause) : 'network';
}

// By an event, because whoever follows is loaded earlier, or never.
function report(failure: Failure | null): void {
  globalThis.dispatchEvent?.(new CustomEvent(ATTEMPT, { detail: failure }));
}

interface Answer {
  status: number;
  headers: { get(name: string): string | null };
}

interface AttemptOptions<Got> {
  tries: number;
  signal: AbortSignal;
  judge: (answer: Got) => Failure | null;
}

/**
 * Sends a request at most `tries` times, with growing pauses, until it is answered or refused. Nothing is repeated
 * before the time that the server names.
 * @returns the last answer, whatever it says
 * @throws the error of the last attempt, if it had no answer
 */
export async function attempt<Got extends Answer>(
  send: () => Promise<Got>,
  options: AttemptOptions<Got>,
): Promise<Got> {
  const { tries, signal, judge } = options;
  for (let sent = 1; ; sent++) {
    const isLast = sent >= tries;
    try {
      const answer = await send();
      // Such as during maintenance: repeating the request would only be refused again.
      const isAskedToWait = Number(answer.headers.get('retry-after')) * 1000 > LONGEST_COLD_PAUSE;
      const failure = isAskedToWait ? 'client' : judge(answer);
      // The worker answers 203 from its store when the server did not answer.
      report(answer.status === 203 ? 'network' : failure);
      const isPassing = failure === 'server' || failure === 'network';
      if (isLast || !isPassing) return answer;
    } catch (error) {
      // Aborted by the caller: not a failure.
      const reason = signal.aborted ? signal.reason : error;
      if (reason.name === 'AbortError') throw error;
      const failure = failureOfError(reason);
      report(failure);
      if (isLast || failure === 'timeout') throw error;
    }
    await new Promise((done) => setTimeout(done, pauseAfter(sent)));
    signal.throwIfAborted();
  }
}

/** The pause in milliseconds after `sent` failed attempts; longer if the server has never answered. */
export function pauseAfter(sent: number, isCold = false): number {
  return Math.min(FIRST_PAUSE * 2 ** (sent - 1), isCold ? LONGEST_COLD_PAUSE : LONGEST_PAUSE);
}

export function within(milliseconds: number, signal?: AbortSignal | null): AbortSignal {
  const late = AbortSignal.timeout(milliseconds);
  return signal ? AbortSignal.any([signal, late]) : late;
}
