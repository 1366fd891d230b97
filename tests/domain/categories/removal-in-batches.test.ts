import { describe, expect, test } from 'vitest';
import { planRemoval } from '../../../src/domain/categories/remove.ts';
import { readBulkChange, run, stopBulkChange } from '../../../src/domain/long-work/long-work.ts';
import { planRestoring, restoreTransactions } from '../../../src/domain/transactions/restore.ts';
import { resumeLongWork } from '../../../src/jobs/resume-long-work.ts';
import { forEachApp } from '../../support/app.ts';
import { beginChange, resumeBatches } from '../../support/bulk-changes.ts';
import {
  type Category,
  contextOf,
  createMember,
  type Member,
  makeCategory,
  record,
} from '../../support/members.ts';
import { expectStoredTotals } from '../../support/stored-totals.ts';

const NEVER = () => false;

const RENT = { amount: 5, description: 'Rent', type: 'expense', interval_type: 'weekly' };

interface Removed {
  moved_count: number;
  undo_id: string;
}

forEachApp((testApp, engine) => {
  const { once } = engine;
  const create = (as: Member, name: string) => makeCategory(testApp, as, name);

  async function recordMany(as: Member, categoryId: string, count: number): Promise<void> {
    const transactions = Array.from({ length: count }, (_, place) => ({
      amount: -1 - place,
      description: `Row ${place}`,
      date: `2026-0${1 + (place % 5)}-1${place % 9}`,
      categoryId,
    }));
    const body = { transactions };
    expect((await testApp.call('POST', '/transactions/bulk', { as, body })).status).toBe(201);
  }

  async function begin() {
    const member = await createMember(testApp);
    const [from, into] = [await create(member, 'Cafes'), await create(member, 'Food')];
    await recordMany(member, from, 250);
    await recordMany(member, into, 3);
    return { member, from, into };
  }

  const rowsOf = ({ id }: Member) =>
    engine.db.selectFrom('transactions').selectAll().where('user_id', '=', id).orderBy('id').execute();

  /** Everything but the time of the last change. */
  const contentOf = async (as: Member) => (await rowsOf(as)).map(({ updated_at: _, ...row }) => row);

  const plan = async (as: Member, ids: string[], moveTo?: string) =>
    planRemoval(await contextOf(testApp, as), { ids, moveTo });

  const planUndo = async (as: Member, undoId: string) => planRestoring(await contextOf(testApp, as), undoId);

  const undo = async (as: Member, undoId: string) =>
    restoreTransactions(await contextOf(testApp, as), undoId);

  const remove = (as: Member, id: string, moveTo?: string) =>
    testApp.call<Removed>('DELETE', `/categories/${id}${moveTo ? `?moveTo=${moveTo}` : ''}`, { as });

  const resume = () => {
    testApp.advance(60);
    return resumeLongWork(testApp.app, NEVER);
  };

  const stop = async (as: Member, id: string) => stopBulkChange(await contextOf(testApp, as), id);

  const trash = async (as: Member, id: string) =>
    (await testApp.call<Removed>('DELETE', `/transactions/expense/${id}`, { as })).data.undo_id;

  const statusOf = async (as: Member, id: string) =>
    (await testApp.call('GET', `/categories/${id}`, { as })).status;

  /** Totals of days and months, counts of categories and sums of the list match the rows. */
  async function expectFigures(as: Member, counts: Record<string, number>): Promise<void> {
    await expectStoredTotals(engine, as);
    const rows = await rowsOf(as);
    const { data } = await testApp.call<{ categories: { id: string; transaction_count: number }[] }>(
      'GET',
      '/categories?archived=true&hidden=true',
      { as },
    );
    const shown = new Map(data.categories.map(({ id, transaction_count }) => [id, transaction_count]));
    for (const [id, count] of shown)
      expect(count).toBe(rows.filter(({ category_id }) => category_id === id).length);
    for (const [id, count] of Object.entries(counts))
      expect([id, rows.filter(({ category_id }) => (category_id ?? 'none') === id).length]).toEqual([
        id,
        count,
      ]);
    const list = await testApp.call<{ summary: { expenses: number; total: number } }>(
      'GET',
      '/transactions?status=any',
      { as },
    );
    const sum = rows.reduce((minor, { amount }) => minor + amount, 0);
    expect([list.data.summary.total, list.data.summary.expenses]).toEqual([rows.length, sum / 100]);
  }

  describe('merging two large categories', () => {
    test('is carried on after its process ended, and undone the same way', async () => {
      const { member, from, into } = await begin();
      const before = await contentOf(member);
      const merge = await plan(member, [from], into);
      const id = await beginChange(testApp, member, merge, 1);
      await expectFigures(member, { [from]: 150, [into]: 103 });
      expect(await statusOf(member, from)).toBe(200);
      await resumeBatches(testApp, member, id, 2);
      await expectFigures(member, { [from]: 0, [into]: 253 });
      expect(await resume()).toBe(1);
      await expectFigures(member, { [into]: 253 });
      expect(await statusOf(member, from)).toBe(404);
      const context = await contextOf(testApp, member);
      expect(await readBulkChange(context, id)).toMatchObject({ total: 250, remaining: 0, moved: 250 });

      await beginChange(testApp, member, await planUndo(member, merge.deletionId), 1);
      await expectFigures(member, { [from]: 100, [into]: 153 });
      await expect(undo(member, merge.deletionId)).rejects.toMatchObject({ status: 404 });
      expect(await resume()).toBe(1);
      await expectFigures(member, { [from]: 250, [into]: 3 });
      expect(await contentOf(member)).toEqual(before);
      await expect(undo(member, merge.deletionId)).rejects.toMatchObject({ status: 404 });
      for (const table of ['moved_rows', 'deleted_categories'] as const)
        expect(
          await engine.db.selectFrom(table).select('id').where('user_id', '=', member.id).execute(),
        ).toEqual([]);
    });

    test.each([0, 1, 3])('is undone while it goes on, after %s batches', async (batches) => {
      const { member, from, into } = await begin();
      const before = await contentOf(member);
      const merge = await plan(member, [from], into);
      const id = await beginChange(testApp, member, merge, batches);
      const moved = Math.min(batches * 100, 250);
      expect(await undo(member, merge.deletionId)).toMatchObject({ moved, categories: 1 });
      await expectFigures(member, { [from]: 250, [into]: 3 });
      expect(await resume()).toBe(0);
      await resumeBatches(testApp, member, id, 1);
      expect(await contentOf(member)).toEqual(before);
    });

    once.each([1, 2])(
      'is undone together with what it moves while the undo begins, after %s batches',
      async (batches) => {
        const { member, from, into } = await begin();
        await recordMany(member, from, 150);
        const before = await contentOf(member);
        const merge = await plan(member, [from], into);
        const id = await beginChange(testApp, member, merge, batches);
        const undoing = await planUndo(member, merge.deletionId);
        await resumeBatches(testApp, member, id, 2);
        const outcome = await run(await contextOf(testApp, member), undoing);
        expect(outcome.moved).toBe((batches + 2) * 100);
        await expectFigures(member, { [from]: 400, [into]: 3 });
        expect(await contentOf(member)).toEqual(before);
      },
    );

    once('comes back as it was at the end, and not as it was at first', async () => {
      const { member, from, into } = await begin();
      const merge = await plan(member, [from], into);
      await beginChange(testApp, member, merge, 1);
      const body = { name: 'Coffee houses' };
      await testApp.call('PUT', `/categories/${from}`, { as: member, body });
      expect(await resume()).toBe(1);
      await undo(member, merge.deletionId);
      const { data } = await testApp.call('GET', `/categories/${from}`, { as: member });
      expect(data.category).toMatchObject({ name: 'Coffee houses', transaction_count: 250 });
    });

    once('is stopped, and its undo takes back what was done', async () => {
      const { member, from, into } = await begin();
      const before = await contentOf(member);
      const merge = await plan(member, [from], into);
      const id = await beginChange(testApp, member, merge, 1);
      await stop(member, id);
      await stop(member, id);
      expect(await resume()).toBe(0);
      const context = await contextOf(testApp, member);
      expect(await readBulkChange(context, id)).toMatchObject({ remaining: 150, failed: 0, moved: 100 });
      await expectFigures(member, { [from]: 150, [into]: 103 });
      expect(await statusOf(member, from)).toBe(200);
      expect(await undo(member, merge.deletionId)).toMatchObject({ moved: 100 });
      await expectFigures(member, { [from]: 250, [into]: 3 });
      expect(await contentOf(member)).toEqual(before);
      expect((await remove(member, from, into)).data).toMatchObject({ deleted_count: 1, moved_count: 250 });
    });

    once('whose undo is stopped can be undone to its end', async () => {
      const { member, from, into } = await begin();
      const before = await contentOf(member);
      const { undo_id } = (await remove(member, from, into)).data;
      const id = await beginChange(testApp, member, await planUndo(member, undo_id), 1);
      await stop(member, id);
      await expectFigures(member, { [from]: 100, [into]: 153 });
      expect(await undo(member, undo_id)).toMatchObject({ moved: 150 });
      await expectFigures(member, { [from]: 250, [into]: 3 });
      expect(await contentOf(member)).toEqual(before);
    });

    once(
      'takes along what was recorded, generated or restored in between, and so does its undo',
      async () => {
        const { member, from, into } = await begin();
        const early = await record(testApp, member, { category_id: from });
        const earlyUndo = await trash(member, early.id);
        const gone = await record(testApp, member, { category_id: from });
        const goneUndo = await trash(member, gone.id);
        const merge = await plan(member, [from], into);
        const id = await beginChange(testApp, member, merge, 1);
        await undo(member, earlyUndo);
        await recordMany(member, from, 120);
        const late = await record(testApp, member, { category_id: from });
        const lateUndo = await trash(member, late.id);
        const body = { ...RENT, categoryId: from };
        const { data } = await testApp.call<{ template: { id: string }; generated_count: number }>(
          'POST',
          '/transactions/templates',
          { as: member, body },
        );
        const count = 250 + 1 + 120 + data.generated_count;
        await resumeBatches(testApp, member, id, 1);
        await expectFigures(member, {});
        expect(await resume()).toBe(1);
        await expectFigures(member, { [into]: count + 3 });
        const path = `/transactions/templates/${data.template.id}`;
        const template = async () =>
          (await testApp.call<{ template: { category_id: string } }>('GET', path, { as: member })).data
            .template.category_id;
        expect(await template()).toBe(into);
        await undo(member, lateUndo);
        await expectFigures(member, { [into]: count + 4 });

        await beginChange(testApp, member, await planUndo(member, merge.deletionId), 1);
        expect(await template()).toBe(from);
        expect(await resume()).toBe(1);
        await undo(member, goneUndo);
        await expectFigures(member, { [from]: count + 2, [into]: 3 });
      },
    );

    test('lets a person choose another category for a transaction in between, and so does its undo', async () => {
      const { member, from, into } = await begin();
      const other = await create(member, 'Other');
      const change = (id: string) =>
        testApp.call('PUT', `/transactions/expense/${id}`, { as: member, body: { categoryId: other } });
      const merge = await plan(member, [from], into);
      await beginChange(testApp, member, merge, 1);
      const rows = await rowsOf(member);
      const find = (category: string) => rows.find(({ category_id }) => category_id === category)?.id ?? '';
      await change(find(from));
      expect(await resume()).toBe(1);
      await expectFigures(member, { [into]: 252, [other]: 1 });
      await beginChange(testApp, member, await planUndo(member, merge.deletionId), 1);
      const moving = await engine.db
        .selectFrom('moved_rows')
        .select('id')
        .where('user_id', '=', member.id)
        .execute();
      await change(moving[0]?.id ?? '');
      expect(await resume()).toBe(1);
      await expectFigures(member, { [from]: 248, [into]: 3, [other]: 2 });
    });
  });

  describe('while a large category is being merged', () => {
    once('it is gone for those who would delete it or merge another one into it', async () => {
      const { member, from, into } = await begin();
      const other = await create(member, 'Other');
      await record(testApp, member, { category_id: other });
      await beginChange(testApp, member, await plan(member, [from], into), 1);
      for (const reply of [await remove(member, from), await remove(member, other, from)])
        expect([reply.status, reply.error.code]).toEqual([404, 'NOT_FOUND']);
      expect(await resume()).toBe(1);
      await expectFigures(member, { [into]: 253, [other]: 1 });
    });

    once('deleting the other one ends it, and both can be undone', async () => {
      for (const order of ['first', 'last']) {
        const { member, from, into } = await begin();
        const before = await contentOf(member);
        const merge = await plan(member, [from], into);
        const id = await beginChange(testApp, member, merge, 1);
        const { undo_id } = (await remove(member, into)).data;
        await expectFigures(member, { [from]: 150, none: 103 });
        await resume();
        const context = await contextOf(testApp, member);
        expect(await readBulkChange(context, id)).toMatchObject({ done: 0, moved: 100, failed: 150 });
        expect(await statusOf(member, from)).toBe(200);
        const undos = [merge.deletionId, undo_id];
        for (const undoId of order === 'first' ? undos : undos.reverse()) await undo(member, undoId);
        await expectFigures(member, { [from]: 250, [into]: 3 });
        expect(await contentOf(member)).toEqual(before);
      }
    });

    test('whose process ended, deleting the other one ends it without an error in the log', async () => {
      const { member, from, into } = await begin();
      const id = await beginChange(testApp, member, await plan(member, [from], into), 0);
      await remove(member, into);
      const logged = testApp.logs.length;
      expect(await resume()).toBe(1);
      expect(testApp.logs.slice(logged)).toEqual([]);
      expect((await readBulkChange(await contextOf(testApp, member), id)).finished_at).not.toBe(null);
      await expectFigures(member, { [from]: 250, none: 3 });
    });

    test('both directions of a large merge can be under way at once', async () => {
      const { member, from, into } = await begin();
      const last = await create(member, 'Last');
      await recordMany(member, into, 200);
      const before = await contentOf(member);
      const inner = await plan(member, [from], into);
      const innerId = await beginChange(testApp, member, inner, 1);
      const outer = await plan(member, [into], last);
      const outerId = await beginChange(testApp, member, outer, 2);
      await resumeBatches(testApp, member, innerId, 1);
      await expectFigures(member, { [from]: 50 });
      await resumeBatches(testApp, member, innerId, 3);
      await resumeBatches(testApp, member, outerId, 20);
      await expectFigures(member, { [last]: 453 });
      await beginChange(testApp, member, await planUndo(member, inner.deletionId), 1);
      await beginChange(testApp, member, await planUndo(member, outer.deletionId), 1);
      await expectFigures(member, {});
      expect(await resume()).toBe(2);
      await expectFigures(member, { [from]: 250, [into]: 203, [last]: 0 });
      expect(await contentOf(member)).toEqual(before);
    });
  });

  test('a stopped merge and one back are undone in any order', async () => {
    for (const isFirstFirst of [true, false]) {
      const { member, from, into } = await begin();
      const before = await contentOf(member);
      const merge = await plan(member, [from], into);
      await stop(member, await beginChange(testApp, member, merge, 1));
      testApp.advance(1);
      const { data: back } = await remove(member, into, from);
      const undos = [merge.deletionId, back.undo_id];
      for (const undoId of isFirstFirst ? undos : undos.reverse()) await undo(member, undoId);
      await expectFigures(member, { [from]: 250, [into]: 3 });
      expect(await contentOf(member)).toEqual(before);
    }
  });

  test('a category that is merged again while its undo goes on keeps every transaction', async () => {
    const { member, from, into } = await begin();
    const last = await create(member, 'Last');
    const { undo_id } = (await remove(member, from, into)).data;
    await beginChange(testApp, member, await planUndo(member, undo_id), 1);
    expect((await remove(member, from, last)).data.moved_count).toBe(100);
    expect(await resume()).toBe(1);
    await expectFigures(member, { [last]: 100, [into]: 153 });
    expect(await statusOf(member, from)).toBe(404);
  });

  once('several large categories disappear together, defaults too, and come back', async () => {
    const { member, from, into } = await begin();
    const all = await testApp.call<{ categories: Category[] }>('GET', '/categories', { as: member });
    const standard = all.data.categories.find(({ name }) => name === 'Groceries')?.id ?? '';
    await recordMany(member, standard, 120);
    const before = await contentOf(member);
    const removal = await plan(member, [from, standard, into]);
    await beginChange(testApp, member, removal, 2);
    for (const id of [from, standard, into]) expect(await statusOf(member, id)).toBe(200);
    await expectFigures(member, { none: 200 });
    expect(await resume()).toBe(1);
    for (const id of [from, standard, into]) expect(await statusOf(member, id)).toBe(404);
    await expectFigures(member, { none: 373 });
    expect(await undo(member, removal.deletionId)).toMatchObject({ categories: 3, moved: 373 });
    await expectFigures(member, { [from]: 250, [standard]: 120, [into]: 3 });
    expect(await contentOf(member)).toEqual(before);
  });

  once('several large categories get their transactions back one after another', async () => {
    const { member, from } = await begin();
    const other = await create(member, 'Bars');
    await recordMany(member, other, 250);
    const removal = await plan(member, [from, other]);
    await run(await contextOf(testApp, member), removal);
    await beginChange(testApp, member, await planUndo(member, removal.deletionId), 1);
    const places = (await rowsOf(member)).map(({ category_id }) => category_id);
    const backIn = (id: string) => places.filter((place) => place === id).length;
    expect([backIn(from), backIn(other)].sort()).toEqual([0, 100]);
    expect(await resume()).toBe(1);
    await expectFigures(member, { [from]: 250, [other]: 250 });
  });

  test('the answer comes once all is moved, and says so where the person has stopped it', async () => {
    const { member, from, into } = await begin();
    const { status, data } = await remove(member, from, into);
    expect([status, data]).toEqual([
      200,
      { deleted_count: 1, moved_count: 250, undo_id: expect.any(String) },
    ]);
    const body = { undo_id: data.undo_id };
    const undone = await testApp.call('POST', '/transactions/restore', { as: member, body });
    expect(undone.data).toEqual({
      restored_count: 0,
      failed: 0,
      restored_categories: 1,
      moved_count: 250,
    });
    const context = await contextOf(testApp, member);
    const answer = remove(member, from, into);
    for (let id: string | undefined; id === undefined; ) {
      const unfinished = engine.db.selectFrom('long_work').select('id').where('finished_at', 'is', null);
      id = (await unfinished.where('user_id', '=', member.id).executeTakeFirst())?.id;
      if (id !== undefined) await stopBulkChange(context, id);
    }
    const stopped = await answer;
    expect([stopped.status, stopped.error.code]).toEqual([409, 'CONFLICT']);
    expect(await statusOf(member, from)).toBe(200);
    await expectFigures(member, {});
  });

  once('another person can neither stop it nor see it', async () => {
    const { member, from, into } = await begin();
    const id = await beginChange(testApp, member, await plan(member, [from], into), 1);
    const stranger = await createMember(testApp);
    await expect(stop(stranger, id)).rejects.toMatchObject({ status: 404 });
    expect(await resume()).toBe(1);
    await expectFigures(member, { [into]: 253 });
  });
});
