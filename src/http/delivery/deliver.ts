import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

const SMALLEST_COMPRESSED = 860;

type Encoding = 'br' | 'gzip';

/** Brotli for browsers, gzip for text browsers. */
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

export function isFresh(request: Request, etag: string): boolean {
  const tags = request.headers.get('if-none-match');
  return tags?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag.replace(/^W\//, '')) ?? false;
}

const isText = (type: string | null) => /^(text\/|application\/(json|javascript|xml))/.test(type ?? '');

// Reading the text back from a response takes longer than making the response.
const texts = new WeakMap<Response, string>();

export function ofText(response: Response, text: string): Response {
  texts.set(response, text);
  return response;
}

/**
 * Last step of a page or API answer: `ETag` and 304 for GET, and compression. The body is complete before its first
 * byte is sent, so that a late error still gets an error page; only downloads, which may exceed the memory, are
 * streamed.
 */
export async function deliver(request: Request, response: Response): Promise<Response> {
  const { status, headers } = response;
  if (!isText(headers.get('content-type')) || headers.has('content-disposition')) return response;
  headers.append('vary', 'accept-encoding');
  const accepted = encodingFor(request.headers.get('accept-encoding') ?? undefined);
  const isRead = status === 200 && ['GET', 'HEAD'].includes(request.method);
  const presetTag = isRead ? headers.get('etag') : null;
  if (presetTag && !accepted && !isFresh(request, presetTag)) return response;
  const text = texts.get(response);
  const body = text === undefined ? Buffer.from(await response.arrayBuffer()) : Buffer.from(text);
  if (isRead) {
    const etag = presetTag ?? tagOf(body);
    headers.set('etag', etag);
    if (isFresh(request, etag)) {
      for (const name of ['content-type', 'content-length']) headers.delete(name);
      return new Response(null, { status: 304, headers });
    }
  }
  const encoding = body.length < SMALLEST_COMPRESSED ? null : accepted;
  const encoded = encoding ? await compress(body, encoding) : body;
  if (encoding) headers.set('content-encoding', encoding);
  headers.set('content-length', String(encoded.length));
  return new Response(encoded as Uint8Array<ArrayBuffer>, { status, headers });
}

function tagOf(body: Buffer): string {
  return `W/"${hash('sha1', body, 'base64url').slice(0, 20)}"`;
}
