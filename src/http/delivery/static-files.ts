import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newId } from '../../domain/id.ts';
import { encodingFor } from './deliver.ts';

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
};

interface StaticFile {
  type: string;
  /** None for those whose name changes with their content: nobody asks whether they are still the same. */
  etag: string | undefined;
  cacheControl: string;
  isPart: boolean;
  bodies: { plain: Buffer; br?: Buffer | undefined; gzip?: Buffer | undefined };
}

/** What says how a document is framed and what its links tell: styles and scripts have neither. */
const OF_DOCUMENTS = ['x-frame-options', 'referrer-policy'];

const optional = (file: string) => (existsSync(file) ? readFileSync(file) : undefined);

function readStaticFile(file: string, path: string): StaticFile {
  const plain = readFileSync(file);
  const isNamedByContent = path.startsWith('/_astro/');
  return {
    type: TYPES[extname(file)] ?? 'application/octet-stream',
    etag: isNamedByContent
      ? undefined
      : `W/"${createHash('sha1').update(plain).digest('base64url').slice(0, 20)}"`,
    // The others are revalidated once a day.
    cacheControl: isNamedByContent ? 'public, max-age=31536000, immutable' : 'public, max-age=86400',
    isPart: isNamedByContent && ['.css', '.js'].includes(extname(file)),
    bodies: { plain, br: optional(`${file}.br`), gzip: optional(`${file}.gz`) },
  };
}

export interface StaticFiles {
  /** Answers a request for a built file; `false` when there is none with that name. */
  serve(request: IncomingMessage, response: ServerResponse): boolean;
}

/** All built files, read into memory with their compressed forms: a few hundred kilobytes. */
export function readStaticFiles(folder: URL, securityHeaders: Record<string, string>): StaticFiles {
  const ofParts = Object.fromEntries(
    Object.entries(securityHeaders).filter(([name]) => !OF_DOCUMENTS.includes(name)),
  );
  const root = fileURLToPath(folder);
  const files = new Map<string, StaticFile>();
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || /\.(br|gz)$/.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    const path = `/${relative(root, file).split(sep).join('/')}`;
    files.set(path, readStaticFile(file, path));
  }
  return {
    serve(request, response) {
      const file = files.get(request.url?.split('?')[0] ?? '');
      if (!file || !['GET', 'HEAD'].includes(request.method ?? '')) return false;
      send(file, file.isPart ? ofParts : securityHeaders, request, response);
      return true;
    },
  };
}

function send(
  file: StaticFile,
  securityHeaders: Record<string, string>,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  // A connection of HTTP/1.1 stays open without its two headers, which every file of a page would carry.
  if (request.httpVersion === '1.1') response.removeHeader('connection');
  const headers = {
    ...securityHeaders,
    // No log names the requests for parts.
    ...(file.isPart ? {} : { 'x-request-id': newId(new Date()) }),
    ...(file.etag ? { etag: file.etag } : {}),
    'cache-control': file.cacheControl,
    vary: 'accept-encoding',
  };
  if (file.etag && request.headers['if-none-match'] === file.etag) {
    response.writeHead(304, headers).end();
    return;
  }
  const wanted = encodingFor(String(request.headers['accept-encoding'] ?? ''));
  const encoding = wanted && file.bodies[wanted] ? wanted : null;
  const body = file.bodies[encoding ?? 'plain'] ?? file.bodies.plain;
  response.writeHead(200, {
    ...headers,
    'content-type': file.type,
    'content-length': body.length,
    ...(encoding ? { 'content-encoding': encoding } : {}),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}
