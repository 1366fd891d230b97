import { createServer, type ServerResponse } from 'node:http';
import { listen } from './port.ts';

/**
 * `away`: a proxy reports that the server is; `stored`: the service worker answers from its store; a number: a status.
 */
export type Fault = 'cut' | 'half' | 'garbage' | 'silence' | 'later' | 'away' | 'stored' | number;

/** A connection between browser and server. Each request takes the next fault, or gets a proper answer without one. */
export interface FaultyProxy {
  url: string;
  faults: Fault[];
  /** Method, path and idempotency key of each request. */
  asked: string[];
  /** The `for-person` header of each request. */
  meantFor: (string | undefined)[];
  answer: { status: number; body: object };
  close(): void;
}

export async function startFaultyProxy(): Promise<FaultyProxy> {
  const faults: Fault[] = [];
  const asked: string[] = [];
  const meantFor: (string | undefined)[] = [];
  const proxy = { faults, asked, meantFor, answer: { status: 200, body: { data: { ok: true } } } };
  const server = createServer((request, response) => {
    const key = request.headers['idempotency-key'];
    asked.push([request.method, request.url, key].filter(Boolean).join(' '));
    meantFor.push(request.headers['for-person']?.toString());
    const fault = faults.shift();
    if (fault === undefined) sendJson(response, proxy.answer.status, proxy.answer.body);
    else disturb(response, fault);
  });
  const port = await listen(server);
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return Object.assign(proxy, { url: `http://127.0.0.1:${port}`, close });
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  const headers = { 'content-type': 'application/json', 'x-request-id': '1' };
  response.writeHead(status, headers).end(JSON.stringify(body));
}

function disturb(response: ServerResponse, fault: Fault): void {
  if (fault === 'silence') return;
  if (fault === 'cut') {
    response.socket?.destroy();
  } else if (fault === 'half') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write('{"data":', () => response.socket?.destroy());
  } else if (fault === 'garbage') {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Welcome to our hotel');
  } else if (fault === 'away') {
    response.writeHead(503, { 'content-type': 'text/html' }).end('<h1>Unavailable');
  } else if (fault === 'stored') {
    sendJson(response, 203, { data: { ok: 'before' } });
  } else if (fault === 'later') {
    response.setHeader('retry-after', '60');
    sendJson(response, 503, { success: false, error: { code: 'LATER', message: 'Later.' } });
  } else {
    sendJson(response, fault, { success: false, error: { code: 'BROKEN', message: 'Broken.' } });
  }
}
