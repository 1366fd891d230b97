import { expect, test } from 'vitest';
import { forEachApp } from '../../support/app.ts';
import { createMember } from '../../support/members.ts';

const TWICE = [
  ["Mom's", 'Mom’s'],
  ['ארה"ב', 'ארה״ב'],
  ['Café', 'cafe'],
  ['Co-op', 'Co–op'],
  ['My  things', 'my\u00a0things'],
  ['שָׁלוֹם', 'שלום'],
  ['Straße', 'STRASSE'],
  ['secret', 'se\u200bcret'],
  ['İstanbul', 'istanbul'],
];

forEachApp((testApp) => {
  test('two names that differ by their form alone are one: created, renamed or given with a transaction', async () => {
    const as = await createMember(testApp);
    for (const [name, other] of TWICE) {
      const first = await testApp.call<{ category: { id: string } }>('POST', '/categories', {
        as,
        body: { name, type: 'expense' },
      });
      expect(first.status, first.text).toBe(201);
      const second = await testApp.call('POST', '/categories', {
        as,
        body: { name: other, type: 'expense' },
      });
      expect([second.status, second.error.code], name).toEqual([409, 'CATEGORY_EXISTS']);
      const third = await testApp.call<{ category: { id: string } }>('POST', '/categories', {
        as,
        body: { name: 'Another', type: 'expense' },
      });
      const renamed = await testApp.call('PUT', `/categories/${third.data.category.id}`, {
        as,
        body: { name: other },
      });
      expect([renamed.status, renamed.error.code], name).toEqual([409, 'CATEGORY_EXISTS']);
      await testApp.call('DELETE', `/categories/${third.data.category.id}`, { as });
      const query = new URLSearchParams({ q: other ?? '' });
      const found = await testApp.call<{ categories: { name: string }[] }>(
        'GET',
        `/categories/search?${query}`,
        {
          as,
        },
      );
      expect(found.data.categories.map((category) => category.name)).toContain(name);
      const line = await testApp.call<{ transaction: { category_name: string } }>(
        'POST',
        '/transactions/line',
        {
          as,
          body: { line: `5 thing #${(other ?? '').replaceAll(/\s/g, '_')}` },
        },
      );
      expect(line.data.transaction?.category_name, line.text).toBe(name);
    }
  });
});
