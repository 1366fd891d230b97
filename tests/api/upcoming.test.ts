import { beforeAll, describe, expect, test } from 'vitest';
import { forEachApp } from '../support/app.ts';
import { createMember, type Member, record, type Transaction } from '../support/members.ts';
import { makeTemplate, occurrencesOf } from '../support/templates.ts';

interface Upcoming {
  transactions: Transaction[];
  pagination: { page: number; limit: number; total: number; hasMore: boolean; nextCursor: string | null };
  projection: object;
}

/** Three a day for ninety days, and a single one between them. */
const TOTAL = 3 * 90 + 1;

forEachApp((testApp, engine) => {
  let member: Member;

  const upcoming = (query: Record<string, string | number> = {}) => {
    const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    return testApp.call<Upcoming>('GET', `/transactions/upcoming?${text}`, { as: member });
  };
  const idsOf = ({ transactions }: Upcoming) => transactions.map(({ id }) => id);

  beforeAll(async () => {
    member = await createMember(testApp);
    for (const name of ['Bus', 'Coffee', 'Paper'])
      await makeTemplate(testApp, member, { name, interval_type: 'daily', start_date: '2026-06-16' });
    await record(testApp, member, { date: '2026-07-01', description: 'Once' });
  });

  describe('the upcoming transactions', () => {
    test('say how many there are where one answer has not all of them', async () => {
      const { data } = await upcoming();
      expect(data.transactions).toHaveLength(200);
      expect(data.pagination).toMatchObject({ page: 1, limit: 200, total: TOTAL, hasMore: true });
      expect(data.projection).toBeDefined();
    });

    test('are each on one page, soonest first, by cursor and by number', async () => {
      const byCursor: Transaction[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const { data } = await upcoming({ limit: 50, ...(cursor && { cursor }) });
        byCursor.push(...data.transactions);
        cursor = data.pagination.nextCursor;
      }
      const byNumber: string[] = [];
      for (let page = 1; page <= 6; page += 1) {
        const { data } = await upcoming({ limit: 50, page });
        expect(data.pagination).toMatchObject({ page, limit: 50, total: TOTAL, hasMore: page < 6 });
        byNumber.push(...idsOf(data));
      }
      expect(new Set(byNumber).size).toBe(TOTAL);
      expect(byCursor.map(({ id }) => id)).toEqual(byNumber);
      const dates = byCursor.map(({ date }) => date);
      expect(dates).toEqual([...dates].sort());
      expect([dates[0], dates.at(-1)]).toEqual(['2026-06-16', '2026-09-13']);
    });

    test('of fewer days are counted alone', async () => {
      const { data } = await upcoming({ days: 10 });
      expect(data.transactions).toHaveLength(30);
      expect(data.pagination).toEqual({ page: 1, limit: 200, total: 30, hasMore: false, nextCursor: null });
    });

    test.each(['limit=201', 'limit=0', 'page=0', 'cursor=x'])('are refused with %s', async (query) => {
      const { status, error } = await testApp.call('GET', `/transactions/upcoming?${query}`, { as: member });
      const [field] = query.split('=');
      expect([status, error?.code, error?.details]).toMatchObject([400, 'VALIDATION_ERROR', [{ field }]]);
    });
  });

  test('a single transaction is no occurrence that could be skipped', async () => {
    const other = await createMember(testApp);
    const { id } = await record(testApp, other, { date: '2026-07-01' });
    const { template } = await makeTemplate(testApp, other, { start_date: '2026-07-01' });
    const [occurrence] = await occurrencesOf(engine, other, template.id);
    const skip = (one = '') => testApp.call('DELETE', `/transactions/upcoming/${one}`, { as: other });
    expect([(await skip(id)).status, (await skip(occurrence?.id)).status]).toEqual([404, 200]);
    expect((await testApp.call('GET', `/transactions/${id}`, { as: other })).status).toBe(200);
  });
});
