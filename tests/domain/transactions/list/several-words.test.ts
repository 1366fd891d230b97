import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { loadTransactions } from '../../../../scripts/demo/load.ts';
import type { TransactionRow } from '../../../../src/db/tables.ts';
import { forEachApp } from '../../../support/app.ts';
import { createMember, type Member } from '../../../support/members.ts';

interface Page {
  transactions: { id: string }[];
  pagination: { total: number; nextCursor: string | null };
  summary: { total: number; income: number; expenses: number };
}

const RUNS = { sqlite: 60, postgres: 25 };

// Words that most rows contain, that half contain, and that rarely occur together; some contain one another.
const rows = Array.from({ length: 700 }, (_, place) => ({
  type: place % 3 === 0 ? ('income' as const) : ('expense' as const),
  amount: 100 + ((place * 37) % 90),
  description: [
    place % 2 ? 'market' : 'supermarket',
    place % 97 === 0 ? 'odd even' : place % 2 ? 'odd' : 'even',
    ['קפה', 'בקפה', 'תה'][place % 3],
    place % 50 === 0 ? 'seldom' : '',
  ].join(' '),
  merchant_name: place % 4 ? null : 'market odds',
  category: place % 5 === 0 ? (place % 3 === 0 ? ('refunds' as const) : ('groceries' as const)) : null,
  date: `2026-0${1 + (place % 4)}-${String(1 + (place % 28)).padStart(2, '0')}`,
  time: place % 7 ? '10:00' : '08:30',
  timezone: 'Asia/Jerusalem',
  notes: null,
}));

const questions = fc.record({
  pieces: fc.uniqueArray<string, string>(
    fc.constantFrom('market', 'super', 'odd', 'odds', 'even', 'קפה', 'בקפה', 'תה', 'seldom', 'et', 'nothing'),
    { minLength: 1, maxLength: 3 },
  ),
  type: fc.option(fc.constantFrom('income', 'expense'), { nil: undefined }),
  amounts: fc.option(fc.tuple(fc.integer({ min: 100, max: 150 }), fc.integer({ min: 140, max: 200 })), {
    nil: undefined,
  }),
  dates: fc.option(
    fc.tuple(fc.constantFrom('2026-01-01', '2026-01-20'), fc.constantFrom('2026-03-05', '2026-02-28')),
    {
      nil: undefined,
    },
  ),
  sort: fc.constantFrom('date', 'amount'),
  order: fc.constantFrom('desc', 'asc'),
  limit: fc.constantFrom('7', '50', '200'),
  page: fc.integer({ min: 1, max: 4 }),
});

type Question = typeof questions extends fc.Arbitrary<infer One> ? One : never;

forEachApp((testApp, engine) => {
  let member: Member;
  let all: TransactionRow[];

  beforeAll(async () => {
    member = await createMember(testApp);
    await loadTransactions(engine.db, member.id, rows, new Date('2026-06-15T09:00:00Z'));
    all = await engine.db.selectFrom('transactions').selectAll().where('user_id', '=', member.id).execute();
  });

  async function ask<Answer>(path: string, query: Record<string, string>): Promise<Answer> {
    const reply = await testApp.call<Answer>('GET', `${path}?${new URLSearchParams(query)}`, { as: member });
    expect(reply.status, reply.text).toBe(200);
    return reply.data;
  }

  test('several words, with or without other filters, find and sum up the same as a naive implementation', async () => {
    await fc.assert(
      fc.asyncProperty(questions, async (question) => {
        const { pieces, sort, order, limit, page } = question;
        const matches = expected(all, question);
        const query = { search: pieces.join(' '), status: 'any', sort, order, limit, ...filters(question) };
        const answer = await ask<Page>('/transactions', { ...query, page: String(page) });
        const cents = (type: string) =>
          matches.filter((row) => row.type === type).reduce((sum, { amount }) => sum + amount, 0);
        expect(answer.summary.total).toBe(matches.length);
        expect(Math.round(answer.summary.income * 100)).toBe(cents('income'));
        expect(Math.round(answer.summary.expenses * 100)).toBe(cents('expense'));
        const start = (page - 1) * Number(limit);
        const ids = (from: number) => matches.slice(from, from + Number(limit)).map(({ id }) => id);
        expect(answer.transactions.map(({ id }) => id)).toEqual(ids(start));
        const cursor = answer.pagination.nextCursor;
        if (!cursor) return;
        const next = await ask<Page>('/transactions', { ...query, cursor });
        expect(next.transactions.map(({ id }) => id)).toEqual(ids(start + Number(limit)));
      }),
      { numRuns: RUNS[engine.name] },
    );
  });

  test('the short search finds the newest rows with every word', async () => {
    for (const q of ['odd even', 'seldom odd', 'market super', 'תה odds', 'קפה תה']) {
      const matches = expected(all, { pieces: q.split(' '), sort: 'date', order: 'desc' });
      const answer = await ask<Pick<Page, 'transactions'>>('/transactions/search', { q, limit: '10' });
      expect(
        answer.transactions.map(({ id }) => id),
        q,
      ).toEqual(matches.slice(0, 10).map(({ id }) => id));
    }
  });
});

function filters({ type, amounts, dates }: Question): Record<string, string> {
  return {
    ...(type && { type }),
    ...(amounts && { amountRange: amounts.map((amount) => (amount / 100).toFixed(2)).join('-') }),
    ...(dates && { dateFrom: dates[0], dateTo: dates[1] }),
  };
}

function expected(
  all: TransactionRow[],
  {
    pieces,
    type,
    amounts,
    dates,
    sort,
    order,
  }: Pick<Question, 'pieces' | 'sort' | 'order'> & Partial<Question>,
): TransactionRow[] {
  const key = ({ amount, date, time, id }: TransactionRow) =>
    `${sort === 'amount' ? amount : ''} ${date} ${time} ${id}`;
  const sign = order === 'desc' ? -1 : 1;
  return all
    .filter(
      (row) =>
        pieces.every((piece) => row.search_text.includes(piece)) &&
        (!type || row.type === type) &&
        (!amounts || (row.amount >= amounts[0] && row.amount <= amounts[1])) &&
        (!dates || (row.date >= dates[0] && row.date <= dates[1])),
    )
    .sort((one, other) => (key(one) < key(other) ? -sign : sign));
}
