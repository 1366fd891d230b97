import { expect, test } from 'vitest';
import { DomainError } from '../../src/domain/error.ts';
import { createTestApp, errorPage } from '../support/app.ts';
import { onSqlite } from '../support/databases.ts';

onSqlite((engine) => {
  const testApp = createTestApp(engine, {
    environment: { RATE_LIMIT_SCALE: '0.01' },
    pages: (call) => errorPage(call) ?? new Response('a page', { headers: { 'content-type': 'text/html' } }),
  });

  // As the import's page does while the database is away.
  const away = createTestApp(engine, {
    pages: () => {
      throw new DomainError('SERVICE_UNAVAILABLE', 503, { retryAfter: 5 });
    },
  });

  test('a page that is refused by the rate limit says when to try again', async () => {
    const ask = () => testApp.request('/login', { headers: { 'x-pruta-address': '192.0.2.7' } });
    for (let attempt = 0; attempt < 3; attempt += 1) expect((await ask()).status).toBe(200);
    const refused = await ask();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({
      error: {
        code: 'RATE_LIMITED',
        text: 'Too many requests. Please wait a moment and try again.',
        retry: '/login',
      },
    });
  });

  test('a page that fails again while it shows its error is answered as before', async () => {
    const answer = await away.request('/import', { headers: { accept: 'text/html' } });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(away.logs.join()).not.toContain('unexpected error');
  });
});
