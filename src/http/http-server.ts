import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { newId } from '../domain/id.ts';
import type { Log } from '../log.ts';
import { ADDRESS_HEADER, clientAddress } from './authentication/client-address.ts';
import type { PreparedAnswer } from './delivery/overloaded.ts';
import type { StaticFiles } from './delivery/static-files.ts';
import { limitRequests } from './limits/concurrent-requests.ts';
import { drainUnread, endSlowBodies, LONGEST_BODY } from './limits/slow-bodies.ts';
import { ChunkedResponse, endSlowReaders } from './limits/slow-readers.ts';

interface Parts {
  files: StaticFiles;
  fetch(request: Request): Response | Promise<Response>;
  /** For answers from outside the pipeline. */
  headers: Record<string, string>;
  overloaded(request: IncomingMessage): PreparedAnswer;
  maxRequests: number;
  trustedProxies: number;
  log: Pick<Log, 'info'>;
  isStopping(): boolean;
  now(): Date;
}

/** The server in front of the pipeline: time limits, files, malformed requests. Call `sweep` every second. */
export function createHttpServer(parts: Parts): { server: Server; sweep(): void } {
  const { files, fetch, headers, trustedProxies, log, isStopping, now } = parts;
  const requests = limitRequests(parts.maxRequests);
  // HTTP/1.0 has no host. The rest of an unread body is read here, where it may take longer.
  const respond = getRequestListener(fetch, { hostname: 'localhost', autoCleanupIncoming: false });
  const slowBodies = endSlowBodies(
    () => now().getTime(),
    () => rawAnswer(408),
  );
  const slowReaders = endSlowReaders(() => now().getTime());
  const answering = new WeakMap<Duplex, ServerResponse>();

  function refuse(status: number): { text: string; headers: Record<string, string> } {
    const request_id = newId(now());
    log.info({ request_id, status }, 'no proper request');
    const text = `${TEXTS[status] ?? 'Bad request'}\n`;
    const answerHeaders = {
      'content-type': 'text/plain; charset=utf-8',
      'content-length': String(text.length),
      'x-request-id': request_id,
    };
    return { text, headers: { ...headers, ...answerHeaders } };
  }

  function answer(request: IncomingMessage, response: ServerResponse): void {
    answering.set(request.socket, response);
    if (isStopping()) response.setHeader('connection', 'close');
    slowBodies.watch(request, response);
    slowReaders.watch(response);
    drainUnread(request, response);
    if (!isWellFormed(request)) {
      const { text, headers } = refuse(400);
      response.writeHead(400, headers).end(text);
      return;
    }
    if (files.serve(request, response)) return;
    request.headers[ADDRESS_HEADER] = clientAddress(request, trustedProxies);
    const work = () => void respond(request, response);
    // A health check must not wait for a busy server's work.
    if (request.url?.split('?')[0] === '/health') work();
    else requests.admit(request, response, work, () => turnAway(request, response));
  }

  function turnAway(request: IncomingMessage, response: ServerResponse): void {
    const request_id = newId(now());
    log.info({ request_id, status: 503 }, 'too many requests under way');
    const { headers, bodyFor } = parts.overloaded(request);
    const body = bodyFor(request_id);
    const length = String(Buffer.byteLength(body));
    response.writeHead(503, { ...headers, 'content-length': length, 'x-request-id': request_id }).end(body);
  }

  // For requests that cannot be parsed or arrive too late.
  function answerError(error: NodeJS.ErrnoException, socket: Duplex): void {
    const started = answering.get(socket)?.headersSent;
    if (!socket.writable || started || (socket as Socket).writableEnded) {
      socket.destroy();
      return;
    }
    socket.end(rawAnswer(STATUS_OF_ERROR[error.code ?? ''] ?? 400));
    // A client that is still sending would lose the answer with the connection.
    setTimeout(() => socket.destroy(), LINGER).unref();
  }

  function rawAnswer(status: number): string {
    const { text, headers } = refuse(status);
    const lines = Object.entries({ ...headers, date: now().toUTCString(), connection: 'close' });
    const head = [
      `HTTP/1.1 ${status} ${TEXTS[status]}`,
      ...lines.map(([name, value]) => `${name}: ${value}`),
    ];
    return `${head.join('\r\n')}\r\n\r\n${text}`;
  }

  const options = {
    headersTimeout: 5000,
    requestTimeout: LONGEST_BODY,
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: 1000,
    // We answer this ourselves, with our headers.
    requireHostHeader: false,
    ServerResponse: ChunkedResponse,
  };
  const server = createServer(options, answer).on('clientError', answerError);
  const sweep = () => {
    slowBodies.sweep();
    slowReaders.sweep();
  };
  return { server, sweep };
}

/** Milliseconds to keep reading from an invalid request's connection. */
const LINGER = 2000;

const TEXTS: Record<number, string> = {
  400: 'Bad request',
  408: 'Request timeout',
  413: 'Payload too large',
  431: 'Request header fields too large',
};

const STATUS_OF_ERROR: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

// An invalid address would make later code fail instead of answering. HTTP/1.0 needs no host.
function isWellFormed({ url = '/', headers, httpVersion }: IncomingMessage): boolean {
  return (
    /^\/[^\\]*$/.test(url.split('?')[0] ?? '') &&
    (headers.host !== undefined || httpVersion === '1.0') &&
    /^[\w.\-[\]:]*$/.test(headers.host ?? '') &&
    URL.canParse(`http://${headers.host || 'localhost'}${url}`)
  );
}
