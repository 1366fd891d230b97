import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Hono } from 'hono';
import { expect, onTestFinished, test, vi } from 'vitest';
import { prepareOverloaded } from '../../src/http/delivery/overloaded.ts';
import { readFileHeaders } from '../../src/http/delivery/security-headers.ts';
import { createHttpServer } from '../../src/http/http-server.ts';

const HEAD = 'HTTP/1.1\r\nHost: localhost\r\n';

/** One file, a pipeline that refuses posts, and a clock moved by hand. */
async function start({ isHttps = false, maxRequests = 64 } = {}) {
  let time = Date.parse('2026-06-15T09:00:00Z');
  const order: string[] = [];
  const held: (() => void)[] = [];
  const pipeline = new Hono()
    .get('/health', (call) => {
      order.push('health');
      return call.text('healthy');
    })
    .get('/quick', (call) => {
      order.push('quick');
      return call.text('quick');
    })
    .on(['GET', 'POST'], '/held', async (call) => {
      await call.req.text();
      await new Promise<void>((resolve) => held.push(resolve));
      return call.text('released');
    })
    .get('*', (call) => call.text('found'))
    .post('/opened', async (call) => {
      // As Astro does: the standard request begins to read the body.
      new Request(call.req.raw);
      return call.text('refused', 403);
    })
    .all('*', (call) => call.text('refused', 405));
  const { server, sweep } = createHttpServer({
    files: {
      serve(request, response) {
        if (request.url !== '/file') return false;
        response.end('a file');
        return true;
      },
    },
    fetch: (request) => pipeline.fetch(request),
    headers: await readFileHeaders(isHttps),
    overloaded: await prepareOverloaded(isHttps),
    maxRequests,
    trustedProxies: 0,
    log: { info: () => undefined },
    isStopping: () => false,
    now: () => new Date(time),
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    order,
    held,
    client: () => new Client(connect((server.address() as AddressInfo).port, '127.0.0.1')),
    passes(seconds: number) {
      time += seconds * 1000;
      sweep();
    },
  };
}

class Client {
  readonly #socket: Socket;
  readonly open: Promise<unknown>;
  readonly closed: Promise<unknown>;
  text = '';

  constructor(socket: Socket) {
    this.#socket = socket;
    this.open = once(socket, 'connect');
    this.closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => undefined);
    socket.setEncoding('utf8').on('data', (chunk) => {
      this.text += chunk;
    });
    onTestFinished(() => void socket.destroy());
  }

  send(bytes: string): void {
    this.#socket.write(bytes);
  }

  leave(): void {
    this.#socket.destroy();
  }

  receives(text: string | RegExp): Promise<void> {
    return expect.poll(() => this.text).toMatch(text);
  }
}

test.each(['GET /file', 'GET /', 'GET /a\\b', 'POST /'])(
  'a body that drips on %s is ended after half a minute',
  async (request) => {
    const { client, passes } = await start();
    const dripping = client();
    dripping.send(`${request} ${HEAD}Content-Length: 1000\r\n\r\nx`);
    await dripping.receives(/^HTTP/);
    passes(31);
    await dripping.closed;
  },
);

test('a body that drips before its answer gets 408, with the headers of every answer', async () => {
  const { client, passes } = await start();
  const dripping = client();
  dripping.send(`POST /held ${HEAD}Content-Length: 1000\r\n\r\nx`);
  await expect
    .poll(() => {
      passes(31);
      return dripping.text;
    })
    .toMatch(/^HTTP\/1\.1 408 .*^x-request-id: [\w-]{36}\r$/ms);
  await dripping.closed;
});

test.each(['POST /', 'POST /opened'])(
  'a client that goes on sending a refused body (%s) for long gets its answer and the next one',
  async (request) => {
    const { client } = await start();
    const slow = client();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    slow.send(`${request} ${HEAD}Content-Length: 1000000\r\n\r\n${'x'.repeat(400_000)}`);
    await slow.receives(/refused$/);
    for (let second = 0; second < 5; second += 1) await vi.advanceTimersByTimeAsync(1000);
    slow.send(`${'x'.repeat(600_000)}GET /next ${HEAD}\r\n`);
    await slow.receives(/found$/);
  },
);

test('HTTP/1.0 needs no host, HTTP/1.1 does', async () => {
  const { client } = await start();
  const old = client();
  old.send('GET /health HTTP/1.0\r\n\r\n');
  await old.receives(/^HTTP\/1\.1 200 /);
  const current = client();
  current.send('GET /health HTTP/1.1\r\n\r\n');
  await current.receives(/^HTTP\/1\.1 400 /);
});

