import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

const SMALLEST = 860;

type Encoding = 'br' | 'gzip';

/** What is sent, with the forms of it that were already made. */
export interface Body {
  plain: Buffer;
  etag: string;
  compressed: Partial<Record<Encoding, Buffer>>;
}

/** The best encoding that both sides know; brotli for browsers, gzip for text browsers. */
export function encodingFor(accepted: string | undefined): Encoding | null {
  const names = (accepted ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part));
  const has = (name: string) => names.some((part) => part.split(';')[0] === name);
  return has('br') ? 'br' : has('gzip') ? 'gzip' : null;
}

async function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return toGzip(body, { level: 6 });
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  return toBrotli(body, { params: { [BROTLI_PARAM_QUALITY]: 5, [BROTLI_PARAM_SIZE_HINT]: body.length } });
}

function isFresh(request: Request, etag: string): boolean {
  const known = request.headers.get('if-none-match');
  return (
    known?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag.replace(/^W\//, '')) ?? false
  );
}

const isText = (type: string | null) => /^(text\/|application\/(json|javascript|xml))/.test(type ?? '');

// Sent piece by piece while it is made, because it may be larger than memory.
const isDownload = ({ headers }: Response) => headers.has('content-disposition');

/** Reads an answer whole, before its first byte leaves: a fault in the middle of a page still gives an error page. */
export async function wholeBody(response: Response): Promise<Body> {
  const plain = Buffer.from(await response.arrayBuffer());
  const etag = `W/"${createHash('sha1').update(plain).digest('base64url').slice(0, 20)}"`;
  return { plain, etag, compressed: {} };
}

/** The last step of a page or an API answer: an `ETag` and 304 for what can be asked again, and compression. */
export async function deliver(request: Request, response: Response, ready: Body | null): Promise<Response> {
  if (!ready && (!response.body || !isText(response.headers.get('content-type')) || isDownload(response)))
    return response;
  const body = ready ?? (await wholeBody(response));
  const headers = new Headers(response.headers);
  headers.append('vary', 'accept-encoding');
  if (response.status === 200 && ['GET', 'HEAD'].includes(request.method)) {
    headers.set('etag', body.etag);
    if (isFresh(request, body.etag)) {
      for (const name of ['content-type', 'content-length']) headers.delete(name);
      return new Response(null, { status: 304, headers });
    }
  }
  const encoding =
    body.plain.length < SMALLEST ? null : encodingFor(request.headers.get('accept-encoding') ?? '');
  if (encoding) {
    body.compressed[encoding] ??= await compress(body.plain, encoding);
    headers.set('content-encoding', encoding);
  }
  const sent = (encoding && body.compressed[encoding]) || body.plain;
  headers.set('content-length', String(sent.length));
  return new Response(sent as Uint8Array<ArrayBuffer>, { status: response.status, headers });
}
