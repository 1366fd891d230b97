import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { Hono } from 'hono';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { inSlot } from '../../src/domain/export/concurrent-exports.ts';
import { download } from '../../src/http/delivery/download.ts';
import { prepareOverloaded } from '../../src/http/delivery/overloaded.ts';
import { readFileHeaders } from '../../src/http/delivery/security-headers.ts';
import { createHttpServer } from '../../src/http/http-server.ts';
import { LONGEST_UNREAD } from '../../src/http/limits/slow-readers.ts';

const PAGE = 'x'.repeat(40_000_000);

/** An endless download, a large page, and a clock moved by hand. */
async function start() {
  let time = Date.parse('2026-06-15T09:00:00Z');
  let open = 0;
  let connection: Socket | undefined;
  const held: (() => void)[] = [];
  async function* endless(): AsyncGenerator<string> {
    open += 1;
    try {
      for (;;) yield 'row\r\n'.repeat(20_000);
    } finally {
      open -= 1;
    }
  }
  async function* late(): AsyncGenerator<string> {
    await new Promise<void>((resolve) => held.push(resolve));
    yield* endless();
  }
  const pipeline = new Hono()
    .get('/download', (call) =>
      download(call.req.raw, 'all.csv', 'text/csv', inSlot('a person', endless)).catch(() =>
        call.text('too many', 429),
      ),
    )
    .get('/late', (call) => download(call.req.raw, 'all.csv', 'text/csv', late()))
    .get('/page', (call) => call.text(PAGE));
  const { server, sweep } = createHttpServer({
    files: { serve: () => false },
    fetch: (request) => pipeline.fetch(request),
    headers: await readFileHeaders(false),
    overloaded: await prepareOverloaded(false),
    maxRequests: 64,
    trustedProxies: 0,
    log: { info: () => undefined },
    isStopping: () => false,
    now: () => new Date(time),
  });
  server.on('connection', (socket) => {
    connection = socket;
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    open: () => open,
    held,
    leaving: () => connect((server.address() as AddressInfo).port, '127.0.0.1'),
    connection: () => connection as Socket,
    passes(milliseconds: number) {
      time += milliseconds;
      sweep();
    },
    async ask(path: string) {
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      const [first] = await once(socket, 'data');
      socket.pause();
      return { socket, status: Number(String(first).slice(9, 12)) };
    },
  };
}

let server: Awaited<ReturnType<typeof start>>;

beforeEach(async () => {
  server = await start();
});

test.each(['/download', '/page'])(
  'a reader of %s that stops is given up after half a minute',
  async (path) => {
    await server.ask(path);
    const connection = server.connection();
    server.passes(0);
    server.passes(LONGEST_UNREAD - 1);
    expect(connection.destroyed).toBe(false);
    // Data that the system buffers counts as read.
    await expect
      .poll(() => {
        server.passes(LONGEST_UNREAD);
        return connection.destroyed;
      })
      .toBe(true);
  },
);

test('what a download held is free again, for the next one too', async () => {
  await server.ask('/download');
  await server.ask('/download');
  expect(server.open()).toBe(2);
  expect((await server.ask('/download')).status).toBe(429);
  await expect
    .poll(() => {
      server.passes(LONGEST_UNREAD);
      return server.open();
    })
    .toBe(0);
  expect((await server.ask('/download')).status).toBe(200);
});

test('a reader that leaves frees at once what its download held', async () => {
  const { socket } = await server.ask('/download');
  expect(server.open()).toBe(1);
  socket.destroy();
  await expect.poll(server.open).toBe(0);
});

test('so does one that leaves before its download has begun', async () => {
  const socket = server.leaving();
  socket.write('GET /late HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await expect.poll(() => server.held.length).toBe(1);
  socket.destroy();
  await expect.poll(() => server.connection().destroyed).toBe(true);
  for (const begin of server.held) begin();
  await turn();
  await expect.poll(server.open).toBe(0);
});

test('a slow reader of one large page is not given up, whatever it sends', async () => {
  const { socket } = await server.ask('/page');
  const connection = server.connection();
  const queued = () =>
    (connection as Socket & { _handle: { writeQueueSize: number } })._handle.writeQueueSize;
  for (let taken = 0; taken < 20; taken += 1) {
    const before = queued();
    do {
      socket.once('data', () => socket.pause()).resume();
      await once(socket, 'pause');
      await turn();
    } while (queued() === before);
    server.passes(LONGEST_UNREAD - 1000);
    expect(connection.destroyed).toBe(false);
  }
  await expect
    .poll(() => {
      socket.write('x');
      server.passes(1000);
      return connection.destroyed;
    })
    .toBe(true);
});

test('an answer that is long in coming is waited for, and so is a silent connection', async () => {
  const { socket } = await server.ask('/page');
  socket.resume();
  const connection = server.connection();
  await expect.poll(() => connection.writableLength).toBe(0);
  for (let hours = 0; hours < 3; hours += 1) server.passes(3_600_000);
  expect(connection.destroyed).toBe(false);
});
