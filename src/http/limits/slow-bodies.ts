import type { IncomingMessage, ServerResponse } from 'node:http';
import { MINUTE } from '../../domain/instants.ts';

/** Milliseconds that any body may take, and the rate (bytes a second) that extends them. */
const BODY_TIME = 30_000;
const SLOWEST = 8 * 1024;

/** The limit at any rate; milliseconds. */
export const LONGEST_BODY = 15 * MINUTE;

interface Arrival {
  since: number;
  /** Bytes received on the connection before this request. */
  before: number;
  response: ServerResponse;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/**
 * Ends requests whose bodies stall: a picture may take minutes on a slow connection, but single bytes must not hold a
 * connection open. `now` returns milliseconds, `timedOut` the bytes of the answer; call `sweep` every second.
 */
export function endSlowBodies(now: () => number, timedOut: () => string) {
  const arriving = new Map<IncomingMessage, Arrival>();

  function isLate({ socket }: IncomingMessage, { since, before }: Arrival): boolean {
    const earned = ((socket.bytesRead - before) / SLOWEST) * 1000;
    return now() - since > Math.min(BODY_TIME + earned, LONGEST_BODY);
  }

  return {
    watch(request: IncomingMessage, response: ServerResponse): void {
      const { socket } = request;
      if (!hasBody(request)) return;
      arriving.set(request, { since: now(), before: socket.bytesRead, response });
      request.once('close', () => arriving.delete(request));
    },
    sweep(): void {
      for (const [request, arrival] of arriving) {
        if (request.complete) arriving.delete(request);
        else if (isLate(request, arrival)) end(request, arrival.response);
      }
    },
  };

  function end({ socket }: IncomingMessage, response: ServerResponse): void {
    if (!response.headersSent) socket.write(timedOut());
    socket.destroySoon();
  }
}

/** Bytes of a refused body that are read, before its answer or after it. */
export const DRAIN_LIMIT = 128 * 1024 * 1024;

/**
 * Reads the rest of a body after its answer, since a client that is still sending would lose the answer with the
 * connection. Its time is limited as for any body.
 */
export function drainUnread(request: IncomingMessage, response: ServerResponse): void {
  if (!hasBody(request)) return;
  response.once('finish', () => {
    if (request.complete) return;
    let read = 0;
    // A reader that has begun would pause the stream.
    request.removeAllListeners('data').on('data', (chunk: Buffer) => {
      read += chunk.length;
      if (read > DRAIN_LIMIT) request.socket.destroySoon();
    });
    request.on('error', () => undefined).resume();
  });
}
