import type { KyselyPlugin } from 'kysely';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/db/open.ts';
import { monthToDate } from '../../src/domain/analytics/month-to-date.ts';
import { projectBalance } from '../../src/domain/balance/project.ts';
import { balanceDetails, balanceHistory } from '../../src/domain/balance/read.ts';
import { analyseCategories, analyseCategory } from '../../src/domain/categories/analytics/analyse.ts';
import { categoriesOfMonth, categoriesOverview } from '../../src/domain/categories/overview.ts';
import { suggestCategories } from '../../src/domain/categories/suggestions/suggest.ts';
import type { SignedIn } from '../../src/domain/context.ts';
import { dashboard } from '../../src/domain/home/dashboard.ts';
import { readHome } from '../../src/domain/home/read.ts';
import { readInsights } from '../../src/domain/insights/read.ts';
import { insightsSchema } from '../../src/domain/insights/schema.ts';
import { countOccurrences } from '../../src/domain/transactions/bulk/selection.ts';
import { listSchema } from '../../src/domain/transactions/list/filter.ts';
import { searchTransactions } from '../../src/domain/transactions/list/latest.ts';
import { listTransactions } from '../../src/domain/transactions/list/list.ts';
import { listPayees } from '../../src/domain/transactions/list/payees.ts';
import { readAllTransactions } from '../../src/domain/transactions/read.ts';
import { createTestApp } from '../support/app.ts';
import { createStorage, ENGINES, type Storage } from '../support/databases.ts';
import { categoriesOf, contextOf, createMember, type Member, record } from '../support/members.ts';
import { READING_THREAD } from '../support/programs.ts';

type Read = (context: SignedIn, categoryId: string) => Promise<unknown>;

const withCursor = <Page extends { nextCursor(): string | null }>(page: Page) => ({
  ...page,
  nextCursor: page.nextCursor(),
});

const list =
  (asked: Record<string, unknown>): Read =>
  (context) =>
    listTransactions(context, v.parse(listSchema, { status: 'any', ...asked })).then(withCursor);

const BESIDE_OTHERS: Record<string, Read> = {
  'a search': list({ search: 'bre' }),
  'a list of a payee': list({ merchant_name: 'bakery' }),
  'a list by amount': list({ sort: 'amount' }),
  'a list by category': list({ sort: 'category' }),
  'a later page of the oldest': list({ order: 'asc', page: '2', limit: '2' }),
  'a search without sums': (context) => searchTransactions(context, 'bread', 10),
  'occurrences of a selection': (context) =>
    countOccurrences(context, { filter: v.parse(listSchema, { search: 'bread', status: 'any' }) }),
  payees: listPayees,
  suggestions: (context) => suggestCategories(context, { description: 'bread' }),
  'analytics of categories': (context) => analyseCategories(context, 6),
  'analytics of a category': (context, categoryId) => analyseCategory(context, categoryId, 6),
  insights: (context) => readInsights(context, v.parse(insightsSchema, {})),
  'an export': async (context) => {
    const entries = [];
    for await (const batch of readAllTransactions(context)) entries.push(...batch);
    return entries;
  },
};

const AMONG_OTHERS: Record<string, Read> = {
  'a list by date': list({}),
  'a list of the oldest': list({ order: 'asc' }),
  'a later page by date': list({ page: '2', limit: '2' }),
  'the dashboard': (context) => readHome(context),
  'the dashboard of the API': (context) => dashboard(context, 30),
  'the month to date': monthToDate,
  'balances of a day': (context) => balanceDetails(context, '2026-06-10'),
  'a balance history': (context) => balanceHistory(context, 'daily', 1),
  'a projected balance': (context) => projectBalance(context),
  'an overview of categories': (context) => categoriesOverview(context),
  'the categories of a month': categoriesOfMonth,
};

describe.each(ENGINES)('on %s', (engine) => {
  let storage: Storage;
  const nodes: Database[] = [];
  const nodeAt = (place: number) => ({
    get database() {
      return nodes[place] as Database;
    },
  });
  const testApp = createTestApp(nodeAt(0));
  const otherNode = createTestApp(nodeAt(1));
  let member: Member;
  let categoryId: string;

  beforeAll(async () => {
    storage = await createStorage(engine);
    for (let node = 0; node < 2; node += 1) nodes.push(await openDatabase(storage, READING_THREAD));
  });
  afterAll(async () => {
    for (const node of nodes) await node.close();
    await storage.remove();
  });
  beforeEach(async () => {
    member = await createMember(testApp);
    categoryId = (await categoriesOf(testApp, member)).find(({ type }) => type === 'expense')?.id ?? '';
    for (let index = 0; index < 4; index += 1) await recordIn('2026-06-10');
  });

  const recordIn = (date: string) =>
    record(otherNode, member, { amount: 1, merchant_name: 'Bakery', categoryId, date });

  /** Something happens once, after the first statement: every later one would see it. */
  const afterFirst = (happens: () => Promise<unknown>): KyselyPlugin => {
    let happening: Promise<unknown> | undefined;
    return {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        happening ??= happens();
        await happening;
        return result;
      },
    };
  };

  test.each(Object.entries({ ...BESIDE_OTHERS, ...AMONG_OTHERS }))(
    '%s is of one state while another node writes',
    async (_, read) => {
      const context = await contextOf(testApp, member);
      const before = await read(context, categoryId);
      const written = afterFirst(async () => {
        await recordIn('2026-05-10');
        await recordIn('2026-06-12');
        await recordIn('2026-06-20');
      });
      const { db, scanDb } = context;
      const disturbed = { ...context, db: db.withPlugin(written), scanDb: scanDb.withPlugin(written) };
      expect(await read(disturbed, categoryId)).toEqual(before);
    },
  );

  test.each(Object.entries(BESIDE_OTHERS))('other answers do not wait for %s', async (_, read) => {
    const context = await contextOf(testApp, member);
    const forbid = async () => {
      throw new Error('Other answers wait for this.');
    };
    const beside = { ...context, db: context.db.withPlugin(afterFirst(forbid)) };
    expect(await read(beside, categoryId)).toEqual(await read(context, categoryId));
    await expect(list({})(beside, categoryId)).rejects.toThrow('Other answers wait');
  });
});
