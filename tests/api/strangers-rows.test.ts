import { beforeAll, expect, test } from 'vitest';
import { forEachApp } from '../support/app.ts';
import {
  type Category,
  categoriesOf,
  createMember,
  type Member,
  record,
  type Transaction,
} from '../support/members.ts';

const MISSING = '0197a000-0000-7000-8000-000000000000';

forEachApp((testApp, engine) => {
  let owner: Member;
  let stranger: Member;
  let theirs: Transaction;
  let category: Category;

  beforeAll(async () => {
    owner = await createMember(testApp);
    stranger = await createMember(testApp, { role: 'super_admin' });
    category = (await categoriesOf(testApp, owner))[0] as Category;
    theirs = await record(testApp, owner, { category_id: category.id, notes: 'private' });
  });

  const rowsOf = (table: 'transactions' | 'daily_totals' | 'monthly_totals' | 'categories', { id }: Member) =>
    engine.db.selectFrom(table).selectAll().where('user_id', '=', id).execute();

  async function everything(member: Member) {
    const tables = ['transactions', 'daily_totals', 'monthly_totals', 'categories'] as const;
    return Promise.all(tables.map((table) => rowsOf(table, member)));
  }

  test.each([
    ['GET', '/transactions/{id}', undefined],
    ['PUT', '/transactions/expense/{id}', { amount: 1, notes: 'changed' }],
    ['PUT', '/transactions/income/{id}', { amount: 1 }],
    ['DELETE', '/transactions/expense/{id}', undefined],
    ['DELETE', '/transactions/income/{id}', undefined],
  ])(
    "%s %s answers for another user's row exactly as for a missing one, and changes nothing",
    async (method, path, body) => {
      const before = await everything(owner);
      const ask = (id: string) => testApp.call(method, path.replace('{id}', id), { as: stranger, body });
      const foreign = await ask(theirs.id);
      const missing = await ask(MISSING);
      expect([foreign.status, foreign.error.code]).toEqual([404, 'NOT_FOUND']);
      expect(foreign.text).toBe(missing.text);
      expect(await everything(owner)).toEqual(before);
    },
  );

  test.each([
    ['POST', '/transactions/expense', { amount: 5 }],
    ['POST', '/transactions/income', { amount: 5 }],
    ['POST', '/transactions/transaction', { amount: -5 }],
  ])('%s %s cannot borrow a category', async (method, path, body) => {
    const ask = (categoryId: string) =>
      testApp.call(method, path, { as: stranger, body: { ...body, categoryId, user_id: owner.id } });
    const foreign = await ask(category.id);
    expect([foreign.status, foreign.error.code]).toEqual([404, 'NOT_FOUND']);
    expect(foreign.text).toBe((await ask(MISSING)).text);
    expect(await rowsOf('transactions', stranger)).toEqual([]);
    expect(await rowsOf('daily_totals', stranger)).toEqual([]);
  });

  test('a change cannot use another user’s category either', async () => {
    const mine = await record(testApp, stranger);
    const before = await everything(stranger);
    const path = `/transactions/expense/${mine.id}`;
    const { status } = await testApp.call('PUT', path, { as: stranger, body: { categoryId: category.id } });
    expect(status).toBe(404);
    expect(await everything(stranger)).toEqual(before);
    await testApp.call('DELETE', path, { as: stranger });
  });

  test.each([
    '/transactions?status=any',
    '/transactions?status=any&category={category}',
    '/transactions/recent',
    '/transactions/search?q=bread',
    '/transactions/summary',
    '/transactions/balance',
    '/transactions/balance/history/daily?months=1',
    '/transactions/dashboard',
    '/transactions/categories/breakdown',
    '/categories',
  ])('%s of a stranger, role or not, has nothing of anybody else in it', async (path) => {
    const { text, status } = await testApp.call('GET', path.replace('{category}', category.id), {
      as: stranger,
    });
    expect(status).toBe(200);
    for (const secret of [owner.id, theirs.id, category.id, '12.5', 'private', 'Bread']) {
      expect(text).not.toContain(secret);
    }
  });

  test.each(['../x', '%00', "' or 1=1 --", 'a'.repeat(5000), '__proto__', 'שלום', '%'])(
    'an id such as %j is answered like a missing one',
    async (id) => {
      for (const [method, path] of [
        ['GET', '/transactions/'],
        ['PUT', '/transactions/expense/'],
        ['DELETE', '/transactions/expense/'],
      ]) {
        const address = path + (id.startsWith('%') ? id : encodeURIComponent(id));
        const { status, error } = await testApp.call(method ?? '', address, { as: owner });
        expect([status, error.code], `${method} ${address}`).toEqual([404, 'NOT_FOUND']);
      }
    },
  );

  test('a row is found only under its type', async () => {
    const before = await everything(owner);
    for (const method of ['PUT', 'DELETE']) {
      const { status } = await testApp.call(method, `/transactions/income/${theirs.id}`, { as: owner });
      expect(status).toBe(404);
    }
    expect(await everything(owner)).toEqual(before);
  });
});
