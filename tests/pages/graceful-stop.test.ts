import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createStorage } from '../support/databases.ts';
import { createPerson, signIn } from '../support/people.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { TODAY } from '../support/today.ts';

const CLIENTS = 6;

test('a server that is stopped under load answers every request and exits with code 0', async () => {
  const server = await startServer();
  const { cookies } = await createPerson(server);
  const cookie = cookies.map((header) => header.split(';')[0]).join('; ');
  const head = `GET /transactions HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n`;
  const clients = await Promise.all(Array.from({ length: CLIENTS }, () => beginRequest(server, head)));
  // Connections are accepted in turn.
  expect((await fetch(`${server.url}/transactions`, { headers: { cookie } })).status).toBe(200);
  // Some requests end before the stop, the others after it.
  const late = clients.splice(CLIENTS / 2);
  await Promise.all(clients.map(({ end }) => end()));
  const stopped = server.stop();
  await expect.poll(() => server.logs).toContain('"stopping"');
  await Promise.all(late.map(({ end }) => end()));
  for (const { answer } of [...clients, ...late]) expect(await answer).toMatch(/^HTTP\/1\.1 200 .*<\/html>/s);
  for (const { answer } of late) expect(await answer).toMatch(/^connection: close\r$/im);
  expect(await stopped).toBe(0);
  expect(server.logs).not.toContain('unexpected error');
});

test('a stopping server says so in its health', async () => {
  const server = await startServer();
  const { end, answer } = await beginRequest(server, 'GET /health HTTP/1.1\r\nHost: localhost\r\n');
  expect((await fetch(`${server.url}/health`)).status).toBe(200);
  const stopped = server.stop();
  await expect.poll(() => server.logs).toContain('"stopping"');
  await end();
  expect(await answer).toMatch(/^HTTP\/1\.1 503 /);
  expect(await stopped).toBe(0);
});

test('behind a proxy, which has to ask for that first, a stopping server takes new connections', async () => {
  const server = await startServer({ TRUST_PROXY: '1' });
  const stopped = server.stop();
  let answer = await visit(server.url);
  while (answer.headers.connection !== 'close') answer = await visit(server.url);
  expect(answer.statusCode).toBe(302);
  expect(await stopped).toBe(0);
});

test('sessions and forms survive a restart', async () => {
  const storage = await createStorage('sqlite');
  onTestFinished(() => storage.remove());
  const first = await startServer({ DATA_DIR: storage.DATA_DIR });
  const person = await createPerson(first);
  const { cookies } = await signIn(first, person);
  const headers = { cookie: cookies.map((header) => header.split(';')[0]).join('; ') };
  const form = await (await fetch(`${first.url}/transactions/new`, { headers })).text();
  const token = /name="_csrf" value="([^"]+)"/.exec(form)?.[1] ?? '';
  expect(await first.stop()).toBe(0);

  const second = await startServer({ DATA_DIR: storage.DATA_DIR });
  expect((await fetch(`${second.url}/`, { headers, redirect: 'manual' })).status).toBe(200);
  const sent = await fetch(`${second.url}/transactions/new`, {
    method: 'POST',
    headers,
    redirect: 'manual',
    body: new URLSearchParams({
      _csrf: token,
      type: 'expense',
      amount: '5',
      description: 'x',
      date: TODAY,
    }),
  });
  expect(sent.status).toBe(303);
  expect(await second.stop()).toBe(0);
});

/** Sends a request but for the end of its head. */
async function beginRequest({ url }: RunningServer, head: string) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let received = '';
  socket.setEncoding('utf8').on('data', (text) => {
    received += text;
  });
  const send = (text: string) => new Promise<void>((resolve) => socket.write(text, () => resolve()));
  await send(head);
  return { end: () => send('\r\n'), answer: once(socket, 'close').then(() => received) };
}

/** On a connection of its own, which only a stopping server closes. */
async function visit(url: string): Promise<IncomingMessage> {
  const agent = new Agent({ keepAlive: true });
  const [answer] = (await once(get(url, { agent }), 'response')) as [IncomingMessage];
  await once(answer.resume(), 'end');
  agent.destroy();
  return answer;
}
