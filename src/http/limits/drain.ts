import type { IncomingMessage, ServerResponse } from 'node:http';
import { hasBody } from './slow-bodies.ts';

/** Bytes of an unread body that are read on after its answer. */
const MOST = 128 * 1024 * 1024;

/**
 * Reads on what arrives of a body after its answer: a client that is still sending would lose the answer with the
 * connection. How long that may take is limited as for any body (`slow-bodies.ts`).
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