test.each([
  ['400', 'an invalid host', 'GET / HTTP/1.1\r\nHost: a b\r\n\r\n'],
  ['400', 'an invalid address', `GET /a\\b ${HEAD}\r\n`],
  ['400', 'no request', 'GARBAGE\r\n\r\n'],
  ['400', 'a missing host', 'GET / HTTP/1.1\r\n\r\n'],
  ['400', 'two lengths', `POST / ${HEAD}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`],
  ['431', 'long headers', `GET / ${HEAD}X: ${'y'.repeat(100_000)}\r\n\r\n`],
  ['431', 'very long headers', `GET / ${HEAD}X: ${'y'.repeat(2_000_000)}\r\n\r\n`],
])('the refusal %s of %s arrives whole, with the headers of every answer', async (status, _, bytes) => {
  const { client } = await start({ isHttps: true });
  const invalid = client();
  invalid.send(bytes);
  await invalid.receives(/\r\n\r\n[A-Z][\w ]+\n$/);
  expect(invalid.text.slice(0, 12)).toBe(`HTTP/1.1 ${status}`);
  for (const header of [
    /^x-request-id: [\w-]{36}\r$/m,
    /^strict-transport-security: max-age=31536000\r$/m,
    /^x-content-type-options: nosniff\r$/m,
    /^content-length: \d+\r$/m,
    /^date: /im,
  ])
    expect(invalid.text).toMatch(header);
});

test('beyond the bound requests are refused before any work, until others are done; health is exempt', async () => {
  const { client, held } = await start({ maxRequests: 2, isHttps: true });
  const busy = [client(), client()];
  for (const each of busy) each.send(`GET /held ${HEAD}\r\n`);
  await expect.poll(() => held).toHaveLength(2);
  const refused = client();
  refused.send(`GET /api/v1/categories ${HEAD}Accept-Language: he\r\n\r\n`);
  await refused.receives(/"SERVICE_UNAVAILABLE".*\}\}$/s);
  expect(refused.text).toMatch(/^HTTP\/1\.1 503 /);
  expect(refused.text).toMatch(/^retry-after: 2\r$/m);
  expect(refused.text).toMatch(/^x-request-id: [\w-]{36}\r$/m);
  expect(refused.text).toMatch(/^strict-transport-security: /m);
  expect(refused.text).toMatch(/[א-ת]/);
  const person = client();
  person.send(`POST /transactions/new ${HEAD}Accept: text/html\r\nContent-Length: 3\r\n\r\na=b`);
  await person.receives('</html>');
  const id = /^x-request-id: ([\w-]{36})\r$/m.exec(person.text)?.[1];
  expect(person.text).toContain(`<bdi>${id}</bdi>`);
  expect(person.text).toContain('<html lang="en"');
  for (const [path, retry] of [
    ['/transactions?search=a&page=2', '/transactions?search=a&amp;page=2'],
    ['/"><b>', '/%22%3E%3Cb%3E'],
    ['//elsewhere.example/', '/'],
  ] as const) {
    const reader = client();
    reader.send(`GET ${path} ${HEAD}Accept: text/html\r\n\r\n`);
    await reader.receives('</html>');
    expect(/<a href="([^"]*)">/.exec(reader.text)?.[1]).toBe(retry);
  }
  for (const [path, answer] of [
    ['/health', 'healthy'],
    ['/file', 'a file'],
  ] as const) {
    const other = client();
    other.send(`GET ${path} ${HEAD}\r\n`);
    await other.receives(answer);
  }
  held.shift()?.();
  await expect.poll(() => busy.some(({ text }) => text.endsWith('released'))).toBe(true);
  refused.send(`GET /quick ${HEAD}\r\n`);
  await refused.receives(/quick$/);
});

test('clients that send slowly, or leave, take no place from others', async () => {
  const { client, held } = await start({ maxRequests: 2 });
  for (let turn = 0; turn < 4; turn += 1) client().send(`POST /held ${HEAD}Content-Length: 1000\r\n\r\nx`);
  const leaving = [client(), client()];
  for (const each of leaving) each.send(`GET /held ${HEAD}\r\n`);
  await expect.poll(() => held).toHaveLength(2);
  for (const each of leaving) each.leave();
  const other = client();
  await expect
    .poll(async () => {
      other.send(`GET /quick ${HEAD}\r\n`);
      await other.receives(/(quick|\}\})$/);
      return other.text.endsWith('quick');
    })
    .toBe(true);
});

test('requests that arrive together begin one by one: health need not wait for all', async () => {
  const { client, order } = await start();
  const clients = Array.from({ length: 21 }, client);
  await Promise.all(clients.map(({ open }) => open));
  // After an answer, the server knows the connection.
  for (const each of clients) {
    each.send(`GET /file ${HEAD}\r\n`);
    await each.receives(/a file$/);
  }
  for (const each of clients.slice(0, 20)) each.send(`GET /quick ${HEAD}\r\n`);
  clients[20]?.send(`GET /health ${HEAD}\r\n`);
  for (const each of clients) await each.receives(/(quick|healthy)$/);
  expect(order).toHaveLength(21);
  expect(order.indexOf('health')).toBeLessThan(5);
});
