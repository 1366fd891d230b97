import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newId } from '../../domain/id.ts';
import { encodingFor } from './deliver.ts';

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  // Modules and workers are UTF-8 in any case.
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
};

type StaticFile = ReturnType<typeof readStaticFile>;

/** Headers about framing and links, which styles and scripts do not have. */
const DOCUMENT_HEADERS = ['x-frame-options', 'referrer-policy'];

const optional = (file: string) => (existsSync(file) ? readFileSync(file) : undefined);

function readStaticFile(file: string, path: string) {
  const plain = readFileSync(file);
  const isNamedByContent = path.startsWith('/_astro/');
  return {
    type: TYPES[extname(file)] ?? 'application/octet-stream',
    // Missing for files whose name changes with their content: browsers do not revalidate them.
    etag: isNamedByContent
      ? undefined
      : `W/"${createHash('sha1').update(plain).digest('base64url').slice(0, 20)}"`,
    // The others are revalidated once a day.
    cacheControl: isNamedByContent ? 'max-age=31536000, immutable' : 'public, max-age=86400',
    isPart: isNamedByContent && ['.css', '.js'].includes(extname(file)),
    bodies: { plain, br: optional(`${file}.br`), gzip: optional(`${file}.gz`) },
  };
}

export interface StaticFiles {
  /** Returns false if there is no such file. */
  serve(request: IncomingMessage, response: ServerResponse): boolean;
}

/** Reads all built files into memory with their compressed forms: a few hundred kilobytes. */
export function readStaticFiles(folder: URL, securityHeaders: Record<string, string>): StaticFiles {
  const ofParts = Object.fromEntries(
    Object.entries(securityHeaders).filter(([name]) => !DOCUMENT_HEADERS.includes(name)),
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
  // HTTP/1.1 connections stay open without its two headers, which every file would carry.
  if (request.httpVersion === '1.1') response.removeHeader('connection');
  const headers = {
    ...securityHeaders,
    // Requests for parts are not logged.
    ...(file.isPart ? {} : { 'x-request-id': newId(new Date()) }),
    ...(file.etag ? { etag: file.etag } : {}),
    'cache-control': file.cacheControl,
    vary: 'accept-encoding',
  };
  if (file.etag && request.headers['if-none-match'] === file.etag) {
    response.writeHead(304, headers).end();
    return;
  }
  const accepted = encodingFor(String(request.headers['accept-encoding'] ?? ''));
  const encoding = accepted && file.bodies[accepted] ? accepted : null;
  const body = file.bodies[encoding ?? 'plain'] ?? file.bodies.plain;
  response.writeHead(200, {
    ...headers,
    'content-type': file.type,
    'content-length': body.length,
    ...(encoding ? { 'content-encoding': encoding } : {}),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}
