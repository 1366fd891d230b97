import { expect, test } from 'vitest';
import { describedApi } from '../../src/api/index.ts';
import { cookieNames } from '../../src/http/authentication/cookies.ts';
import { LOCALES } from '../../src/i18n/locales.ts';
import { translator } from '../../src/i18n/translate.ts';
import { textOf } from '../support/html.ts';
import { declareOwnedServer } from '../support/owned-server.ts';

const server = declareOwnedServer();

const document = await describedApi(cookieNames(false));

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);

async function read(path: string, locale = 'en') {
  const response = await fetch(server.url + path, { headers: { 'accept-language': locale } });
  return { response, html: await response.text() };
}

test.each(LOCALES)('anybody can read every call of the API, in the layout of %s', async (locale) => {
  const { response, html } = await read('/api/docs', locale);
  const text = textOf(html);
  expect(response.status).toBe(200);
  expect(html).toContain(`<html lang="${locale}" dir="${locale === 'he' ? 'rtl' : 'ltr'}"`);
  expect([...html.matchAll(/<h1[ >]/g)]).toHaveLength(1);
  expect(text).toContain(translator(locale)('help:api.intro'));
  for (const { path, method, operation } of operations) {
    expect(html).toContain(`href="#${operation.operationId}"`);
    expect(html).toContain(`id="${operation.operationId}"`);
    expect(text).toContain(`${method} ${path} ${operation.summary.replaceAll('`', '')}`);
  }
  expect(text).not.toMatch(/undefined|\[object|NaN/);
});

test('each reference links to an element of the page, and each element has an id of its own', async () => {
  const { html } = await read('/api/docs');
  const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const targets = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  expect(targets.length).toBeGreaterThan(operations.length);
  for (const target of targets) expect(ids).toContain(target);
});

test('a call is shown with its fields, limits, answers and a command line', async () => {
  const { html } = await read('/api/docs');
  const part = textOf(/<section[^>]* id="postTransactionsExpense"[\s\S]*?<\/section>/.exec(html)?.[0] ?? '');
  for (const words of [
    'In answers, amount is in your currency, and null while no rate is known.',
    'amount number or text or null 0.01 to 1000000, at most two decimals.',
    'notes text or null, at most 500 characters',
    'type "expense" | "income"',
    'Idempotency-Key text, at most 255 characters',
    'Answer 201',
    '409 IDEMPOTENCY_CONFLICT, LOCKED ·',
    '429 RATE_LIMITED',
    `curl -X POST ${server.url}/api/v1/transactions/expense`,
    '-d \'{"amount":12.5',
  ]) {
    expect(part).toContain(words);
  }
});

test('it has only the script of every page, and loads nothing from other sites', async () => {
  const { html, response } = await read('/api/docs');
  const other = await read('/legal/terms');
  const scripts = (page: string) =>
    [...page.matchAll(/<script[^>]*src="([^"]+)"/g)].map(([, source]) => source);
  expect(scripts(html)).toEqual(scripts(other.html));
  for (const [, source] of html.matchAll(/<(?:script|img|link)[^>]*(?:src|href)="([^"]+)"/g)) {
    expect(source).toMatch(/^\/(?!\/)/);
  }
  expect(response.headers.get('content-security-policy')).toBe(
    other.response.headers.get('content-security-policy'),
  );
});

test('it is the only page among the addresses of the API', async () => {
  expect((await read('/api/docs/')).response.status).toBe(200);
  for (const path of ['/api', '/api/doc', '/api/docs.html', '/api/docs/x', '/api/v1/docs', '/api/docsx']) {
    const { response, html } = await read(path);
    expect([response.status, JSON.parse(html).error.code], path).toEqual([404, 'NOT_FOUND']);
  }
});

test('every page links to the help, and that to the calls', async () => {
  for (const path of ['/login', '/legal/terms', '/api/docs']) {
    expect((await read(path)).html).toContain('href="/help"');
  }
  expect((await read('/help')).html).toContain('href="/api/docs"');
});

test.each(LOCALES)('calls are found by words, also without scripts, in %s', async (locale) => {
  const t = translator(locale);
  const all = (await read('/api/docs', locale)).html;
  const { html } = await read('/api/docs?q=Undo%20BULK-delete', locale);
  const calls = (page: string) =>
    [...page.matchAll(/<section class="api-call" id="([a-z]\w+)"/g)].map(([, id]) => id);
  expect(calls(html)).toEqual(['postTransactionsBulkDelete']);
  expect(calls(all).length).toBeGreaterThan(50);
  expect(textOf(html)).toContain(t('help:api.found', { count: 1 }));
  expect(html).toContain('value="Undo BULK-delete"');
  // Links between calls need their targets.
  expect(html).toContain('id="shape-Transaction"');
  const none = await read(`/api/docs?q=${encodeURIComponent('"><script>x')}`, locale);
  expect(none.response.status).toBe(200);
  expect(textOf(none.html)).toContain(t('help:api.foundNone'));
  expect(none.html).toContain('value="&quot;><script>x"');
});

test('what is found stands right after the search', async () => {
  const introduction = 'Everything is JSON in UTF-8';
  expect(textOf((await read('/api/docs')).html)).toContain(introduction);
  const found = textOf((await read('/api/docs?q=suggestions')).html);
  expect(found).toContain('GET /categories/suggestions');
  expect(found).not.toContain(introduction);
});
