import { existsSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { createStorage, ENGINES } from './databases.ts';
import { createPerson, signIn } from './people.ts';
import { startServer } from './server.ts';

test('a server starts healthy, exits with code 0 when stopped, and leaves nothing behind', async () => {
  const server = await startServer();
  const health = await fetch(`${server.url}/health`);
  expect(await health.json()).toMatchObject({ status: 'ok', database: { engine: 'sqlite', ok: true } });
  expect(await server.stop()).toBe(0);
  expect(existsSync(server.dataDir)).toBe(false);
});

test.each(ENGINES)('people on %s can sign in after the server was killed', async (engine) => {
  const storage = await createStorage(engine);
  onTestFinished(() => storage.remove());
  const { DATA_DIR, DATABASE_URL } = storage;
  const first = await startServer({ DATA_DIR, DATABASE_URL });
  const owner = await createPerson(first);
  const guest = await createPerson(first);
  await first.kill();
  const second = await startServer({ DATA_DIR, DATABASE_URL });
  expect((await signIn(second, owner)).accessToken).not.toBe('');
  expect((await signIn(second, guest)).accessToken).not.toBe('');
  await second.kill();
});

test('a server whose port was taken meanwhile is not mistaken for the one that answers there', async () => {
  const other = await startServer();
  onTestFinished(() => other.kill());
  await expect(startServer({ PORT: new URL(other.url).port })).rejects.toThrow('EADDRINUSE');
});

test('a server that cannot start fails with its own message', async () => {
  await expect(startServer({ TRUST_PROXY: 'perhaps' })).rejects.toThrow('TRUST_PROXY');
});
