import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * What the line does to a request: nothing arrives, half of the answer, something else, or all of it; somebody in front of
 * the server says that it is `away`; the worker of the browser gives what it has `stored`.
 */
export type Fault = 'cut' | 'half' | 'garbage' | 'silence' | 'later' | 'away' | 'stored' | number;

/** A line between a browser and a server. Each request takes the next fault; without one it is answered properly. */
export interface FaultyProxy {
  url: string;
  faults: Fault[];
  /** The method and path of each request, with its idempotency key. */
  asked: string[];
  /** For whom each was meant, as far as it said. */
  meantFor: (string | undefined)[];
  /** What a proper answer is. */
  answer: { status: number; body: object };
  close(): void;
}

/** Starts such a line on this machine. */
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
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
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
