import { describe, expect, test, vi } from 'vitest';
import { newDeletion } from '../../../src/domain/ledger/ledger.ts';
import { batchesOf, type Plan, readBulkChange } from '../../../src/domain/long-work/long-work.ts';
import { resume } from '../../../src/domain/long-work/resume.ts';
import { planDeletion, planUpdate } from '../../../src/domain/transactions/bulk/change.ts';
import { restoreTransactions } from '../../../src/domain/transactions/restore.ts';
import { resumeLongWork } from '../../../src/jobs/resume-long-work.ts';
import { forEachApp } from '../../support/app.ts';
import { beginChange as begin } from '../../support/bulk-changes.ts';
import { categoriesOf, contextOf, createMember, type Member, makeCategory } from '../../support/members.ts';
import { expectStoredTotals } from '../../support/stored-totals.ts';

const NEVER = () => false;

forEachApp((testApp, engine) => {
  async function recordMany(as: Member, count: number, categoryId?: string): Promise<string[]> {
    const transactions = Array.from({ length: count }, (_, place) => ({ amount: -1 - place, categoryId }));
    const body = { transactions };
    const { data } = await testApp.call<{ transactions: { id: string }[] }>('POST', '/transactions/bulk', {
      as,
      body,
    });
    return data.transactions.map(({ id }) => id).sort();
  }

  const rowsOf = ({ id }: Member) =>
    engine.db.selectFrom('transactions').selectAll().where('user_id', '=', id).orderBy('id').execute();

  const beginChange = (as: Member, plan: Plan, batches: number) => begin(testApp, as, plan, batches);

  const resumeStale = () => resumeLongWork(testApp.app, NEVER);

  describe('a change whose process ended', () => {
    test('is carried on by another one once it is forgotten, and undone as one', async () => {
      const member = await createMember(testApp);
      const ids = await recordMany(member, 250);
      const before = await rowsOf(member);
      const deletion = newDeletion(testApp.app.clock());
      const id = await beginChange(member, planDeletion(batchesOf(ids), deletion), 1);
      expect(await rowsOf(member)).toHaveLength(150);
      await expectStoredTotals(engine, member);

      expect(await resumeStale()).toBe(0);
      testApp.advance(60);
      expect(await resumeStale()).toBe(1);
      expect(await rowsOf(member)).toEqual([]);
      const context = await contextOf(testApp, member);
      expect(await readBulkChange(context, id)).toMatchObject({ total: 250, done: 250, failed: 0 });
      expect(await resumeStale()).toBe(0);

      expect(await restoreTransactions(context, deletion.id)).toMatchObject({ restored: 250, failed: 0 });
      expect(await rowsOf(member)).toEqual(before);
      await expectStoredTotals(engine, member);
    });

    test('is carried on at once where the clock has been set back since', async () => {
      const member = await createMember(testApp);
      const ids = await recordMany(member, 250);
      await beginChange(member, planDeletion(batchesOf(ids), newDeletion(testApp.app.clock())), 1);
      testApp.advance(-20 * 3600);
      expect(await resumeStale()).toBe(1);
      expect(await rowsOf(member)).toEqual([]);
      testApp.advance(20 * 3600);
    });

    test('goes no further when it is undone', async () => {
      const member = await createMember(testApp);
      const ids = await recordMany(member, 350);
      const before = await rowsOf(member);
      for (const batches of [0, 2]) {
        const deletion = newDeletion(testApp.app.clock());
        await beginChange(member, planDeletion(batchesOf(ids), deletion), batches);
        const context = await contextOf(testApp, member);
        expect(await restoreTransactions(context, deletion.id)).toMatchObject({ restored: batches * 100 });
        testApp.advance(60);
        await resumeStale();
        expect(await rowsOf(member)).toEqual(before);
      }
      await expectStoredTotals(engine, member);
    });

    test('has another id for the deletion of another person', async () => {
      const [member, stranger] = [await createMember(testApp), await createMember(testApp)];
      const deletion = newDeletion(testApp.app.clock());
      const id = await beginChange(
        member,
        planDeletion(batchesOf(await recordMany(member, 150)), deletion),
        0,
      );
      const context = await contextOf(testApp, stranger);
      await expect(readBulkChange(context, id)).rejects.toMatchObject({ status: 404 });
      await expect(restoreTransactions(context, deletion.id)).rejects.toMatchObject({ status: 404 });
      testApp.advance(60);
      expect(await resumeStale()).toBe(1);
      expect(await rowsOf(member)).toEqual([]);
    });
  });

  test('two that carry out the same change do each batch once', async () => {
    const member = await createMember(testApp);
    const plan = planUpdate(
      batchesOf(await recordMany(member, 450)),
      { type: 'income' },
      newDeletion(testApp.app.clock()),
      'ILS',
    );
    const context = await contextOf(testApp, member);
    const id = await beginChange(member, plan, 0);
    const change = await readBulkChange(context, id);
    // Like another process, another instance of the modules does not take turns with this one.
    vi.resetModules();
    const other = await import('../../../src/domain/long-work/resume.ts');
    const outcomes = await Promise.all([
      resume(context, change, NEVER),
      other.resume(context, change, NEVER),
    ]);
    for (const outcome of outcomes) expect(outcome).toMatchObject({ done: 450, failed: 0 });
    await expectStoredTotals(engine, member);
  });

  test('what refuses a later batch ends the change and is counted', async () => {
    const member = await createMember(testApp);
    const categoryId = await makeCategory(testApp, member, 'Gone');
    const id = await beginChange(
      member,
      planUpdate(
        batchesOf(await recordMany(member, 250)),
        { categoryId },
        newDeletion(testApp.app.clock()),
        'ILS',
      ),
      1,
    );
    await testApp.call('DELETE', `/categories/${categoryId}`, { as: member });
    const context = await contextOf(testApp, member);
    expect(await resume(context, await readBulkChange(context, id), NEVER)).toMatchObject({
      done: 100,
      failed: 150,
    });
    expect(await resumeStale()).toBe(0);
  });

  test('a category that does not fit one of the last batch is given to all others', async () => {
    const member = await createMember(testApp);
    const ids = await recordMany(member, 250);
    const last = ids.at(-1);
    await testApp.call('PUT', `/transactions/expense/${last}`, { as: member, body: { type: 'income' } });
    const expense = (await categoriesOf(testApp, member)).find(({ type }) => type === 'expense');
    const body = { transactionIds: ids, changes: { categoryId: expense?.id } };
    const { status, data } = await testApp.call('POST', '/transactions/bulk-update', { as: member, body });
    expect([status, data]).toMatchObject([200, { updated_count: 249, failed: 1 }]);
    for (const row of await rowsOf(member))
      expect(row.category_id).toBe(row.id === last ? null : (expense?.id ?? ''));
  });

  test('a person has at most ten unfinished changes', async () => {
    const member = await createMember(testApp);
    const batches = batchesOf(await recordMany(member, 150));
    for (let begun = 0; begun < 10; begun += 1)
      await beginChange(
        member,
        planUpdate(batches, { type: 'income' }, newDeletion(testApp.app.clock()), 'ILS'),
        0,
      );
    await expect(
      beginChange(
        member,
        planUpdate(batches, { type: 'income' }, newDeletion(testApp.app.clock()), 'ILS'),
        0,
      ),
    ).rejects.toMatchObject({
      status: 503,
    });
    testApp.advance(60);
    expect(await resumeStale()).toBe(10);
  });
});
