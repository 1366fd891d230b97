import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How long a client may take nothing of an answer that waits for it; milliseconds. */
export const LONGEST_UNREAD = 30_000;

/** How much of an answer is handed to the system at once, in bytes. */
const PIECE = 64 * 1024;

/**
 * An answer that is handed over piece by piece, as the client takes it: of a large one no more than a piece or two is
 * buffered a second time, and how much was taken shows whenever a piece has been.
 */
export class PiecewiseResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  override end(...given: unknown[]): this {
    const [body] = given;
    const bytes = typeof body === 'string' && body.length > PIECE ? Buffer.from(body) : body;
    if (!(bytes instanceof Uint8Array) || bytes.length <= PIECE)
      return super.end(...(given as Parameters<ServerResponse['end']>));
    if (!this.headersSent) this.setHeader('content-length', bytes.length);
    this.#send(bytes);
    return this;
  }

  #send(rest: Uint8Array): void {
    if (rest.length <= PIECE) super.end(rest);
    else if (this.write(rest.subarray(0, PIECE))) this.#send(rest.subarray(PIECE));
    else this.once('drain', () => this.#send(rest.subarray(PIECE)));
  }
}

interface Progress {
  since: number;
  taken: number;
}

/**
 * Ends the connections of clients that stopped reading an answer: it holds a place among the requests under way, and a
 * download holds its place among the exports. One that takes a piece in that time goes on, however slow it is; what it
 * sends meanwhile does not count. `now` returns milliseconds; `sweep` must be called every second.
 */
export function endUnreadAnswers(now: () => number) {
  const answering = new Map<ServerResponse, Progress>();

  return {
    watch(response: ServerResponse): void {
      answering.set(response, { since: now(), taken: 0 });
      response.once('close', () => answering.delete(response));
    },
    sweep(): void {
      for (const [response, progress] of answering) {
        const taken = takenFrom(response.socket);
        if (taken !== progress.taken) answering.set(response, { since: now(), taken });
        else if (now() - progress.since >= LONGEST_UNREAD) response.socket?.destroy();
      }
    },
  };
}

// Not a number, and so never the same as before, while nothing waits for the client.
function takenFrom(socket: Socket | null): number {
  return socket?.writableLength ? socket.bytesWritten - socket.writableLength : Number.NaN;
}
