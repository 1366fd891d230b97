import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { childEnvironment, ROOT } from '../../scripts/children.ts';
import { freePort } from '../support/port.ts';

const ended: (() => void)[] = [];

afterEach(() => {
  for (const end of ended.splice(0)) end();
});

async function startUnread(command: string, args: string[], environment: NodeJS.ProcessEnv = {}) {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'pruta-stop-'));
  const PORT = String(await freePort());
  const url = `http://127.0.0.1:${PORT}`;
  const child = spawn(command, args, {
    cwd: ROOT,
    env: childEnvironment({ DATA_DIR, PORT, RATE_LIMIT_SCALE: '1000', ...environment }),
    stdio: ['ignore', 'pipe', 'ignore'],
    // In its own process group, since nothing of it may be left.
    detached: true,
  });
  child.stdout?.pause();
  ended.push(() => {
    if (isLeft(child)) process.kill(-Number(child.pid), 'SIGKILL');
    child.stdout?.destroy();
    rmSync(DATA_DIR, { recursive: true, force: true });
  });
  const isHealthy = () =>
    fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isHealthy).toBe(true);
  return { url, child };
}

function isLeft({ pid }: ChildProcess): boolean {
  try {
    return process.kill(-Number(pid), 0);
  } catch {
    return false;
  }
}

/** Far more than a pipe holds. */
async function fillLog(url: string): Promise<void> {
  for (let turn = 0; turn < 300; turn += 1) {
    expect((await fetch(`${url}/api/v1/${'x'.repeat(8000)}`)).status).toBe(404);
  }
}

async function stopped(child: ChildProcess): Promise<number | null> {
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  return (await exit)[0];
}

test('a server whose log nobody reads goes on answering, and stops', async () => {
  const { url, child } = await startUnread(process.execPath, ['dist/server/server.mjs']);
  await fillLog(url);
  expect(await stopped(child)).toBe(0);
});

test('a server whose log ends in the middle goes on answering, and stops', async () => {
  const { url, child } = await startUnread(process.execPath, ['dist/server/server.mjs']);
  child.stdout?.destroy();
  await fillLog(url);
  expect(await stopped(child)).toBe(0);
});

test('npm start passes SIGTERM on to the server, and leaves nothing running', async () => {
  const { child } = await startUnread('npm', ['start']);
  expect(await stopped(child)).toBe(0);
  expect(isLeft(child)).toBe(false);
});

test('a second SIGTERM does not end running requests', async () => {
  const { url, child } = await startUnread(process.execPath, ['dist/server/server.mjs']);
  const exit = once(child, 'exit');
  const { socket, answer } = await openRequest(url);
  // The answer to another request shows that this one has arrived.
  await fetch(`${url}/health`);
  child.kill('SIGTERM');
  await expect.poll(() => fetch(`${url}/health`).catch(() => 'refused')).toBe('refused');
  child.kill('SIGTERM');
  socket.write('{}');
  expect(await answer).toContain('401');
  expect(child.signalCode).toBe(null);
  await exit;
  expect(child.exitCode).toBe(0);
});

/** The last two bytes of the request are missing. */
async function openRequest(url: string) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  let text = '';
  const answer = new Promise<string>((resolve) => {
    socket.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', () => undefined).on('close', () => resolve(text));
  });
  socket.write(
    'POST /api/v1/users/refresh-token HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n',
  );
  return { socket, answer };
}

test('a mail server that never finishes does not keep a stopping server', async () => {
  const sockets: Socket[] = [];
  const mailServer = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined));
    socket.write('220 hello\r\n');
    // Never idle, and never done.
    const timer = setInterval(() => socket.write('250-more\r\n'), 200);
    socket.on('close', () => clearInterval(timer));
  }).listen(0, '127.0.0.1');
  ended.push(() => {
    for (const socket of sockets) socket.destroy();
    mailServer.close();
  });
  await once(mailServer, 'listening');
  const { port } = mailServer.address() as { port: number };
  const SMTP_URL = `smtp://127.0.0.1:${port}`;
  const { url, child } = await startUnread(process.execPath, ['dist/server/server.mjs'], { SMTP_URL });
  for (const email of ['owner@example.org', 'member@example.org']) {
    const body = { firstName: 'A', lastName: 'B', email, password: 'Korrekt-Pferd-9', acceptedTerms: true };
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    expect((await fetch(`${url}/api/v1/users/register`, init)).status).toBe(201);
  }
  await expect.poll(() => sockets.length).toBeGreaterThan(0);
  expect(await stopped(child)).toBe(1);
});
