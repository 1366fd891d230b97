import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createTestApp } from '../support/app.ts';
import { forEachEngine } from '../support/databases.ts';
import { createMember, type Member } from '../support/members.ts';
import { expectStoredTotals } from '../support/stored-totals.ts';

const DAILY = { amount: 1, interval_type: 'daily', start_date: '2021-06-20' };

/** The number of dates from there to ninety days after the first day of a test's clock. */
const DATES = 1912;

const templates = Array.from({ length: 3 }, (_, place) => ({ ...DAILY, name: `Daily ${place}` }));

forEachEngine((engine) => {
  const testApp = createTestApp(engine);
  const stopped = createTestApp(engine);

  const countOf = async ({ id }: Member) => {
    const sums = engine.db.selectFrom('monthly_totals').where('user_id', '=', id);
    const { count } = await sums
      .select((expression) => expression.fn.sum<number>('count').as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  };

  test('many templates are answered before their occurrences are generated, and others between these', async () => {
    const busy = await createMember(testApp);
    const other = await createMember(testApp);
    const body = { templates };
    const { status, data } = await testApp.call('POST', '/transactions/templates/bulk', { as: busy, body });
    expect(status).toBe(201);
    expect(data.summary).toEqual({ successful: 3, failed: 0, totalRequested: 3 });
    const counts = [await countOf(busy)];
    for (let asked = 0; asked < 5; asked += 1) {
      // Lets the work after the answer begin.
      await nextTurn();
      await testApp.call('GET', '/transactions', { as: other });
      counts.push(await countOf(busy));
    }
    await testApp.app.settle();
    counts.push(await countOf(busy));
    expect(counts.at(-1)).toBe(3 * DATES);
    expect(counts.at(-2)).toBeLessThan(3 * DATES);
    expect(data.pending_templates).toBe(3);
  });

  describe('a change of many transactions lets others be answered before it is done:', () => {
    test.each([
      ['deleting', (ids: string[]) => ['POST', '/transactions/bulk-delete', { transactionIds: ids }]],
      [
        'changing',
        (ids: string[]) => [
          'POST',
          '/transactions/bulk-update',
          { transactionIds: ids, changes: { type: 'income' } },
        ],
      ],
      ['restoring', (_ids: string[], undo_id: string) => ['POST', '/transactions/restore', { undo_id }]],
    ] as const)('%s', async (name, requestFor) => {
      const busy = await createMember(testApp);
      const other = await createMember(testApp);
      const ids = await recordMany(busy, 2000);
      let undoId = '';
      if (name === 'restoring') {
        const { data } = await testApp.call<{ undo_id: string }>('POST', '/transactions/bulk-delete', {
          as: busy,
          body: { transactionIds: ids },
        });
        undoId = data.undo_id;
      }
      const [method, path, body] = requestFor(ids, undoId);
      let isDone = false;
      const change = testApp.call(method as string, path as string, { as: busy, body }).finally(() => {
        isDone = true;
      });
      for (let asked = 0; asked < 3; asked += 1) {
        await nextTurn();
        expect((await testApp.call('GET', '/transactions', { as: other })).status).toBe(200);
        const body = { amount: 1, description: 'Bread' };
        expect((await testApp.call('POST', '/transactions/expense', { as: other, body })).status).toBe(201);
      }
      expect(isDone).toBe(false);
      const { status, text } = await change;
      expect(status).toBe(200);
      expect(text).toContain(':2000');
      await expectStoredTotals(engine, busy);
    });
  });

  async function recordMany(as: Member, count: number): Promise<string[]> {
    const ids: string[] = [];
    for (let made = 0; made < count; made += 500) {
      const transactions = Array.from({ length: 500 }, (_, place) => ({
        amount: -1 - place,
        description: `Row ${made + place}`,
        date: `2026-0${1 + (place % 5)}-1${place % 9}`,
      }));
      const { data } = await testApp.call<{ transactions: { id: string }[] }>('POST', '/transactions/bulk', {
        as,
        body: { transactions },
      });
      ids.push(...data.transactions.map(({ id }) => id));
    }
    return ids;
  }

  test('a server that stops leaves the rest of them due', async () => {
    const busy = await createMember(stopped);
    await stopped.call('POST', '/transactions/templates/bulk', { as: busy, body: { templates } });
    stopped.app.beginStop();
    await stopped.app.settle();
    const count = await countOf(busy);
    expect(count).toBeLessThan(3 * DATES);
    const { data } = await testApp.call('POST', '/transactions/generate-recurring', { as: busy });
    expect(data.generated_count).toBe(3 * DATES - count);
  });
});
