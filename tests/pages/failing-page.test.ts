import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { translator } from '../../src/i18n/translate.ts';
import { textOf } from '../support/html.ts';
import { createPerson } from '../support/people.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { record } from '../support/transactions.ts';

// Separate, because it loses tables.
let server: RunningServer;

beforeAll(async () => {
  server = await startServer();
  await createPerson(server);
});

afterAll(() => server?.kill());

const CASES = [
  { what: 'the page itself', table: 'transactions', title: 'pages:errorTitle', retry: 'pages:tryAgain' },
  { what: 'the authentication', table: 'sessions', title: 'pages:brokenTitle', retry: 'common:retry' },
] as const;

test.each(CASES)(
  'when $what fails, people get a page with the request id, and the log has the cause',
  async ({ table, title, retry }) => {
    const person = await createPerson(server, { language_preference: 'he' });
    await record(person, [{ amount: 5, description: 'x' }]);
    const cookie = person.cookies.map((header) => header.split(';')[0]).join('; ');
    const headers = { cookie, accept: 'text/html,*/*;q=0.8', 'accept-language': 'he' };
    // Not the page below, which could be answered with 304 later.
    expect((await fetch(`${server.url}/transactions/new`, { headers })).status).toBe(200);
    lose(table);

    const answer = await fetch(`${server.url}/transactions?again=1`, { headers });
    const html = await answer.text();
    const requestId = answer.headers.get('x-request-id') ?? '';
    expect(answer.status).toBe(500);
    expect(answer.headers.get('content-type')).toMatch(/^text\/html; charset=utf-8$/i);
    expect(html).toMatch(/<html lang="he" dir="rtl"/);
    expect(textOf(html)).toContain(translator('he')(title));
    expect(/<a [^>]*href="\/transactions\?again=1"[^>]*>([^<]*)/.exec(html)?.[1]?.trim()).toBe(
      translator('he')(retry),
    );
    // The buttons for theme and language return to it too.
    expect(html).not.toContain('"/500');
    expect(textOf(html)).toContain(requestId);
    // In the person's frame if the session is known, otherwise in a guest's.
    expect(html.includes(person.email)).toBe(table === 'transactions');
    expect(html).not.toContain('href="/settings"');
    expect(html).not.toMatch(/no such table|at .*\.(ts|mjs):\d+/);
    // The log's own pipe may be slower than the answer.
    await expect.poll(() => errorLineOf(requestId)).toContain('no such table');
    // The bundle's line numbers would be useless.
    expect(errorLineOf(requestId)).toMatch(/at \S+ \(file:\S+\/src\/\S+\.(ts|astro):\d+:\d+\)/);
    expect(errorLineOf(requestId)).not.toContain('/dist/server/');
    expect((await fetch(`${server.url}/login`)).status).toBe(200);
  },
);

test('when the authentication fails, the API answers in the language of the request', async () => {
  const { accessToken } = await createPerson(server);
  lose('sessions');
  const headers = { authorization: `Bearer ${accessToken}`, 'accept-language': 'he' };
  const answer = await fetch(`${server.url}/api/v1/categories`, { headers });
  expect(answer.status).toBe(500);
  expect(await answer.json()).toMatchObject({
    error: { code: 'SERVER_ERROR', message: translator('he')('errors:SERVER_ERROR') },
  });
});

