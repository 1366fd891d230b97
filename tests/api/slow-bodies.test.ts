import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { endSlowBodies } from '../../src/http/limits/slow-bodies.ts';

const SECOND = 1000;

/** A server reading a body, a clock moved by hand, and a client in the middle of a large body. */
async function begin() {
  let time = 0;
  const slow = endSlowBodies(
    () => time,
    () => 'HTTP/1.1 408 Request Timeout\r\n\r\n',
  );
  let request: IncomingMessage | undefined;
  const server = createServer((incoming, response) => {
    slow.watch(incoming, response);
    request = incoming;
    incoming.resume().once('end', () => response.end('done'));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    answer += chunk;
  });
  const closed = once(socket, 'close');
  const send = async (body: string) => {
    const before = request?.socket.bytesRead ?? 0;
    socket.write(body);
    await expect.poll(() => request?.socket.bytesRead ?? 0).toBeGreaterThanOrEqual(before + body.length);
  };
  await send('POST /profile/picture HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000000\r\n\r\n');
  return {
    send,
    closed,
    answer: () => answer,
    isOpen: () => socket.readyState === 'open',
    passes(seconds: number) {
      time += seconds * SECOND;
      slow.sweep();
    },
  };
}

test('a body without any data is ended after half a minute', async () => {
  const { passes, closed, answer, isOpen } = await begin();
  passes(30);
  expect(isOpen()).toBe(true);
  passes(1);
  await closed;
  expect(answer()).toMatch(/^HTTP\/1\.1 408 /);
});

test('a byte now and then does not keep a connection open', async () => {
  const { send, passes, closed, answer } = await begin();
  for (let second = 0; second < 30; second += 1) {
    await send('x');
    passes(1);
  }
  await send('x');
  passes(1);
  await closed;
  expect(answer()).toMatch(/^HTTP\/1\.1 408 /);
});

test('a body at eight kilobytes a second may take minutes', async () => {
  const { send, passes, closed, answer, isOpen } = await begin();
  const piece = 'x'.repeat(100_000);
  for (let sent = 0; sent < 4_900_000; sent += piece.length) {
    await send(piece);
    passes(12);
    expect(isOpen()).toBe(true);
  }
  await send(piece);
  await expect.poll(answer).toMatch(/^HTTP\/1\.1 200 /);
  // It is complete: later time does not end it.
  passes(1000);
  expect(answer()).not.toContain('408');
  expect(await Promise.race([closed, 'open'])).toBe('open');
});

test('however fast it is sent, a body ends after a quarter of an hour', async () => {
  const { send, passes, closed } = await begin();
  await send('x'.repeat(4_900_000));
  passes(15 * 60 - 1);
  passes(2);
  await closed;
});
