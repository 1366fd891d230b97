import type { IncomingMessage, ServerResponse } from 'node:http';

/** How many requests may be under way in a process (docs/decisions/0036). */
export const MOST_UNDER_WAY = 64;

/** Seconds after which a refused client may try again. */
export const RETRY_AFTER = 2;

/**
 * Bounds the requests under way, waiting ones included. They begin one at a time, with a turn of the event loop after
 * each: what arrives meanwhile is refused or counted at once, instead of waiting unseen behind the work of others.
 */
export function limitUnderWay(most: number) {
  const waiting: (() => void)[] = [];
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
    const begin = waiting.shift();
    isTurnTaken = begin !== undefined;
    if (begin) {
      setImmediate(next);
      begin();
    }
  }

  return {
    /** Begins the work of a request now or soon; `false` when too many are under way. */
    admit(request: IncomingMessage, response: ServerResponse, work: () => void): boolean {
      if (isFull()) return false;
      waiting.push(() => {
        // The client has gone while it waited.
        if (response.closed || request.socket.destroyed) return;
        (request.complete ? working : arriving).add(request);
        response.once('close', () => {
          working.delete(request);
          arriving.delete(request);
        });
        work();
      });
      if (!isTurnTaken) next();
      return true;
    },
  };
}