test('a failed sign-in shows an error on its page and leaves the address in its field', async () => {
  const { email, password } = await createPerson(server);
  lose('sessions');
  const answer = await fetch(`${server.url}/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: server.url },
    body: new URLSearchParams({ email, password }),
  });
  const html = await answer.text();
  expect(answer.status).toBe(500);
  expect(textOf(html)).toContain(translator('en')('failures:signIn.SERVER_ERROR'));
  expect(html).toContain(`value="${email}"`);
  expect(html).not.toContain(password);
  const requestId = answer.headers.get('x-request-id') ?? '';
  await expect.poll(() => errorLineOf(requestId)).toContain('no such table');
});

test('an error outside a form is shown with its status, in the reader’s language', async () => {
  const answer = await fetch(`${server.url}/preferences/visit`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: server.url, 'accept-language': 'he', accept: 'text/html' },
    body: new URLSearchParams({ theme: 'plaid' }),
  });
  const html = await answer.text();
  const t = translator('he');
  expect(answer.status).toBe(400);
  expect(html).toMatch(/<html lang="he" dir="rtl"/);
  expect(textOf(html)).toContain(t('pages:refusedTitle'));
  expect(textOf(html)).toContain(t('errors:VALIDATION_ERROR'));
  expect(textOf(html)).not.toContain(t('pages:tryAgain'));
  expect(errorLineOf(answer.headers.get('x-request-id') ?? '')).toBeUndefined();
});

test('a failed button without a form shows a page too, and the log has the cause', async () => {
  const person = await createPerson(server);
  const cookie = person.cookies.map((header) => header.split(';')[0]).join('; ');
  lose('revisions');
  const answer = await fetch(`${server.url}/categories/${person.id}/archive`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      cookie,
      origin: server.url,
      referer: `${server.url}/categories?archived=true`,
      accept: 'text/html',
    },
    body: new URLSearchParams({ _key: 'x' }),
  });
  const html = await answer.text();
  expect(answer.status).toBe(500);
  expect(textOf(html)).toContain(translator('en')('pages:brokenTitle'));
  expect(html).toMatch(/<a href="\/categories\?archived=true">Try again<\/a>/);
  const requestId = answer.headers.get('x-request-id') ?? '';
  expect(textOf(html)).toContain(requestId);
  await expect.poll(() => errorLineOf(requestId)).toContain('no such table');
});

test('forms that cannot be saved while the database is locked keep what was typed', async () => {
  const person = await createPerson(server);
  const cookie = person.cookies.map((header) => header.split(';')[0]).join('; ');
  const send = (path: string, typed: Record<string, string>) =>
    fetch(server.url + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie, origin: server.url, accept: 'text/html' },
      body: new URLSearchParams(typed),
    });
  const lock = new DatabaseSync(join(server.dataDir, 'pruta.db'));
  onTestFinished(() => lock.close());
  lock.exec('begin immediate');
  const time = { date: '2026-01-31', time: '10:00' };
  const answers = [
    send('/transactions/new', { type: 'expense', amount: '5', description: 'Held', ...time }),
    send('/categories/new', { type: 'expense', name: 'Held' }),
  ];
  for (const [index, error] of (['errors:addingFailed', 'errors:SERVICE_UNAVAILABLE'] as const).entries()) {
    const answer = (await answers[index]) ?? expect.fail();
    const html = await answer.text();
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(textOf(html)).toContain(translator('en')(error));
    expect(html).toContain('value="Held"');
    const requestId = answer.headers.get('x-request-id') ?? '';
    await expect.poll(() => errorLineOf(requestId)).toContain('database is locked');
  }
});

test('a page of guests that fails is not taken for one that needs a session', async () => {
  lose('users');
  const answer = await fetch(`${server.url}/register`, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([500, null]);
  expect(textOf(await answer.text())).toContain(translator('en')('pages:errorTitle'));
});

function errorLineOf(requestId: string): string | undefined {
  return server.logs.split('\n').find((line) => line.includes(requestId) && line.includes('"level":"error"'));
}

// As if a disk had lost the table, until the end of the test.
function lose(table: string): void {
  rename(table, 'lost');
  onTestFinished(() => rename('lost', table));
}

function rename(from: string, to: string): void {
  const database = new DatabaseSync(join(server.dataDir, 'pruta.db'));
  // References to the table stay valid under its old name.
  database.exec(
    `pragma busy_timeout = 5000; pragma legacy_alter_table = on; pragma foreign_keys = off; alter table ${from} rename to ${to}`,
  );
  database.close();
}
