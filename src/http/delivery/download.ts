import type { ReadStream } from 'node:fs';
import { Readable } from 'node:stream';

/**
 * Streams a file while it is created. The first chunk is created before anything is sent, so that its errors can be
 * answered. `HEAD` creates nothing, since its body would never be read to the end.
 */
export async function download(
  { method }: Pick<Request, 'method'>,
  name: string,
  type: string,
  chunks: AsyncGenerator<string | Uint8Array>,
): Promise<Response> {
  const headers = {
    'content-type': type === 'application/pdf' ? type : `${type}; charset=utf-8`,
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
  };
  if (method === 'HEAD') return new Response(null, { headers });
  const first = await chunks.next();
  const encoder = new TextEncoder();
  const bytesOf = (chunk: string | Uint8Array) => (typeof chunk === 'string' ? encoder.encode(chunk) : chunk);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      if (!first.done) controller.enqueue(bytesOf(first.value));
    },
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(bytesOf(value));
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
  return new Response(body, { headers });
}

/** Closes the file when it has been sent or the client has disconnected. */
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
