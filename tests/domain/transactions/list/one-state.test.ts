import type { KyselyPlugin } from 'kysely';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../../src/db/open.ts';
import { analyseCategories, analyseCategory } from '../../../../src/domain/categories/analytics.ts';
import { suggestCategories } from '../../../../src/domain/categories/suggestions/suggest.ts';
import type { SignedIn } from '../../../../src/domain/context.ts';
import { readInsights } from '../../../../src/domain/insights/read-insights.ts';
import { insightsSchema } from '../../../../src/domain/insights/schema.ts';
import { countOccurrences } from '../../../../src/domain/transactions/bulk/selection.ts';
import { listSchema } from '../../../../src/domain/transactions/list/filter.ts';
import { searchTransactions } from '../../../../src/domain/transactions/list/latest.ts';
import { listTransactions } from '../../../../src/domain/transactions/list/list.ts';
import { listPayees } from '../../../../src/domain/transactions/list/payees.ts';
import { readAllTransactions } from '../../../../src/domain/transactions/read-all.ts';
import { createTestApp } from '../../../support/app.ts';
import { createStorage, ENGINES, type Storage } from '../../../support/databases.ts';
import { categoriesOf, contextOf, createMember, type Member, record } from '../../../support/members.ts';
import { READING_THREAD } from '../../../support/reading-thread.ts';

describe.each(ENGINES)('on %s', (engine) => {
  let storage: Storage;
  const nodes: Database[] = [];
  const nodeAt = (place: number) => ({
    get database() {
      return nodes[place] as Database;
    },
  });
  const testApp = createTestApp(nodeAt(0));
  const elsewhere = createTestApp(nodeAt(1));

  beforeAll(async () => {
    storage = await createStorage(engine);
    for (let node = 0; node < 2; node += 1) nodes.push(await openDatabase(storage, READING_THREAD));
  });
  afterAll(async () => {
    for (const node of nodes) await node.close();
    await storage.remove();
  });

  /** A context on whose reads a write of another node follows, before anything else is read. */
  async function disturbed(member: Member): Promise<SignedIn> {
    const context = await contextOf(testApp, member);
    const plugin: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        await record(elsewhere, member, { amount: 1, merchant_name: 'Bakery' });
        return result;
      },
    };
    const { db, scanDb } = context;
    return { ...context, db: db.withPlugin(plugin), scanDb: scanDb.withPlugin(plugin) };
  }

  test.each([
    ['by date', {}],
    ['by date, the oldest first', { order: 'asc' }],
    ['of a page of dates', { page: '2', limit: '2' }],
    ['of a search', { search: 'bre' }],
    ['of a payee', { merchant_name: 'bakery' }],
    ['by amount', { sort: 'amount' }],
    ['by category', { sort: 'category' }],
  ])('the rows and sums of a list %s are of one state, whoever writes meanwhile', async (_, asked) => {
    const member = await createMember(testApp);
    for (let place = 0; place < 4; place += 1)
      await record(testApp, member, { amount: 1, merchant_name: 'Bakery' });
    const input = v.parse(listSchema, { status: 'any', ...asked });
    const found = await listTransactions(await disturbed(member), input);
    expect(found.figures).toEqual({ income: 0, expenses: 400, net: -400, count: 4 });
    expect(found.entries).toHaveLength(input.page === 1 ? 4 : 2);
    expect(found.hasMore).toBe(false);
    expect((await listTransactions(await contextOf(testApp, member), input)).figures.count).toBeGreaterThan(
      4,
    );
  });

  test('what reads many rows is read where other answers do not wait for it', async () => {
    const member = await createMember(testApp);
    await record(testApp, member, { merchant_name: 'Bakery', categoryId: await categoryOf(member) });
    const context = await contextOf(testApp, member);
    const untouchable: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult() {
        throw new Error('Other answers wait for this.');
      },
    };
    const scanning = { ...context, db: context.db.withPlugin(untouchable) };
    const filter = v.parse(listSchema, { search: 'bread' });
    expect((await listTransactions(scanning, filter)).figures.count).toBe(1);
    expect(await searchTransactions(scanning, 'bread', 10)).toHaveLength(1);
    expect(await countOccurrences(scanning, { filter })).toBe(0);
    const deepPage = v.parse(listSchema, { order: 'asc', page: '2' });
    expect((await listTransactions(scanning, deepPage)).entries).toEqual([]);
    expect(await listPayees(scanning)).toHaveLength(1);
    expect(await suggestCategories(scanning, { description: 'bread' })).not.toEqual([]);
    expect(await analyseCategories(scanning, 6)).not.toEqual([]);
    expect((await analyseCategory(scanning, await categoryOf(member), 6)).count).toBe(1);
    expect((await readInsights(scanning, v.parse(insightsSchema, {}))).totalAnalyzed).toBe(1);
    expect(await Array.fromAsync(readAllTransactions(scanning))).toHaveLength(1);
    await expect(listTransactions(scanning, v.parse(listSchema, {}))).rejects.toThrow('Other answers wait');
  });

  async function categoryOf(member: Member): Promise<string> {
    const categories = await categoriesOf(testApp, member);
    return categories.find(({ type }) => type === 'expense')?.id ?? '';
  }
});
