import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { forEachApp } from '../../../support/app.ts';
import {
  type Category,
  categoriesOf,
  createMember,
  type Member,
  record,
  type Transaction,
} from '../../../support/members.ts';
import { bodies, filters, inOrder, isWanted, type Wanted } from './random-list.ts';

interface Page {
  transactions: Transaction[];
  pagination: { page: number; limit: number; total: number; hasMore: boolean; nextCursor: string | null };
  summary: { total: number; income: number; expenses: number; net: number };
}

const FILTERS = { sqlite: 60, postgres: 15 };

forEachApp((testApp, engine) => {
  let member: Member;
  let choices: Category[];
  let recorded: Transaction[];
  let names: Map<string, string>;

  beforeAll(async () => {
    member = await createMember(testApp);
    // Three of expenses, one of income.
    choices = (await categoriesOf(testApp, member)).filter((_, index) => index % 7 === 0);
    names = new Map(choices.map(({ id, name }) => [id, name]));
    recorded = [];
    for (const body of fc.sample(bodies(choices), 160)) recorded.push(await record(testApp, member, body));
    // Equal values of another user, which must never be listed or counted.
    const stranger = await createMember(testApp);
    const theirs = fc.sample(bodies(await categoriesOf(testApp, stranger)), 30);
    for (const body of theirs) await record(testApp, stranger, body);
  });

  async function list(wanted: Wanted & Record<string, unknown>): Promise<Page> {
    const given = Object.entries(wanted).filter(([, value]) => value !== undefined);
    const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
    const reply = await testApp.call<Page>('GET', `/transactions?${query}`, { as: member });
    if (reply.status !== 200) throw new Error(`${query}: ${reply.text}`);
    return reply.data;
  }

  async function byCursor(wanted: Wanted, limit: number): Promise<string[]> {
    const ids: string[] = [];
    let cursor: string | null | undefined;
    do {
      const { transactions, pagination } = await list({ ...wanted, limit, cursor });
      ids.push(...transactions.map(({ id }) => id));
      expect(pagination.hasMore).toBe(pagination.nextCursor !== null);
      cursor = pagination.nextCursor;
    } while (cursor);
    return ids;
  }

  async function byPage(wanted: Wanted, limit: number): Promise<string[]> {
    const ids: string[] = [];
    for (let page = 1; ; page += 1) {
      const { transactions, pagination } = await list({ ...wanted, limit, page });
      ids.push(...transactions.map(({ id }) => id));
      if (!pagination.hasMore) return ids;
    }
  }

  test('every filter and order returns the same as a naive implementation, by page and by cursor', async () => {
    const limits = fc.constantFrom(1, 7, 50, 200);
    await fc.assert(
      fc.asyncProperty(filters(choices), limits, async (wanted, chosen) => {
        const expected = recorded.filter((entry) => isWanted(entry, wanted));
        const limit = expected.length > 20 && chosen === 1 ? 13 : chosen;
        const { summary, pagination } = await list({ ...wanted, limit });
        expect([summary.total, pagination.total]).toEqual([expected.length, expected.length]);
        const cents = (type: string) =>
          expected.reduce(
            (sum, entry) => sum + (entry.type === type ? Math.round(entry.amount * 100) : 0),
            0,
          );
        expect(summary).toEqual({
          total: expected.length,
          income: cents('income') / 100,
          expenses: cents('expense') / 100,
          net: (cents('income') - cents('expense')) / 100,
        });
        const pages = await byPage(wanted, limit);
        expect(await byCursor(wanted, limit)).toEqual(pages);
        const ids = inOrder(expected, wanted, names).map(({ id }) => id);
        expect(pages).toEqual(ids);
      }),
      { numRuns: FILTERS[engine.name] },
    );
  });

  test('categories come in the order of their names in the person’s language', async () => {
    const person = await createMember(testApp, { locale: 'he' });
    const categories = await categoriesOf(testApp, person);
    for (const { id, type } of [...categories].reverse())
      await record(testApp, person, { category_id: id, type });
    const { data } = await testApp.call<{ transactions: { category_name: string }[] }>(
      'GET',
      '/transactions?sort=category&order=asc',
      { as: person, headers: { 'accept-language': 'he' } },
    );
    const shown = data.transactions.map(({ category_name }) => category_name);
    expect(shown).toEqual(shown.toSorted(new Intl.Collator('he').compare));
    expect(shown).toHaveLength(categories.length);
    expect(shown[0]).toMatch(/[\u0590-\u05FF]/);
  });

  test('a deep page of the newest equals that found by skipping rows one by one', async () => {
    for (const wanted of [
      { status: 'any' },
      {},
      { dateFrom: '2026-06-09', dateTo: '2026-07-02', status: 'any' },
    ]) {
      const ids = inOrder(
        recorded.filter((entry) => isWanted(entry, wanted)),
        {},
        names,
      ).map(({ id }) => id);
      for (const limit of [3, 11]) {
        for (let page = 1; page <= Math.ceil(ids.length / limit) + 2; page += 1) {
          const { transactions, pagination } = await list({ ...wanted, limit, page });
          expect(transactions.map(({ id }) => id)).toEqual(ids.slice((page - 1) * limit, page * limit));
          expect(pagination).toMatchObject({ page, limit, hasMore: page * limit < ids.length });
        }
      }
    }
  });

  test('a page far past the end is empty and still has the sums', async () => {
    const { transactions, pagination, summary } = await list({ status: 'any', page: 1_000_000, limit: 200 });
    expect(transactions).toEqual([]);
    expect(pagination).toMatchObject({ total: 160, hasMore: false, nextCursor: null });
    expect(summary.total).toBe(160);
  });

  test('a cursor continues after its row, also when newer rows have been added', async () => {
    const first = await list({ status: 'any', limit: 5, sort: 'amount' });
    const second = await list({ status: 'any', limit: 5, sort: 'amount', page: 2 });
    const added = await record(testApp, member, { amount: '999999', date: '2026-06-15' });
    const next = await list({ status: 'any', limit: 5, sort: 'amount', cursor: first.pagination.nextCursor });
    expect(next.transactions).toEqual(second.transactions);
    await testApp.call('DELETE', `/transactions/expense/${added.id}`, { as: member });
  });

  test.each(['date', 'amount', 'description', 'category'])(
    'a cursor of another order is refused where rows are sorted by %s',
    async (sort) => {
      for (const other of ['date', 'amount', 'description', 'category']) {
        const { pagination } = await list({ status: 'any', limit: 2, sort: other });
        const path = `/transactions?status=any&sort=${sort}&cursor=${pagination.nextCursor}`;
        const reply = await testApp.call('GET', path, { as: member });
        expect(reply.status, `${other} → ${sort}`).toBe(other === sort ? 200 : 400);
        const turned = await testApp.call('GET', `${path}&order=asc`, { as: member });
        expect(turned.status, `${other} → ${sort} turned round`).toBe(400);
      }
    },
  );

  test('a modified cursor is refused by name', async () => {
    const { pagination } = await list({ status: 'any', limit: 2 });
    const [text = '', signature = ''] = (pagination.nextCursor ?? '').split('.');
    const forged = Buffer.from(JSON.stringify(['9999-12-31', '00:00', 'x'])).toString('base64url');
    for (const cursor of [
      text,
      `${text}.`,
      `.${signature}`,
      `${forged}.${signature}`,
      `${text}.${signature}x`,
      'x',
      '%00',
      '....',
    ]) {
      const path = `/transactions?status=any&cursor=${encodeURIComponent(cursor)}`;
      const { status, error } = await testApp.call('GET', path, { as: member });
      expect(status, cursor).toBe(400);
      expect(error).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ field: 'cursor' }] });
    }
  });

  test.each(['search=nothing', 'dateTo=2001-01-01', 'category=none&type=income&amountRange=999999-'])(
    'a modified cursor is refused where %s matches nothing',
    async (filter) => {
      const path = `/transactions?status=any&${filter}`;
      const { data } = await testApp.call('GET', path, { as: member });
      expect(data.transactions).toEqual([]);
      const { status, error } = await testApp.call('GET', `${path}&cursor=x`, { as: member });
      expect([status, error?.code]).toEqual([400, 'VALIDATION_ERROR']);
      expect(error.details).toMatchObject([{ field: 'cursor' }]);
    },
  );
});
