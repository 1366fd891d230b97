import { beforeAll, expect, test } from 'vitest';
import { loadTransactions } from '../../../../scripts/demo/load.ts';
import { createTestApp } from '../../../support/app.ts';
import { forEachEngine } from '../../../support/databases.ts';
import { createMember, type Member } from '../../../support/members.ts';

const ROWS = 2300;

interface Page {
  transactions: { id: string; amount: number; description: string }[];
  pagination: { total: number; hasMore: boolean; nextCursor: string | null };
  summary: { total: number; income: number; expenses: number };
}

// All contain `word`, hundreds `word1`, a dozen `word22`.
const rows = Array.from({ length: ROWS }, (_, place) => ({
  type: place % 7 === 0 ? ('income' as const) : ('expense' as const),
  amount: 100 + ((place * 37) % 900),
  description: [`word${place}`, place % 2 ? 'shared' : '', place % 3 ? 'sharedly' : '', 'קפה']
    .filter(Boolean)
    .join(' '),
  merchant_name: null,
  category: place % 5 === 0 ? (place % 7 === 0 ? ('refunds' as const) : ('groceries' as const)) : null,
  date: `2026-0${1 + (place % 6)}-${String(1 + (place % 28)).padStart(2, '0')}`,
  time: '10:00',
  timezone: 'Asia/Jerusalem',
  notes: null,
}));

forEachEngine((engine) => {
  const testApp = createTestApp(engine);
  let member: Member;
  let all: Page['transactions'];

  beforeAll(async () => {
    member = await createMember(testApp);
    await loadTransactions(engine.db, member.id, rows, new Date('2026-06-15T09:00:00Z'));
    const stored = await engine.db
      .selectFrom('transactions')
      .selectAll()
      .where('user_id', '=', member.id)
      .execute();
    const place = ({ date, time, id }: (typeof stored)[number]) => `${date} ${time} ${id}`;
    all = stored
      .sort((one, other) => (place(one) < place(other) ? 1 : -1))
      .map(({ id, amount, description }) => ({ id, amount, description }));
  });

  async function list(search: string, more: Record<string, string> = {}): Promise<Page> {
    const query = new URLSearchParams({ search, status: 'any', limit: '50', ...more });
    const reply = await testApp.call<Page>('GET', `/transactions?${query}`, { as: member });
    if (reply.status !== 200) throw new Error(reply.text);
    return reply.data;
  }

  function expected(search: string) {
    return all.filter(({ description }) => search.split(' ').every((piece) => description.includes(piece)));
  }

  const SEARCHES = [
    'word',
    'word1',
    'word22',
    'wor',
    'd2',
    'shared',
    'sharedl',
    'word1 shared',
    'shared 22',
    'קפה word9',
  ];

  test.each(SEARCHES)(
    '%s finds and sums exactly the rows that contain it, by date and by amount, page after page',
    async (search) => {
      const wanted = expected(search);
      for (const sort of ['date', 'amount', 'description']) {
        const limit = wanted.length > 400 ? '200' : '50';
        const first = await list(search, { sort, limit });
        const { pagination, summary } = first;
        expect([pagination.total, summary.total]).toEqual([wanted.length, wanted.length]);
        const cents = wanted.reduce((sum, { amount }) => sum + amount, 0);
        expect(Math.round((summary.income + summary.expenses) * 100)).toBe(cents);
        const second = await list(search, { sort, limit, page: '2' });
        const next = first.pagination.nextCursor;
        if (next)
          expect((await list(search, { sort, limit, cursor: next })).transactions).toEqual(
            second.transactions,
          );
        else expect(second.transactions).toEqual([]);
        const ids = [...first.transactions, ...second.transactions].map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        const ordered = inOrder(wanted, sort);
        if (ordered) expect(ids).toEqual(ordered.slice(0, 2 * Number(limit)).map(({ id }) => id));
        expect(ids.length).toBe(Math.min(wanted.length, 2 * Number(limit)));
      }
    },
  );

  test('a sum includes transactions created since the last search', async () => {
    const before = (await list('word1 shared')).summary.total;
    const body = { amount: 1, description: 'word1 shared', date: '2026-06-10' };
    await testApp.call('POST', '/transactions/expense', { as: member, body });
    expect((await list('word1 shared')).summary.total).toBe(before + 1);
  });
});

function inOrder(wanted: Page['transactions'], sort: string): Page['transactions'] | null {
  if (sort === 'date') return wanted;
  // Those of one amount are in the order of their dates, newest first.
  return sort === 'amount' ? [...wanted].sort((one, other) => other.amount - one.amount) : null;
}
