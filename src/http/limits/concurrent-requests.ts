import type { IncomingMessage, ServerResponse } from 'node:http';

/** Requests in progress per process (docs/decisions/0036). */
export const MAX_REQUESTS = 64;

/** Seconds. */
export const RETRY_AFTER = 2;

/** Per turn of the event loop: more would slow down the requests in progress. */
const REFUSALS_AT_ONCE = 16;

/**
 * Limits requests in progress and waiting. They begin one per turn of the event loop, so that arrivals meanwhile are
 * refused or counted at once instead of queueing unseen.
 */
export function limitRequests(most: number) {
  const waiting: (() => void)[] = [];
  const refused: (() => void)[] = [];
  const working = new Set<IncomingMessage>();
  /** Requests whose body has not arrived yet do not count, so that slow senders do not block others. */
  const arriving = new Set<IncomingMessage>();
  let isTurnTaken = false;

  function isFull(): boolean {
    for (const request of arriving) {
      if (!request.complete) continue;
      arriving.delete(request);
      working.add(request);
    }
    return working.size + waiting.length >= most;
  }

  function next(): void {
    const now = [...waiting.splice(0, 1), ...refused.splice(0, REFUSALS_AT_ONCE)];
    isTurnTaken = now.length > 0;
    if (isTurnTaken) setImmediate(next);
    for (const act of now) act();
  }

  return {
    /** Starts a request now or soon, or refuses it if too many are in progress. */
    admit(request: IncomingMessage, response: ServerResponse, work: () => void, refuse: () => void): void {
      // The client may have disconnected while it waited.
      const isGone = () => response.closed || request.socket.destroyed;
      if (isFull()) {
        refused.push(() => isGone() || refuse());
      } else {
        waiting.push(() => {
          if (isGone()) return;
          (request.complete ? working : arriving).add(request);
          response.once('close', () => {
            working.delete(request);
            arriving.delete(request);
          });
          work();
        });
      }
      if (!isTurnTaken) next();
    },
  };
}
