import type { ReadStream } from 'node:fs';
import { Readable } from 'node:stream';

/**
 * A file that is sent in pieces while it is created; the first piece is created before anything is sent, so that an
 * error there can still be answered. Nothing is created for `HEAD`, whose body nobody would read to its end.
 */
export async function download(
  { method }: Pick<Request, 'method'>,
  name: string,
  type: string,
  pieces: AsyncGenerator<string | Uint8Array>,
): Promise<Response> {
  const headers = {
    // What is not text has no character set.
    'content-type': type === 'application/pdf' ? type : `${type}; charset=utf-8`,
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
  };
  if (method === 'HEAD') return new Response(null, { headers });
  const first = await pieces.next();
  const encoder = new TextEncoder();
  const bytesOf = (piece: string | Uint8Array) => (typeof piece === 'string' ? encoder.encode(piece) : piece);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      if (!first.done) controller.enqueue(bytesOf(first.value));
    },
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(bytesOf(value));
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
  return new Response(body, { headers });
}

/** A file of the disk, as it is; it is closed when it has been sent, or when the client has left. */
export function downloadFile(name: string, { file, size }: { file: ReadStream; size: number }): Response {
  return new Response(Readable.toWeb(file) as ReadableStream<Uint8Array>, {
    headers: {
      'content-type': 'application/octet-stream',
      'content-length': String(size),
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    },
  });
}
