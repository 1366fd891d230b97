import { beforeEach, describe, expect, test } from 'vitest';
import { forAppOnSqlite } from '../support/app.ts';
import { rowsOf } from '../support/databases.ts';
import { type Category, categoriesOf, createMember, type Member, record } from '../support/members.ts';
import { expectStoredTotals } from '../support/stored-totals.ts';
import { makeTemplate } from '../support/templates.ts';

interface Row {
  id: string;
  type: 'expense' | 'income';
  category_id: string | null;
}

forAppOnSqlite((testApp, engine) => {
  let member: Member;
  let groceries: Category;
  let salary: Category;

  beforeEach(async () => {
    member = await createMember(testApp);
    const all = await categoriesOf(testApp, member);
    const named = (name: string) => all.find((category) => category.name === name) ?? expect.fail(name);
    [groceries, salary] = [named('Groceries'), named('Salary')];
    return async () => {
      await expectStoredTotals(engine, member);
      await expectFitting();
    };
  });

  async function expectFitting(): Promise<void> {
    const types = new Map((await rowsOf(engine, 'categories', member)).map(({ id, type }) => [id, type]));
    for (const table of ['transactions', 'templates'] as const) {
      const rows = await engine.db
        .selectFrom(table)
        .select(['type', 'category_id'])
        .where('user_id', '=', member.id)
        .execute();
      for (const { type, category_id } of rows)
        if (category_id !== null) expect(type).toBe(types.get(category_id));
    }
  }

  const call = <Data = Record<string, unknown>>(method: string, path: string, body?: object) =>
    testApp.call<Data>(method, path, { as: member, body });

  async function expectRefused(method: string, path: string, body: object, field = 'categoryId') {
    const { status, error } = await call(method, path, body);
    expect([status, error?.code, error?.details]).toMatchObject([400, 'VALIDATION_ERROR', [{ field }]]);
  }

  const read = async (id: string) =>
    (await call<{ transaction: Row }>('GET', `/transactions/${id}`)).data.transaction;
  const one = (changes: object = {}) => record(testApp, member, { categoryId: groceries.id, ...changes });
  const template = async (changes: object = {}) =>
    (await makeTemplate(testApp, member, { categoryId: groceries.id, ...changes })).template;

  describe('a category of the other type', () => {
    test('is refused for a new transaction', async () => {
      const body = { amount: 5, categoryId: salary.id };
      await expectRefused('POST', '/transactions/expense', body);
      await expectRefused('POST', '/transactions/income', { ...body, categoryId: groceries.id });
      await expectRefused('POST', '/transactions/transaction', { ...body, amount: -5 });
    });

    test('is one error of a list of new transactions', async () => {
      const { data } = await call<{ summary: object; errors: object[] }>('POST', '/transactions/bulk', {
        transactions: [
          { amount: -5, categoryId: salary.id },
          { amount: 5, categoryId: salary.id },
        ],
      });
      expect(data).toMatchObject({
        summary: { successful: 1, failed: 1 },
        errors: [{ index: 0, details: [{ field: 'categoryId' }] }],
      });
    });

    test('is refused for a change, alone, with a type, and with scope all', async () => {
      const { id } = await one();
      await expectRefused('PUT', `/transactions/expense/${id}`, { categoryId: salary.id });
      await expectRefused('PUT', `/transactions/expense/${id}`, { type: 'income', categoryId: groceries.id });
      await template({ start_date: '2026-06-20' });
      const { data } = await call<{ transactions: Row[] }>('GET', '/transactions/upcoming');
      const path = `/transactions/expense/${data.transactions[0]?.id}`;
      await expectRefused('PUT', path, { categoryId: salary.id, scope: 'all' });
      expect((await read(id)).category_id).toBe(groceries.id);
    });

    test('of many counts those that it does not fit as failed, and changes the others', async () => {
      const expense = (await one()).id;
      const income = (await one({ type: 'income', categoryId: null })).id;
      const change = (changes: object) =>
        call('POST', '/transactions/bulk-update', { transactionIds: [expense, income], changes });
      const { status, data } = await change({ categoryId: salary.id, date: '2026-01-31' });
      expect([status, data]).toMatchObject([200, { updated_count: 1, failed: 1 }]);
      expect(await read(expense)).toMatchObject({ category_id: groceries.id, date: '2026-06-10' });
      expect(await read(income)).toMatchObject({ category_id: salary.id, date: '2026-01-31' });
      const { data: both } = await change({ type: 'income', categoryId: salary.id });
      expect(both).toMatchObject({ updated_count: 2, failed: 0 });
      expect((await read(expense)).category_id).toBe(salary.id);
    });

    test('is refused for many with a type that it does not have, by the name of the field', async () => {
      const { id } = await one();
      const path = '/transactions/bulk-update';
      const changes = { type: 'expense', categoryId: salary.id };
      await expectRefused('POST', path, { transactionIds: [id], changes }, 'changes.categoryId');
      expect((await read(id)).category_id).toBe(groceries.id);
    });

    test('is refused for templates: new, previewed, in a list and changed', async () => {
      const body = { name: 'Rent', amount: 5, type: 'expense', categoryId: salary.id };
      await expectRefused('POST', '/transactions/templates', body);
      await expectRefused('POST', '/transactions/templates/preview', body);
      const { data } = await call('POST', '/transactions/templates/bulk', { templates: [body] });
      expect(data.errors).toMatchObject([{ index: 0, details: [{ field: 'categoryId' }] }]);
      const { id } = await template();
      const path = `/transactions/templates/${id}`;
      for (const scope of ['future', 'all']) {
        await expectRefused('PUT', path, { categoryId: salary.id, scope });
        await expectRefused('PUT', path, { type: 'income', categoryId: groceries.id, scope });
      }
    });
  });

  describe('a new type', () => {
    test('removes the category that does not fit, and keeps one that was sent with it', async () => {
      const { id } = await one();
      const path = `/transactions/expense/${id}`;
      const { data } = await call<{ transaction: Row }>('PUT', path, { type: 'income' });
      expect(data.transaction).toMatchObject({ type: 'income', category_id: null });
      const back = { type: 'expense', categoryId: groceries.id };
      await call('PUT', `/transactions/income/${id}`, back);
      expect(await read(id)).toMatchObject({ type: 'expense', category_id: groceries.id });
    });

    test('of many removes the categories that do not fit', async () => {
      const [expense, income] = [await one(), await one({ type: 'income', categoryId: salary.id })];
      const body = { transactionIds: [expense.id, income.id], changes: { type: 'income' } };
      const { data } = await call('POST', '/transactions/bulk-update', body);
      expect(data).toMatchObject({ updated_count: 2, failed: 0 });
      expect((await read(expense.id)).category_id).toBeNull();
      expect((await read(income.id)).category_id).toBe(salary.id);
    });

    test.each(['future', 'all'])('of a template with scope %s removes its category too', async (scope) => {
      const { id } = await template({ start_date: '2026-05-20' });
      const { data } = await call('PUT', `/transactions/templates/${id}`, { type: 'income', scope });
      expect(data.template).toMatchObject({ type: 'income', category_id: null, category_name: 'General' });
    });

    test('of an occurrence and all that follow removes their category', async () => {
      await template({ start_date: '2026-05-20' });
      const { data } = await call<{ transactions: Row[] }>('GET', '/transactions/upcoming');
      const path = `/transactions/expense/${data.transactions[0]?.id}`;
      expect((await call('PUT', path, { type: 'income', scope: 'future' })).status).toBe(200);
      const after = await call<{ transactions: Row[] }>('GET', '/transactions/upcoming');
      for (const row of after.data.transactions)
        expect(row).toMatchObject({ type: 'income', category_id: null });
    });

    test('of a category is refused while a template has it that has no transactions yet', async () => {
      const { data } = await call<{ category: Category }>('POST', '/categories', {
        name: 'Fees',
        type: 'expense',
      });
      const { id } = data.category;
      await template({ categoryId: id, start_date: '2027-06-20' });
      const { status, error } = await call('PUT', `/categories/${id}`, { type: 'income' });
      expect([status, error?.code]).toEqual([409, 'CATEGORY_IN_USE']);
    });

    test('of a category leaves what is restored later without a category', async () => {
      const { data } = await call<{ category: Category }>('POST', '/categories', {
        name: 'Fees',
        type: 'expense',
      });
      const { id: categoryId } = data.category;
      const { id } = await one({ categoryId });
      const { id: templateId } = await template({ categoryId, start_date: '2027-06-20' });
      const deleted = await call<{ undo_id: string }>('DELETE', `/transactions/expense/${id}`);
      const ended = await call<{ undo_id: string }>('DELETE', `/transactions/templates/${templateId}`);
      expect((await call('PUT', `/categories/${categoryId}`, { type: 'income' })).status).toBe(200);
      for (const { undo_id } of [deleted.data, ended.data])
        expect((await call('POST', '/transactions/restore', { undo_id })).status).toBe(200);
      expect((await read(id)).category_id).toBeNull();
      expect((await call('GET', `/transactions/templates/${templateId}`)).data.template).toMatchObject({
        category_id: null,
      });
    });
  });

  describe('the name of a category', () => {
    test('is found for a template in any case', async () => {
      expect(await template({ categoryId: undefined, category_name: 'gROCERIES' })).toMatchObject({
        category_id: groceries.id,
      });
    });

    test.each(['Salary', 'Grocery shopping'])(
      '%s of the other type, or of none, is refused',
      async (category_name) => {
        const body = { name: 'Rent', amount: 5, type: 'expense', category_name };
        await expectRefused('POST', '/transactions/templates', body, 'category_name');
        const { data } = await call('POST', '/transactions/templates/bulk', { templates: [body] });
        expect(data.errors).toMatchObject([{ index: 0, details: [{ field: 'category_name' }] }]);
        const { id } = await template();
        await expectRefused('PUT', `/transactions/templates/${id}`, { category_name }, 'category_name');
      },
    );

    test.each(['General', 'general', 'כללי'])(
      '%s, as answers call no category, means none',
      async (category_name) => {
        const { id } = await template({ categoryId: undefined, category_name });
        const { data } = await call('PUT', `/transactions/templates/${id}`, { category_name, amount: 7 });
        expect(data.template).toMatchObject({ category_id: null, category_name: 'General' });
      },
    );
  });
});
