import fc from 'fast-check';
import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { DomainError } from '../../src/domain/error.ts';
import type { HttpEnv } from '../../src/http/call.ts';
import { plainError } from '../../src/http/delivery/errors.ts';
import { boundedAddress, returnTo } from '../../src/http/pages/return-to.ts';

describe('the page to return to', () => {
  test.each([
    ['/', '/'],
    ['/transactions', '/transactions'],
    ['/transactions?page=2&search=%D7%9C%D7%97%D7%9D', '/transactions?page=2&search=%D7%9C%D7%97%D7%9D'],
    ['/transactions/1/edit', '/transactions/1/edit'],
    ['/transactions?next=https://evil.example', '/transactions?next=https://evil.example'],
    ['/a/../transactions', '/transactions'],
    ['/transactions#top', '/transactions'],
  ])('%j is %j', (wanted, expected) => {
    expect(returnTo(wanted)).toBe(expected);
  });

  test.each([
    undefined,
    null,
    '',
    'transactions',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/ /evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/./\\evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    '/%2E%2e//evil.example',
    '/a/%2e%2e//evil.example/%2e',
    '/%5cevil.example',
    '/%5Cevil.example',
    '/x%0d%0aSet-Cookie:a=b',
    '/x\r\nSet-Cookie: a=b',
    'https://evil.example',
    'https:/evil.example',
    'javascript:alert(1)',
    ' //evil.example',
    'data:text/html,x',
    '/שלום',
    '@evil.example',
  ])('%j could lead elsewhere and is /', (wanted) => {
    expect(returnTo(wanted)).toBe('/');
  });

  test('always is a path of our own, whatever is requested', () => {
    const pieces = fc.constantFrom(
      '/',
      '//',
      '\\',
      '.',
      '..',
      '%2e',
      '%2f',
      '%5c',
      '@',
      ':',
      '?',
      '#',
      'evil.example',
      '\t',
      '%09',
      ';',
    );
    const wanted = fc.oneof(
      fc.webUrl(),
      fc.string(),
      fc.array(pieces, { maxLength: 8 }).map((parts) => `/${parts.join('')}`),
    );
    fc.assert(
      fc.property(wanted, (text) => {
        const page = returnTo(text);
        expect(page).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/);
        expect(new URL(page, 'https://pruta.example/login').origin).toBe('https://pruta.example');
      }),
      { numRuns: 1500 },
    );
  });
});

test('no answer leads to an address that makes its headers too long', () => {
  const long = `/transactions?search=${'x'.repeat(7000)}`;
  expect(returnTo(long)).toBe('/');
  expect(boundedAddress(long)).toBe('/transactions');
  expect(boundedAddress(`/${'x'.repeat(7000)}`)).toBe('/');
  expect(boundedAddress('/transactions?search=tea')).toBe('/transactions?search=tea');
});

test('an error page offers to try again only on our own site', async () => {
  const app = new Hono<HttpEnv>().all('*', (call) => {
    call.set('requestId', 'the request');
    return plainError(call, new DomainError('SERVICE_UNAVAILABLE', 503), 'en');
  });
  const linkOf = async (address: string) => {
    const answer = await app.request(address, { headers: { accept: 'text/html' } });
    return /href="([^"]*)"/.exec(await answer.text())?.[1];
  };
  expect(await linkOf('http://pruta.test/transactions?search=tea')).toBe('/transactions?search=tea');
  expect(await linkOf('http://pruta.test//elsewhere.test/login')).toBe('/');
});
