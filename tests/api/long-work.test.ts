import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { emptyTrash } from '../../src/domain/ledger/trash.ts';
import { readBulkChange, start } from '../../src/domain/long-work/long-work.ts';
import { resume } from '../../src/domain/long-work/resume.ts';
import { removeTransactions } from '../../src/domain/transactions/bulk/change.ts';
import { planRestoring } from '../../src/domain/transactions/restore.ts';
import { createTestApp } from '../support/app.ts';
import { onSqlite } from '../support/databases.ts';
import { categoriesOf, contextOf, createMember, type Member } from '../support/members.ts';
import { expectStoredTotals } from '../support/stored-totals.ts';

const DAILY = { amount: 1, interval_type: 'daily', start_date: '2021-06-20' };

/** Dates from there to ninety days after the first day of a test's clock. */
const DATES = 1912;
/** Enough batches of 500 to answer others in between. */
const TRASHED = 6500;

/** A change of seven batches. */
const SEVERAL = 700;

const templates = Array.from({ length: 3 }, (_, place) => ({ ...DAILY, name: `Daily ${place}` }));

// It answers statement by statement, so that only pauses let others be answered.
onSqlite((engine) => {
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
    for (let attempt = 0; attempt < 5; attempt += 1) {
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
    type Wanted = [method: string, path: string, body?: unknown];

    const undoOf = async (busy: Member, [method, path, body]: Wanted): Promise<Wanted> => {
      const { data } = await testApp.call<{ undo_id: string }>(method, path, { as: busy, body });
      return ['POST', '/transactions/restore', { undo_id: data.undo_id }];
    };
    const deletion = async (busy: Member): Promise<Wanted> => [
      'POST',
      '/transactions/bulk-delete',
      { transactionIds: await recordMany(busy, SEVERAL) },
    ];
    const merge = async (busy: Member): Promise<Wanted> => {
      const [from, into] = (await categoriesOf(testApp, busy)).filter(({ type }) => type === 'expense');
      await recordMany(busy, SEVERAL, from?.id);
      return ['DELETE', `/categories/${from?.id}?moveTo=${into?.id}`];
    };

    test.each<[string, (busy: Member) => Promise<Wanted>]>([
      ['deleting', deletion],
      [
        'changing',
        async (busy) => {
          const transactionIds = await recordMany(busy, SEVERAL);
          return ['POST', '/transactions/bulk-update', { transactionIds, changes: { type: 'income' } }];
        },
      ],
      ['restoring', async (busy) => undoOf(busy, await deletion(busy))],
      ['merging', merge],
      ['undoing a merge', async (busy) => undoOf(busy, await merge(busy))],
    ])('%s', async (_name, prepare) => {
      const busy = await createMember(testApp);
      const other = await createMember(testApp);
      const [method, path, body] = await prepare(busy);
      let isDone = false;
      const change = testApp.call(method, path, { as: busy, body }).finally(() => {
        isDone = true;
      });
      for (let attempt = 0; attempt < 3; attempt += 1) {
        await nextTurn();
        expect((await testApp.call('GET', '/transactions', { as: other })).status).toBe(200);
        const body = { amount: 1, description: 'Bread' };
        expect((await testApp.call('POST', '/transactions/expense', { as: other, body })).status).toBe(201);
      }
      expect(isDone).toBe(false);
      const { status, text } = await change;
      expect(status).toBe(200);
      expect(text).toContain(`:${SEVERAL}`);
      await expectStoredTotals(engine, busy);
    });
  });

  describe('a template with many past dates', () => {
    const [template] = templates;

    test('is generated between the answers to others, and answered with all of its occurrences', async () => {
      const busy = await createMember(testApp);
      const other = await createMember(testApp);
      const counts: number[] = [];
      let isDone = false;
      const headers = { 'idempotency-key': 'one' };
      const create = () =>
        testApp.call<{ template: { id: string; occurrences_count: number }; generated_count: number }>(
          'POST',
          '/transactions/templates',
          { as: busy, body: template, headers },
        );
      const first = create().finally(() => {
        isDone = true;
      });
      while (!isDone) {
        await nextTurn();
        await testApp.call('GET', '/transactions', { as: other });
        counts.push(await countOf(busy));
      }
      expect(counts.filter((count) => count > 0 && count < DATES).length).toBeGreaterThan(2);
      const { status, data } = await first;
      expect([status, data.generated_count, data.template.occurrences_count]).toEqual([201, DATES, DATES]);
      expect(await countOf(busy)).toBe(DATES);
      await expectStoredTotals(engine, busy);
      expect((await create()).data).toEqual(data);
      const path = `/transactions/templates/${data.template.id}`;
      const read = await testApp.call('GET', path, { as: busy });
      expect(read.data.template).toEqual(data.template);
    });
  });

  test('a large trash is emptied between the answers to others, except what is being restored', async () => {
    const busy = await createMember(testApp);
    const other = await createMember(testApp);
    const transactionIds = await recordMany(busy, TRASHED);
    const context = await contextOf(testApp, busy);
    const [gone, kept] = [transactionIds.slice(500).sort(), transactionIds.slice(0, 500).sort()];
    await removeTransactions(context, gone);
    const { undoId } = await removeTransactions(context, kept);
    const restoring = await start(context, await planRestoring(context, undoId ?? ''));
    const trashed = async () => {
      const rows = engine.db.selectFrom('deleted_transactions').where('user_id', '=', busy.id);
      return Number(
        (await rows.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count,
      );
    };
    const counts: number[] = [];
    let isDone = false;
    const until = new Date(context.now.getTime() + 1000).toISOString();
    const emptying = emptyTrash(engine.database, until).finally(() => {
      isDone = true;
    });
    while (!isDone) {
      await nextTurn();
      await testApp.call('GET', '/transactions', { as: other });
      counts.push(await trashed());
    }
    await emptying;
    expect(counts.filter((count) => count > 500 && count < TRASHED).length).toBeGreaterThan(1);
    expect(await trashed()).toBe(500);
    if (!('id' in restoring)) throw new Error('It is done already.');
    await resume(context, await readBulkChange(context, restoring.id), () => false);
    expect([await trashed(), await countOf(busy)]).toEqual([0, 500]);
  });

  async function recordMany(as: Member, count: number, categoryId?: string): Promise<string[]> {
    const ids: string[] = [];
    for (let offset = 0; offset < count; offset += 500) {
      const transactions = Array.from({ length: Math.min(500, count - offset) }, (_, place) => ({
        amount: -1 - place,
        description: `Row ${offset + place}`,
        date: `2026-0${1 + (place % 5)}-1${place % 9}`,
        categoryId,
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
