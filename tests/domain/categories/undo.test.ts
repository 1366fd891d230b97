import { expect, test } from 'vitest';
import { readCategory } from '../../../src/domain/categories/read.ts';
import { planRemoval } from '../../../src/domain/categories/remove.ts';
import { emptyTrash } from '../../../src/domain/ledger/trash.ts';
import { run } from '../../../src/domain/long-work/long-work.ts';
import { restoreTransactions } from '../../../src/domain/transactions/restore.ts';
import { forEachApp } from '../../support/app.ts';
import { rowsOf } from '../../support/databases.ts';
import {
  categoriesOf,
  contextOf,
  createMember,
  type Member,
  makeCategory,
  record,
  startMemberSession,
  type Transaction,
} from '../../support/members.ts';
import { expectStoredTotals } from '../../support/stored-totals.ts';
import { makeTemplate, occurrencesOf } from '../../support/templates.ts';

interface Removed {
  deleted_count: number;
  moved_count: number;
  undo_id: string;
}

forEachApp((testApp, engine) => {
  const { once } = engine;
  const create = (as: Member, name: string, more = {}) => makeCategory(testApp, as, name, more);

  async function begin() {
    const member = await createMember(testApp);
    const from = await create(member, 'Cafes', { icon: 'Coffee', color: '#123456', description: 'Out' });
    const into = await create(member, 'Cafe');
    return { member, from, into };
  }

  async function defaultOf(as: Member): Promise<string> {
    return (await categoriesOf(testApp, as)).find(({ name }) => name === 'Groceries')?.id ?? '';
  }

  const read = (as: Member, path: string) => testApp.call('GET', path, { as });

  async function placeOf(as: Member, id: string): Promise<string | null> {
    const { data } = await testApp.call<{ transaction: Transaction }>('GET', `/transactions/${id}`, { as });
    return data.transaction.category_id;
  }

  async function remove(as: Member, id: string, moveTo?: string): Promise<Removed> {
    const path = `/categories/${id}${moveTo ? `?moveTo=${moveTo}` : ''}`;
    const { status, data } = await testApp.call<Removed>('DELETE', path, { as });
    expect([status, data.deleted_count]).toEqual([200, 1]);
    return data;
  }

  async function trash(as: Member, id: string): Promise<string> {
    const path = `/transactions/expense/${id}`;
    return (await testApp.call<Removed>('DELETE', path, { as })).data.undo_id;
  }

  const undo = (as: Member, undo_id: string) =>
    testApp.call('POST', '/transactions/restore', { as, body: { undo_id } });

  const change = (as: Member, id: string, body: object) =>
    testApp.call('PUT', `/transactions/expense/${id}`, { as, body });

  once(
    'a deleted transaction of a default that was hidden since is restored in the other category',
    async () => {
      const { member, into } = await begin();
      const standard = await defaultOf(member);
      const { id } = await record(testApp, member, { category_id: standard });
      const deletion = await trash(member, id);
      await remove(member, standard, into);
      expect((await undo(member, deletion)).status).toBe(200);
      expect(await placeOf(member, id)).toBe(into);
    },
  );

  once('a deleted template is restored in the category that its own was merged into', async () => {
    const { member, from, into } = await begin();
    const { template } = await makeTemplate(testApp, member, { categoryId: from });
    const path = `/transactions/templates/${template.id}`;
    const deleted = await testApp.call<Removed>('DELETE', `${path}?scope=all`, { as: member });
    await remove(member, from, into);
    expect((await undo(member, deleted.data.undo_id)).status).toBe(200);
    const restored = await read(member, path);
    expect(restored.data.template).toMatchObject({ category_id: into });
    await expectStoredTotals(engine, member);
  });

  test('a merge is undone: the category is as it was, with its transactions and templates', async () => {
    const { member, from, into } = await begin();
    const before = (await read(member, `/categories/${from}`)).data.category as object;
    const mine = await record(testApp, member, { category_id: from, amount: 3 });
    const other = await record(testApp, member, { category_id: into, amount: 4 });
    const { template: made } = await makeTemplate(testApp, member, { categoryId: from });
    const counted = (await read(member, `/categories/${from}`)).data.category as object;
    const { undo_id, moved_count } = await remove(member, from, into);
    const later = await record(testApp, member, { category_id: into, amount: 6 });
    expect((await read(member, `/categories/${from}`)).status).toBe(404);
    const { status, data: undone } = await undo(member, undo_id);
    expect([status, undone]).toEqual([
      200,
      { restored_count: 0, failed: 0, restored_categories: 1, moved_count },
    ]);
    expect((await read(member, `/categories/${from}`)).data.category).toEqual({
      ...before,
      ...counted,
      updated_at: expect.any(String),
    });
    expect(await placeOf(member, mine.id)).toBe(from);
    expect([await placeOf(member, other.id), await placeOf(member, later.id)]).toEqual([into, into]);
    const template = await read(member, `/transactions/templates/${made.id}`);
    expect(template.data.template).toMatchObject({ category_id: from });
    await expectStoredTotals(engine, member);
    const again = await undo(member, undo_id);
    expect([again.status, again.error.code]).toEqual([404, 'NOT_FOUND']);
  });

  once('what has got the other type since stays where it is', async () => {
    const { member, from } = await begin();
    const row = await record(testApp, member, { category_id: from });
    const gone = await record(testApp, member, { category_id: from });
    const { template } = await makeTemplate(testApp, member, { categoryId: from });
    const { undo_id } = await remove(member, from);
    await change(member, row.id, { type: 'income' });
    await change(member, gone.id, { type: 'income' });
    const deletion = (
      await testApp.call<Removed>('DELETE', `/transactions/income/${gone.id}`, { as: member })
    ).data.undo_id;
    const path = `/transactions/templates/${template.id}`;
    await testApp.call('PUT', path, { as: member, body: { type: 'income', scope: 'all' } });
    expect((await undo(member, undo_id)).status).toBe(200);
    expect((await undo(member, deletion)).status).toBe(200);
    expect([await placeOf(member, row.id), await placeOf(member, gone.id)]).toEqual([null, null]);
    expect((await read(member, path)).data.template).toMatchObject({ category_id: null });
    await expectStoredTotals(engine, member);
  });

  test('a default that was shown again and has got the other type takes nothing back', async () => {
    const { member, into } = await begin();
    const id = await defaultOf(member);
    const row = await record(testApp, member, { category_id: id });
    const { undo_id } = await remove(member, id, into);
    for (const body of [{ is_archived: false }, { type: 'income' }])
      expect((await testApp.call('PUT', `/categories/${id}`, { as: member, body })).status).toBe(200);
    expect((await undo(member, undo_id)).status).toBe(200);
    expect(await placeOf(member, row.id)).toBe(into);
  });

  once(
    'what a person has given another category since stays with that one, also once it is gone too',
    async () => {
      const { member, from, into: other } = await begin();
      const { id } = await record(testApp, member, { category_id: from });
      const bulk = await record(testApp, member, { category_id: from });
      const { template } = await makeTemplate(testApp, member, {
        start_date: '2026-06-25',
        categoryId: from,
      });
      const [first] = await occurrencesOf(engine, member, template.id);
      const deletion = await remove(member, from);
      expect((await change(member, id, { categoryId: other })).status).toBe(200);
      const put = (path: string, method: string, body: object) =>
        testApp.call(method, `/transactions/${path}`, { as: member, body });
      await put('bulk-update', 'POST', { transactionIds: [bulk.id], changes: { categoryId: other } });
      await put(`templates/${template.id}`, 'PUT', { categoryId: other });
      const next = await remove(member, other);
      const places = async () => {
        const { data } = await testApp.call<{ template: { category_id: string | null } }>(
          'GET',
          `/transactions/templates/${template.id}`,
          { as: member },
        );
        const [one, two, three] = [id, bulk.id, first?.id ?? ''].map((each) => placeOf(member, each));
        return [await one, await two, await three, data.template.category_id];
      };
      expect((await undo(member, deletion.undo_id)).data).toMatchObject({ moved_count: 0 });
      expect(await places()).toEqual([null, null, null, null]);
      expect((await undo(member, next.undo_id)).data).toMatchObject({ moved_count: 5 });
      expect(await places()).toEqual([other, other, other, other]);
      await expectStoredTotals(engine, member);
    },
  );

  once('what a template has generated since goes with it', async () => {
    const { member, from, into } = await begin();
    const { template } = await makeTemplate(testApp, member, { interval_type: 'daily', categoryId: from });
    const { undo_id } = await remove(member, from, into);
    const path = `/transactions/templates/${template.id}`;
    await testApp.call('POST', `${path}/stop`, { as: member });
    await testApp.call('POST', `${path}/resume`, { as: member });
    const single = await record(testApp, member, { category_id: into });
    expect((await undo(member, undo_id)).status).toBe(200);
    const rows = await rowsOf(engine, 'transactions', member);
    expect(rows.length).toBeGreaterThan(80);
    for (const row of rows) expect(row.category_id).toBe(row.id === single.id ? into : from);
    await expectStoredTotals(engine, member);
  });

  test('a hidden default is shown again, and several deletions are undone as one', async () => {
    const { member, from, into } = await begin();
    const standard = await defaultOf(member);
    const hidden = standard;
    const rows = [];
    for (const id of [from, into, hidden]) rows.push(await record(testApp, member, { category_id: id }));
    const context = await contextOf(testApp, member);
    const plan = await planRemoval(context, { ids: [from, into, hidden] });
    expect(await run(context, plan)).toMatchObject({ moved: 3 });
    expect((await undo(member, plan.deletionId)).data).toMatchObject({
      restored_categories: 3,
      moved_count: 3,
    });
    expect(await Promise.all(rows.map(({ id }) => placeOf(member, id)))).toEqual([from, into, hidden]);
    expect((await readCategory(context, hidden)).row.is_hidden).toBe(0);
    await expectStoredTotals(engine, member);
  });

  once('a default that was shown again meanwhile keeps its changes', async () => {
    const { member, into } = await begin();
    const standard = await defaultOf(member);
    const id = standard;
    const row = await record(testApp, member, { category_id: id });
    const { undo_id } = await remove(member, id, into);
    const body = { is_archived: false, color: '#ABCDEF' };
    await testApp.call('PUT', `/categories/${id}`, { as: member, body });
    expect((await undo(member, undo_id)).status).toBe(200);
    expect((await read(member, `/categories/${id}`)).data.category).toMatchObject({ color: '#ABCDEF' });
    expect(await placeOf(member, row.id)).toBe(id);
  });

  once('where another category has taken its name, it is restored under one that is free', async () => {
    const { member, from, into } = await begin();
    const row = await record(testApp, member, { category_id: from });
    const { undo_id } = await remove(member, from, into);
    const takers = [await create(member, 'CAFES'), await create(member, 'cafes (2)')];
    const context = await contextOf(testApp, member);
    expect(await restoreTransactions(context, undo_id)).toMatchObject({ renamed: ['Cafes (3)'] });
    expect((await read(member, `/categories/${from}`)).data.category).toMatchObject({ name: 'Cafes (3)' });
    for (const id of takers) expect((await read(member, `/categories/${id}`)).status).toBe(200);
    expect(await placeOf(member, row.id)).toBe(from);
    await expectStoredTotals(engine, member);
  });

  once('a default whose name was taken becomes the person’s own, as any renamed one', async () => {
    const { member, into } = await begin();
    const id = await defaultOf(member);
    const row = await record(testApp, member, { category_id: id });
    const { undo_id } = await remove(member, id, into);
    await create(member, 'groceries');
    expect((await undo(member, undo_id)).status).toBe(200);
    expect((await read(member, `/categories/${id}`)).data.category).toMatchObject({
      name: 'Groceries (2)',
      is_default: false,
      is_hidden: false,
    });
    expect(await placeOf(member, row.id)).toBe(id);
  });

  once('the longest name is shortened to make room for its number', async () => {
    const { member, into } = await begin();
    const name = 'x'.repeat(100);
    const { undo_id } = await remove(member, await create(member, name), into);
    await create(member, name);
    const context = await contextOf(testApp, member);
    expect(await restoreTransactions(context, undo_id)).toMatchObject({
      renamed: [`${'x'.repeat(96)} (2)`],
    });
  });

  test('the undo is the person’s own, and ends after an hour', async () => {
    const { member, from, into } = await begin();
    await record(testApp, member, { category_id: from });
    const { undo_id } = await remove(member, from, into);
    expect((await undo(await createMember(testApp), undo_id)).status).toBe(404);
    testApp.advance(3600);
    const late = { ...member, ...(await startMemberSession(testApp, member.id)) };
    expect((await undo(late, undo_id)).status).toBe(404);
    testApp.advance(-3600);
    await emptyTrash(engine.database, testApp.app.clock().toISOString());
    for (const table of ['deleted_categories', 'moved_rows'] as const)
      expect(await engine.db.selectFrom(table).selectAll().execute()).toEqual([]);
  });

  test('of many concurrent undos one succeeds', async () => {
    const { member, from, into } = await begin();
    const row = await record(testApp, member, { category_id: from });
    const { undo_id } = await remove(member, from, into);
    const replies = await Promise.all(Array.from({ length: 8 }, () => undo(member, undo_id)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(404)]);
    expect(await placeOf(member, row.id)).toBe(from);
    await expectStoredTotals(engine, member);
  });
});
