import type { IncomingMessage, ServerResponse } from 'node:http';

/** How many requests may be under way in a process (docs/decisions/0036). */
export const MOST_UNDER_WAY = 64;

/** Seconds after which a refused client may try again. */
export const RETRY_AFTER = 2;

/** Refusals in one turn of the event loop: more would take the processor from the requests under way. */
const REFUSALS_AT_ONCE = 16;

/**
 * Bounds the requests under way, waiting ones included. They begin one at a time, with a turn of the event loop after
 * each: what arrives meanwhile is refused or counted at once, instead of waiting unseen behind the work of others.
 */
export function limitUnderWay(most: number) {
  const waiting: (() => void)[] = [];
  const refused: (() => void)[] = [];
  const working = new Set<IncomingMessage>();
  /** Begun, with a body that has not arrived yet: a slow sender takes no place from others. */
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
    /** Begins the work of a request now or soon, or refuses it when too many are under way. */
    admit(request: IncomingMessage, response: ServerResponse, work: () => void, refuse: () => void): void {
      // The client may have gone while it waited.
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
