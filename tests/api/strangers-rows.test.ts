import { beforeAll, expect, test } from 'vitest';
import { forEachApp } from '../support/app.ts';
import { rowsOf } from '../support/databases.ts';
import {
  type Category,
  categoriesOf,
  createMember,
  type Member,
  record,
  type Transaction,
} from '../support/members.ts';
import { makeTemplate, occurrencesOf } from '../support/templates.ts';

const MISSING = '0197a000-0000-7000-8000-000000000000';

forEachApp((testApp, engine) => {
  let owner: Member;
  let stranger: Member;
  let theirs: Transaction;
  let category: Category;
  let template: string;
  let occurrence: string;

  beforeAll(async () => {
    owner = await createMember(testApp);
    stranger = await createMember(testApp, { role: 'super_admin' });
    category = (await categoriesOf(testApp, owner))[0] as Category;
    theirs = await record(testApp, owner, { category_id: category.id, notes: 'private' });
    template = (await makeTemplate(testApp, owner, { start_date: '2026-06-20' })).template.id;
    occurrence = (await occurrencesOf(engine, owner, template))[0]?.id ?? '';
  });

  async function everything(member: Member) {
    const totals = ['daily_totals', 'monthly_totals'] as const;
    const tables = ['transactions', 'categories', 'templates', 'skipped_dates', ...totals] as const;
    return Promise.all(tables.map((table) => rowsOf(engine, table, member)));
  }

  test.each([
    ['GET', '/transactions/{id}', undefined],
    ['PUT', '/transactions/expense/{id}', { amount: 1, notes: 'changed' }],
    ['PUT', '/transactions/income/{id}', { amount: 1 }],
    ['DELETE', '/transactions/expense/{id}', undefined],
    ['DELETE', '/transactions/income/{id}', undefined],
    ['GET', '/categories/{category}', undefined],
    ['GET', '/categories/{category}/analytics', undefined],
    ['PUT', '/categories/{category}', { name: 'Mine now' }],
    ['PUT', '/categories/{category}', { is_archived: false }],
    ['DELETE', '/categories/{category}', undefined],
    ['GET', '/transactions/templates/{template}', undefined],
    ['PUT', '/transactions/templates/{template}', { amount: 1 }],
    ['PUT', '/transactions/templates/{template}', { amount: 1, scope: 'all' }],
    ['DELETE', '/transactions/templates/{template}?scope=all', undefined],
    ['POST', '/transactions/templates/{template}/skip', { dates: ['2026-06-20'] }],
    ['DELETE', '/transactions/templates/{template}/skip', { dates: ['2026-06-20'] }],
    ['POST', '/transactions/templates/{template}/stop', undefined],
    ['POST', '/transactions/templates/{template}/resume', undefined],
    ['POST', '/transactions/templates/{template}/regenerate', undefined],
    ['DELETE', '/transactions/recurring/{occurrence}?deleteType=all', undefined],
    ['DELETE', '/transactions/upcoming/{occurrence}', undefined],
    ['DELETE', '/transactions/expense/{occurrence}?deleteAll=true', undefined],
  ])(
    "%s %s with %j answers for another user's row exactly as for a missing one, and changes nothing",
    async (method, path, body) => {
      const before = await everything(owner);
      const ids: Record<string, string> = { id: theirs.id, category: category.id, template, occurrence };
      const ask = (idOf: (name: string) => string | undefined) =>
        testApp.call(
          method,
          path.replace(/\{(\w+)\}/, (_, name) => idOf(name) ?? ''),
          { as: stranger, body },
        );
      const foreign = await ask((name) => ids[name]);
      expect([foreign.status, foreign.error.code]).toEqual([404, 'NOT_FOUND']);
      expect(foreign.text).toBe((await ask(() => MISSING)).text);
      expect(await everything(owner)).toEqual(before);
    },
  );

  test.each([
    ['POST', '/transactions/expense', { amount: 5 }],
    ['POST', '/transactions/income', { amount: 5 }],
    ['POST', '/transactions/transaction', { amount: -5 }],
    ['POST', '/transactions/templates', { name: 'Rent', amount: 5, type: 'expense' }],
  ])('%s %s cannot borrow a category', async (method, path, body) => {
    const ask = (categoryId: string) =>
      testApp.call(method, path, { as: stranger, body: { ...body, categoryId, user_id: owner.id } });
    const foreign = await ask(category.id);
    expect([foreign.status, foreign.error.code]).toEqual([404, 'NOT_FOUND']);
    expect(foreign.text).toBe((await ask(MISSING)).text);
    for (const table of ['transactions', 'daily_totals', 'templates'] as const)
      expect(await rowsOf(engine, table, stranger)).toEqual([]);
  });

  test('a change cannot use another user’s category either', async () => {
    const mine = await record(testApp, stranger);
    const { template: own } = await makeTemplate(testApp, stranger);
    const before = await everything(stranger);
    const paths = [`/transactions/expense/${mine.id}`, `/transactions/templates/${own.id}`];
    for (const path of paths) {
      const { status } = await testApp.call('PUT', path, { as: stranger, body: { categoryId: category.id } });
      expect(status).toBe(404);
    }
    expect(await everything(stranger)).toEqual(before);
    for (const path of paths) await testApp.call('DELETE', `${path}?scope=all`, { as: stranger });
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
    '/transactions/templates',
    '/categories',
  ])('%s of a stranger, role or not, has nothing of anybody else in it', async (path) => {
    const { text, status } = await testApp.call('GET', path.replace('{category}', category.id), {
      as: stranger,
    });
    expect(status).toBe(200);
    for (const secret of [owner.id, theirs.id, category.id, template, '12.5', 'private', 'Bread']) {
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
