import type { IncomingMessage, ServerResponse } from 'node:http';

/** How long any body may take, in milliseconds, and the rate of received bytes that extends it, in bytes a second. */
const ANY = 30_000;
const SLOWEST = 8 * 1024;

/** The limit however fast the body is received; milliseconds. */
export const LONGEST_BODY = 15 * 60_000;

interface Arrival {
  since: number;
  /** The number of bytes that its connection had received before. */
  before: number;
  response: ServerResponse;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/**
 * Ends requests whose bodies stall: a picture may take minutes on a slow connection, but a byte now and then does not
 * occupy a connection. `now` returns milliseconds, `timedOut` the bytes of the answer; `sweep` must be called every
 * second.
 */
export function endSlowBodies(now: () => number, timedOut: () => string) {
  const arriving = new Map<IncomingMessage, Arrival>();

  function isLate({ socket }: IncomingMessage, { since, before }: Arrival): boolean {
    const earned = ((socket.bytesRead - before) / SLOWEST) * 1000;
    return now() - since > Math.min(ANY + earned, LONGEST_BODY);
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

  // Unless an answer has been sent already.
  function end({ socket }: IncomingMessage, response: ServerResponse): void {
    if (!response.headersSent) socket.write(timedOut());
    socket.destroySoon();
  }
}

/** Bytes of an unread body that are read on after its answer. */
const MOST = 128 * 1024 * 1024;

/**
 * Reads on what arrives of a body after its answer: a client that is still sending would lose the answer with the
 * connection. How long that may take is limited as for any body.
 */
export function drainUnread(request: IncomingMessage, response: ServerResponse): void {
  if (!hasBody(request)) return;
  response.once('finish', () => {
    if (request.complete) return;
    let read = 0;
    // Whoever has begun to read it would stop the rest of it.
    request.removeAllListeners('data').on('data', (piece: Buffer) => {
      read += piece.length;
      if (read > MOST) request.socket.destroySoon();
    });
    request.on('error', () => undefined).resume();
  });
}
