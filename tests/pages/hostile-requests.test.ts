import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createStorage, type Storage } from '../support/databases.ts';
import { createPerson, type Person } from '../support/people.ts';
import { sendRaw, statusOf } from '../support/raw-request.ts';
import { type RunningServer, startServer } from '../support/server.ts';

// It refuses more texts than SQLite.
describe('on postgres', () => {
  let storage: Storage;
  let server: RunningServer;
  let owner: Person;
  let cookie: string;
  let unfinished: Promise<string>;

  beforeAll(async () => {
    storage = await createStorage('postgres');
    server = await startServer({ DATA_DIR: storage.DATA_DIR, DATABASE_URL: storage.DATABASE_URL });
    owner = await createPerson(server);
    unfinished = sendRaw(server.url, 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
    const person = await createPerson(server);
    cookie = person.cookies.map((header) => header.split(';')[0]).join('; ');
  });

  afterAll(async () => {
    await server.kill();
    await storage.remove();
  });

  const get = (target: string, headers: string[] = []) =>
    sendRaw(server.url, `${[`GET ${target} HTTP/1.1`, ...headers].join('\r\n')}\r\n\r\n`);
  const ordinary = () => [`Host: ${new URL(server.url).host}`, 'Connection: close', `Cookie: ${cookie}`];

  test.each(['a b', 'evil host/', 'x:y:z', '[', '<script>', 'host:99999', '%00'])(
    'the host %j is refused',
    async (host) => {
      expect(statusOf(await get('/', [`Host: ${host}`, 'Connection: close']))).toBe(400);
    },
  );

  test('a client that disconnects in the middle of a body causes no server error', async () => {
    const before = server.logs.length;
    const { hostname, port } = new URL(server.url);
    const socket = connect({ host: hostname, port: Number(port) });
    const head = ['POST /api/v1/login HTTP/1.1', ...ordinary(), 'Content-Type: application/json'];
    socket.write(`${[...head, 'Transfer-Encoding: chunked'].join('\r\n')}\r\n\r\n1\r\n{\r\n`);
    // The answer to another request shows that this one was processed.
    await get('/health', ordinary());
    socket.destroy();
    await expect.poll(() => server.logs.slice(before)).toContain('"path":"/api/v1/login"');
    expect(server.logs.slice(before)).not.toContain('"level":"error"');
  });

  test('a missing host is refused', async () => {
    expect(statusOf(await get('/', ['Connection: close']))).toBe(400);
  });

  test.each([
    'http://evil.example/',
    '//evil.example',
    '/%',
    '/%E0%A4%A',
    `/%${'25'.repeat(12)}x`,
    '/%00',
    '/transactions/%00/edit',
    '/transactions/%E0%A4%A/edit',
    '/transactions/%EF%BF%BE/delete',
    `/transactions/${'x'.repeat(300)}/edit`,
    '/transactions?page=%00&status=%00',
    '/transactions?page=99999999999999999999',
    '/verify-email/%00',
    '/login?return=%00',
    '/..%2f..%2fetc%2fpasswd',
    '/../../etc/passwd',
    '/_astro/%2e%2e/%2e%2e/server/entry.mjs',
    '/_server-islands/x',
    '/_actions/x',
    '/_image?href=http://169.254.169.254/',
    '/\\evil',
    '/api/v1/transactions/%00',
    '/api/v1/transactions?search=%00',
    `/${'x'.repeat(10_000)}`,
  ])('the address %s never causes a server error', async (target) => {
    const status = statusOf(await get(target, ordinary()));
    expect(status).toBeGreaterThanOrEqual(200);
    expect(status).toBeLessThan(500);
  });

  test.each([
    '/_image',
    '//_image?href=/favicon.svg',
    '/%5fimage?href=/favicon.svg',
    '/_actions/x',
    '/_server-islands/x',
  ])('the address %s reaches no endpoint of the framework', async (target) => {
    expect(statusOf(await get(target, ordinary()))).toBe(404);
  });

  test.each(['/admin', '/%61dmin', '/%2561dmin', '//admin', '/\\admin', '/admin/', '/./admin', '/ADMIN'])(
    'the address %s shows no administration to a user',
    async (target) => {
      const answer = await get(target, ordinary());
      expect([301, 302, 308, 400, 403, 404]).toContain(statusOf(answer));
    },
  );

  test('text that a database cannot store is refused at its field', async () => {
    const answer = await fetch(`${server.url}/transactions/new`, {
      method: 'POST',
      headers: { cookie, origin: server.url },
      body: new URLSearchParams({ type: 'expense', amount: '5', description: 'a\0b', date: '2026-01-31' }),
    });
    expect(answer.status).toBeLessThan(500);
  });

  test('a body over the limit is refused, with or without a declared length', async () => {
    const body = `email=${'x'.repeat(70_000)}`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: server.url };
    const declared = await fetch(`${server.url}/login`, { method: 'POST', headers, body });
    expect(declared.status).toBe(413);
    const untold = await fetch(`${server.url}/login`, {
      method: 'POST',
      headers,
      body: new Blob([body]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(untold.status).toBe(413);
    expect((await fetch(`${server.url}/login`)).status).toBe(200);
  });

  test.each([
    ['401', 'POST', '/api/v1/transactions/bulk', {}, 1_000_000],
    ['403', 'POST', '/api/v1/transactions/bulk', { cookie: 'pruta_access=x' }, 1_000_000],
    ['405', 'PUT', '/api/v1/transactions/bulk', { authorization: 'Bearer x' }, 1_000_000],
    ['413', 'POST', '/api/v1/transactions/expense', { authorization: 'Bearer x' }, 100_000],
    ['413', 'POST', '/api/v1/transactions/bulk', { authorization: 'Bearer x' }, 8_000_000],
    ['413', 'POST', '/api/v1/transactions/bulk', { 'transfer-encoding': 'chunked' }, 8_000_000],
    ['413', 'POST', '/login', {}, 8_000_000],
  ])(
    'after a body refused with %s (%s %s, %j, %i bytes), the connection answers the next request',
    async (status, method, path, headers, size) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const send = async (target: string, options: object, body?: Buffer) => {
        const sent = request(`${server.url}${target}`, { agent, ...options }).end(body);
        const [answer] = (await once(sent, 'response')) as [IncomingMessage];
        const { localPort } = answer.socket;
        return { status: String(answer.statusCode), localPort, text: await text(answer) };
      };
      const type = { 'content-type': 'application/json' };
      const refused = await send(path, { method, headers: { ...type, ...headers } }, Buffer.alloc(size, 'x'));
      expect([refused.status, refused.text.slice(-10)]).toEqual([status, expect.stringMatching(/[}>]\s*$/)]);
      const next = await send('/api/v1/users/profile', {
        headers: { authorization: `Bearer ${owner.accessToken}` },
      });
      expect([next.status, next.localPort]).toEqual(['200', refused.localPort]);
      agent.destroy();
    },
  );

  test('every line of the log is JSON, also those of the framework', async () => {
    const headers = { cookie, origin: server.url };
    const { status } = await fetch(`${server.url}/logout`, { method: 'PATCH', headers });
    expect(status).toBe(404);
    await expect.poll(() => server.logs).toContain('No API Route handler exists');
    const lines = server.logs.slice(0, server.logs.lastIndexOf('\n')).split('\n');
    for (const line of lines) expect(() => JSON.parse(line), line).not.toThrow();
  });

  test('a client that never finishes its headers is disconnected', async () => {
    // Sent before all other tests, which run while its time elapses.
    expect(statusOf(await unfinished)).toBe(408);
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
  });

  test('no request was authenticated, and none caused an error', async () => {
    const headers = { authorization: `Bearer ${owner.accessToken}` };
    expect((await fetch(`${server.url}/api/v1/users/profile`, { headers })).status).toBe(200);
    expect(server.logs).not.toMatch(/unexpected error|a page failed|URL encoding/);
  });
});
