import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How long a client may take nothing of an answer that waits for it; milliseconds. */
export const LONGEST_UNREAD = 30_000;

interface Progress {
  since: number;
  /** How much of the answer the client has taken so far. */
  mark: string;
}

/**
 * Ends the connections of clients that stopped reading an answer: it holds a place among the requests under way, and a
 * download holds its place among the exports. One that takes a byte now and then goes on, however slow it is; what it
 * sends meanwhile does not count. `now` returns milliseconds; `sweep` must be called every second.
 */
export function endUnreadAnswers(now: () => number) {
  const answering = new Map<ServerResponse, Progress>();

  return {
    watch(response: ServerResponse): void {
      answering.set(response, { since: now(), mark: '' });
      response.once('close', () => answering.delete(response));
    },
    sweep(): void {
      for (const [response, progress] of answering) {
        const mark = markOf(response.socket);
        if (mark === null || mark !== progress.mark)
          answering.set(response, { since: now(), mark: mark ?? '' });
        else if (now() - progress.since >= LONGEST_UNREAD) response.socket?.destroy();
      }
    },
  };
}

/**
 * What changes whenever the client takes something; null while nothing waits for it. What is written at once counts as
 * taken only as a whole, so that the queue of the system is looked at too: a large page takes minutes on a slow line.
 */
function markOf(socket: Socket | null): string | null {
  if (!socket || socket.writableLength === 0) return null;
  const { _handle: handle } = socket as Socket & { _handle?: { writeQueueSize?: number } | null };
  return `${socket.bytesWritten - socket.writableLength} ${handle?.writeQueueSize}`;
}
