import { expect, test } from 'vitest';
import { forAppOnSqlite } from '../../support/app.ts';
import {
  categoriesOf,
  createMember,
  type Member,
  makeCategory,
  record,
  startMemberSession,
  type Transaction,
} from '../../support/members.ts';
import { expectStoredTotals } from '../../support/stored-totals.ts';

interface Changed {
  updated_count: number;
  undo_id: string | null;
}

forAppOnSqlite((testApp, engine) => {
  async function read(as: Member, id: string): Promise<Transaction> {
    const { data } = await testApp.call<{ transaction: Transaction }>('GET', `/transactions/${id}`, { as });
    return data.transaction;
  }

  async function changeMany(as: Member, ids: string[], changes: object): Promise<Changed> {
    const body = { transactionIds: ids, changes };
    const { status, data } = await testApp.call<Changed>('POST', '/transactions/bulk-update', { as, body });
    expect(status).toBe(200);
    return data;
  }

  async function change(as: Member, { id, type }: Pick<Transaction, 'id' | 'type'>, body: object) {
    const path = `/transactions/${type}/${id}`;
    const { data } = await testApp.call<{ undo_id: string | null }>('PUT', path, { as, body });
    return data.undo_id;
  }

  const undo = (as: Member, undo_id: string | null) =>
    testApp.call<{ restored_count: number; failed: number }>('POST', '/transactions/restore', {
      as,
      body: { undo_id },
    });

  const valuesOf = ({ updated_at: _, ...values }: Transaction) => values;

  const groceries = async (as: Member) =>
    (await categoriesOf(testApp, as)).find(({ name }) => name === 'Groceries')?.id ?? '';

  test('a change of many is undone, each to its own values', async () => {
    const member = await createMember(testApp);
    const category_id = await groceries(member);
    const rows = [
      await record(testApp, member, { description: 'Bread', category_id, date: '2026-01-05' }),
      await record(testApp, member, { description: 'Tea', date: '2026-02-07', type: 'income' }),
    ];
    const before = await Promise.all(rows.map(({ id }) => read(member, id)));
    for (const changes of [{ date: '2026-03-09' }, { type: 'income' }, { categoryId: null }]) {
      const { undo_id } = await changeMany(
        member,
        rows.map(({ id }) => id),
        changes,
      );
      expect((await undo(member, undo_id)).data).toEqual({ restored_count: 2, failed: 0 });
      const after = await Promise.all(rows.map(({ id }) => read(member, id)));
      expect(after.map(valuesOf)).toEqual(before.map(valuesOf));
      expect((await undo(member, undo_id)).status).toBe(404);
    }
    await expectStoredTotals(engine, member);
  });

  test('what was changed or deleted since stays so', async () => {
    const member = await createMember(testApp);
    const rows = [
      await record(testApp, member, { description: 'Bread' }),
      await record(testApp, member, { description: 'Tea' }),
      await record(testApp, member, { description: 'Milk' }),
    ];
    const [bread, tea, milk] = rows;
    if (!bread || !tea || !milk) throw new Error('Nothing was recorded.');
    const { undo_id } = await changeMany(
      member,
      rows.map(({ id }) => id),
      { date: '2026-03-09' },
    );
    await change(member, tea, { description: 'Green tea' });
    await testApp.call('DELETE', `/transactions/expense/${milk.id}`, { as: member });
    expect((await undo(member, undo_id)).data).toEqual({ restored_count: 1, failed: 2 });
    expect((await read(member, bread.id)).date).toBe(bread.date);
    expect(await read(member, tea.id)).toMatchObject({ description: 'Green tea', date: '2026-03-09' });
    await expectStoredTotals(engine, member);
  });

  test('an earlier change is still undone after a change of many that changed nothing', async () => {
    const member = await createMember(testApp);
    const row = await record(testApp, member, { description: 'Bread' });
    const undoId = await change(member, row, { description: 'Milk' });
    const { updated_count, undo_id } = await changeMany(member, [row.id], { date: row.date });
    expect(updated_count).toBe(1);
    expect((await undo(member, undoId)).data).toEqual({ restored_count: 1, failed: 0 });
    expect((await read(member, row.id)).description).toBe('Bread');
    expect((await undo(member, undo_id)).data).toEqual({ restored_count: 0, failed: 1 });
  });

  test('where its category has been merged since, a transaction goes to the other one', async () => {
    const member = await createMember(testApp);
    const cafes = await makeCategory(testApp, member, 'Cafes');
    const cafe = await makeCategory(testApp, member, 'Cafe');
    const row = await record(testApp, member, { category_id: cafes });
    const { undo_id } = await changeMany(member, [row.id], { categoryId: null });
    await testApp.call('DELETE', `/categories/${cafes}?moveTo=${cafe}`, { as: member });
    expect((await undo(member, undo_id)).data).toEqual({ restored_count: 1, failed: 0 });
    expect((await read(member, row.id)).category_id).toBe(cafe);
    await expectStoredTotals(engine, member);
  });

  test('an edit of one transaction is undone, unless there is nothing to undo', async () => {
    const member = await createMember(testApp);
    const row = await record(testApp, member, { description: 'Bread', notes: 'Rye' });
    const before = await read(member, row.id);
    expect(await change(member, row, { description: 'Bread' })).toBeNull();
    const undoId = await change(member, row, {
      description: 'Milk',
      amount: 99,
      type: 'income',
      notes: null,
    });
    expect((await undo(member, undoId)).data).toEqual({ restored_count: 1, failed: 0 });
    expect(valuesOf(await read(member, row.id))).toEqual(valuesOf(before));
    await expectStoredTotals(engine, member);
  });

  test('the undo is the person’s own, and ends after an hour', async () => {
    const member = await createMember(testApp);
    const stranger = await createMember(testApp);
    const row = await record(testApp, member, {});
    const { undo_id } = await changeMany(member, [row.id], { date: '2026-03-09' });
    expect((await undo(stranger, undo_id)).status).toBe(404);
    testApp.advance(3600);
    const later = { ...member, ...(await startMemberSession(testApp, member.id)) };
    expect((await undo(later, undo_id)).status).toBe(404);
    expect((await read(later, row.id)).date).toBe('2026-03-09');
  });
});
