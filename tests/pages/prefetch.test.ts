import { expect, test } from 'vitest';
import { createNewcomer } from '../support/newcomer.ts';
import { declareOwnedServer } from '../support/owned-server.ts';

const server = declareOwnedServer();

const ask = (path: string, headers: Record<string, string>) =>
  fetch(server.url + path, { redirect: 'manual', headers });

test('pages of members say which links to fetch ahead, in the type that browsers take', async () => {
  const { browser } = await createNewcomer();
  const page = await ask('/transactions', { cookie: browser.cookies });
  const rules = page.headers.get('speculation-rules') ?? '';
  expect(rules).toMatch(/^"\/[^"]+"$/);
  const answer = await ask(JSON.parse(rules), {});
  expect(answer.headers.get('content-type')).toBe('application/speculationrules+json');
  expect(Object.keys((await answer.json()) as object)).toEqual(['prefetch']);
  expect((await ask('/login', {})).headers.has('speculation-rules')).toBe(false);
});

test('nothing is fetched ahead for those who save data or battery', async () => {
  const { browser } = await createNewcomer();
  const cookie = browser.cookies;
  const saving = await ask('/transactions', { cookie, 'save-data': 'on' });
  expect([saving.status, saving.headers.has('speculation-rules')]).toEqual([200, false]);
  const careful = await createNewcomer({ preferences: { performance_mode: 'battery' } });
  const page = await ask('/transactions', { cookie: careful.browser.cookies });
  expect([page.status, page.headers.has('speculation-rules')]).toEqual([200, false]);
});

test('what may change something discards what was fetched ahead, also when it is refused', async () => {
  const { browser } = await createNewcomer();
  for (const path of ['/transactions/new', '/api/v1/transactions/expense', '/login']) {
    const { headers } = await fetch(server.url + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: browser.cookies },
    });
    expect(headers.get('clear-site-data'), path).toBe('"prefetchCache", "prerenderCache"');
  }
  const { headers } = await ask('/transactions', { cookie: browser.cookies });
  expect(headers.has('clear-site-data')).toBe(false);
});

test('a message is left for the page that it is meant for', async () => {
  const { browser } = await createNewcomer();
  const { _csrf = '' } = (await browser.open('/transactions/new')).form('amount').fields;
  const added = await fetch(`${server.url}/transactions/new`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: browser.cookies },
    body: new URLSearchParams({
      _csrf,
      type: 'expense',
      amount: '5',
      description: 'Tea',
      date: '2026-11-01',
    }),
  });
  expect(added.status).toBe(303);
  const flash = added.headers
    .getSetCookie()
    .map((header) => header.split(';')[0])
    .join('; ');
  const cookie = `${browser.cookies}; ${flash}`;
  const ahead = await ask('/transactions', { cookie, 'sec-purpose': 'prefetch' });
  expect([ahead.status, ahead.headers.getSetCookie()]).toEqual([503, []]);
  const opened = await ask('/transactions', { cookie });
  expect(opened.status).toBe(200);
  expect(opened.headers.getSetCookie().join()).toContain('Max-Age=0');
});
