import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Milliseconds without progress. */
export const LONGEST_UNREAD = 30_000;

/** Bytes handed to the system at once. */
const CHUNK = 64 * 1024;

/**
 * Sends an answer in chunks as the client reads it: only a chunk or two of a large answer is buffered twice, and
 * progress is visible after each chunk.
 */
export class ChunkedResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  override end(...parameters: unknown[]): this {
    const [body] = parameters;
    const bytes = typeof body === 'string' && body.length > CHUNK ? Buffer.from(body) : body;
    if (!(bytes instanceof Uint8Array) || bytes.length <= CHUNK)
      return super.end(...(parameters as Parameters<ServerResponse['end']>));
    if (!this.headersSent) this.setHeader('content-length', bytes.length);
    this.#send(bytes);
    return this;
  }

  #send(bytes: Uint8Array): void {
    if (bytes.length <= CHUNK) super.end(bytes);
    else if (this.write(bytes.subarray(0, CHUNK))) this.#send(bytes.subarray(CHUNK));
    else this.once('drain', () => this.#send(bytes.subarray(CHUNK)));
  }
}

interface Progress {
  since: number;
  taken: number;
}

/**
 * Ends connections of clients that stop reading: the answer counts as a request in progress, a download also as an
 * export. Any chunk read in time counts, however slow; what the client sends does not. `now` returns milliseconds; call
 * `sweep` every second.
 */
export function endSlowReaders(now: () => number) {
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

// NaN never equals the previous value, so that nothing counts as stalled while nothing is pending.
function takenFrom(socket: Socket | null): number {
  return socket?.writableLength ? socket.bytesWritten - socket.writableLength : Number.NaN;
}
