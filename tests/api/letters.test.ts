import { expect, test } from 'vitest';
import { createTestApp, type Reply } from '../support/app.ts';
import { onPostgres } from '../support/databases.ts';
import { createMember } from '../support/members.ts';

interface Page {
  transactions: unknown[];
  pagination: { nextCursor: string | null };
}

const LETTERS = ['😀', '👨‍👩‍👧‍👦', 'e\u0301', 'שָׁ'];
const ONE_OF_A_THOUSAND = `e${'\u0301'.repeat(1000)}`;

const TRANSACTION = { amount: 5, type: 'expense', description: 'x' };
const CATEGORY = { type: 'expense', name: 'x' };
const TEMPLATE = { ...TRANSACTION, start_date: '2026-06-20' };

const LIMITS = [
  ['POST', '/transactions/expense', 'description', 255, TRANSACTION],
  ['POST', '/transactions/expense', 'merchant_name', 255, TRANSACTION],
  ['POST', '/transactions/expense', 'notes', 500, TRANSACTION],
  ['POST', '/categories', 'name', 100, CATEGORY],
  ['POST', '/categories', 'description', 255, CATEGORY],
  ['POST', '/transactions/templates', 'name', 255, TEMPLATE],
  ['POST', '/transactions/templates', 'description', 255, TEMPLATE],
  ['POST', '/transactions/templates', 'notes', 500, TEMPLATE],
  ['PUT', '/users/profile', 'firstName', 100, {}],
  ['PUT', '/users/profile', 'lastName', 100, {}],
  ['PUT', '/users/profile', 'bio', 1000, {}],
  ['PUT', '/users/profile', 'location', 200, {}],
] as const;

// Its indexes bound how long a text may be.
onPostgres((engine) => {
  const testApp = createTestApp(engine);
  test.each(LIMITS)(
    '%s %s takes as many letters of %s as people see: %i',
    async (method, path, field, most, body) => {
      const as = await createMember(testApp);
      const send = (text: string) =>
        testApp.call(method, path, {
          as,
          body: {
            ...body,
            ...(path === '/categories' && field !== 'name' && { name: text.slice(0, 9) }),
            [field]: text,
          },
        });
      for (const letter of LETTERS) {
        const taken = await send(letter.repeat(most));
        expect([200, 201], `${letter} ${taken.text.slice(0, 300)}`).toContain(taken.status);
        expect(taken.text).toContain(letter.repeat(most));
        const refused = await send(letter.repeat(most + 1));
        expect(refused.status, letter).toBe(400);
        expect(refused.text).toMatch(
          field === 'bio' || field === 'location' ? /too long/i : `cannot exceed ${most} characters`,
        );
      }
      expect((await send(ONE_OF_A_THOUSAND)).status).toBe(400);
    },
  );

  test('names and payees of the most letters can be told apart, sought and sorted by', async () => {
    const as = await createMember(testApp);
    for (const letter of LETTERS) {
      const text = letter.repeat(255);
      const body = { ...TRANSACTION, description: text, merchant_name: text };
      expect((await testApp.call('POST', '/transactions/expense', { as, body })).status).toBe(201);
    }
    let cursor: string | null = '';
    let count = 0;
    while (cursor !== null) {
      const query: URLSearchParams = new URLSearchParams({
        sort: 'description',
        limit: '1',
        ...(cursor && { cursor }),
      });
      const reply: Reply<Page> = await testApp.call<Page>('GET', `/transactions?${query}`, { as });
      count += reply.data.transactions.length;
      cursor = reply.data.pagination.nextCursor;
      expect(cursor?.length ?? 0).toBeLessThan(4000);
    }
    expect(count).toBe(LETTERS.length);
  });
});
