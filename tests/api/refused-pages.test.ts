import { expect, test } from 'vitest';
import { createTestApp, errorPage } from '../support/app.ts';
import { forEachEngine } from '../support/databases.ts';

forEachEngine((engine) => {
  const testApp = createTestApp(engine, {
    environment: { RATE_LIMIT_SCALE: '0.01' },
    pages: (call) => errorPage(call) ?? new Response('a page', { headers: { 'content-type': 'text/html' } }),
  });

  test('a page that is refused by the rate limit says when to try again', async () => {
    const ask = () => testApp.request('/login', { headers: { 'x-pruta-address': '192.0.2.7' } });
    for (let asked = 0; asked < 3; asked += 1) expect((await ask()).status).toBe(200);
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
});
