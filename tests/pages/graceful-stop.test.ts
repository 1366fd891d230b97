import { Agent, get, type IncomingMessage } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { createStorage } from '../support/databases.ts';
import { createPerson, signIn } from '../support/people.ts';
import { type RunningServer, startServer } from '../support/server.ts';

const CLIENTS = 12;
const BEFORE_THE_STOP = 10;

test('a server that is stopped under load answers every request and exits with code 0', async () => {
  const server = await startServer();
  const { cookies } = await createPerson(server);
  const cookie = cookies.map((header) => header.split(';')[0]).join('; ');
  let answered = 0;
  const { promise: warm, resolve } = Promise.withResolvers<void>();
  const clients = Array.from({ length: CLIENTS }, () =>
    browse(server, cookie, () => {
      answered += 1;
      if (answered === CLIENTS * BEFORE_THE_STOP) resolve();
    }),
  );
  await warm;
  expect(await server.stop()).toBe(0);
  const statuses = (await Promise.all(clients)).flat();
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  expect(statuses.length).toBe(answered);
  expect(server.logs).not.toContain('unexpected error');
});

test('a stopping server says so in its health', async () => {
  const server = await startServer();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  await visit(`${server.url}/health`, agent);
  const stopped = server.stop();
  let health = await visit(`${server.url}/health`, agent);
  while (health.status === 200) health = await visit(`${server.url}/health`, agent);
  expect(health.status).toBe(503);
  agent.destroy();
  expect(await stopped).toBe(0);
});

test('behind a proxy, which has to ask for that first, a stopping server takes new connections', async () => {
  const server = await startServer({ TRUST_PROXY: '1' });
  const agent = new Agent({ keepAlive: false });
  const stopped = server.stop();
  while ((await visit(`${server.url}/health`, agent)).status === 200);
  expect((await visit(`${server.url}/`, agent)).status).toBe(302);
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
      date: today(),
    }),
  });
  expect(sent.status).toBe(303);
  expect(await second.stop()).toBe(0);
});

// As a browser does: one request after another on one connection, until the server announces its close.
async function browse(server: RunningServer, cookie: string, onAnswer: () => void): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const statuses: number[] = [];
  for (let closing = false; !closing; ) {
    const { status, headers } = await visit(`${server.url}/transactions`, agent, cookie);
    statuses.push(status);
    onAnswer();
    closing = headers.connection === 'close';
  }
  agent.destroy();
  return statuses;
}

function visit(
  url: string,
  agent: Agent,
  cookie = '',
): Promise<{ status: number; headers: IncomingMessage['headers'] }> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { cookie } }, (answer) => {
      answer.resume();
      answer.on('error', reject);
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers }));
    }).on('error', reject);
  });
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
