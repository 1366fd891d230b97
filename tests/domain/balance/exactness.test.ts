import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forEachApp, type TestApp } from '../../support/app.ts';
import { categoriesOf, createMember, type Member, type Transaction } from '../../support/members.ts';
import { expectStoredTotals } from '../../support/stored-totals.ts';
import { type Entry, TODAY } from './entry.ts';
import { histories, live, minorOf, netOf, sumOf } from './ledger.ts';

interface Balance {
  income: number;
  expenses: number;
  balance: number;
}

interface Sums {
  income: number;
  expenses: number;
  net: number;
  count: number;
}

interface Share {
  category_id: string | null;
  total_amount: number;
  transaction_count: number;
  type: Entry['type'];
}

const RUNS = { sqlite: 30, postgres: 6 };

forEachApp((testApp, engine) => {
  test('balance, list, histories, summaries and breakdowns are one exact sum, whatever was recorded', async () => {
    await fc.assert(
      fc.asyncProperty(histories, oneInFive, async (history, isLong) => {
        const member = await createMember(testApp, { preferences: { timezone: 'Asia/Jerusalem' } });
        const choices = await categoriesOf(testApp, member);
        const ledger = [...(await live(testApp, member, choices, history)).values()];
        await expectList(testApp, member, ledger);
        await expectBalance(testApp, member, ledger);
        await expectHistories(testApp, member, ledger, isLong);
        await expectSummary(testApp, member, ledger);
        await expectStoredTotals(engine, member);
      }),
      { numRuns: RUNS[engine.name], endOnFailure: engine.name === 'postgres' },
    );
  });
});

// The 1,857 days of five years take as long as all the rest.
const oneInFive = fc.nat({ max: 4 }).map((place) => place === 0);

const upToToday = (ledger: Entry[]) => ledger.filter(({ date }) => date <= TODAY);

async function get<Data>(testApp: TestApp, as: Member, path: string): Promise<Data> {
  const reply = await testApp.call<Data>('GET', path, { as });
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.data;
}

async function expectList(testApp: TestApp, member: Member, ledger: Entry[]): Promise<void> {
  const { transactions, summary, pagination } = await get<{
    transactions: Transaction[];
    summary: Sums & { total: number };
    pagination: { total: number };
  }>(testApp, member, '/transactions?status=any&limit=200');
  const listed = transactions.map(({ id, type, amount, date, category_id }) => ({
    id,
    type,
    minor: minorOf(amount),
    date,
    category: category_id,
  }));
  const byId = (one: Entry, other: Entry) => (one.id < other.id ? -1 : 1);
  expect(listed.sort(byId)).toEqual([...ledger].sort(byId));
  expect([summary.total, pagination.total]).toEqual([ledger.length, ledger.length]);
  expect(minorOf(summary.net)).toBe(netOf(ledger));
  expect(minorOf(summary.income)).toBe(sumOf(ledger, 'income'));
  expect(minorOf(summary.expenses)).toBe(sumOf(ledger, 'expense'));
}

async function expectBalance(testApp: TestApp, member: Member, ledger: Entry[]): Promise<void> {
  const until = upToToday(ledger);
  const balance = await get<Balance & { as_of: string }>(testApp, member, '/transactions/balance');
  expect(balance.as_of).toBe(TODAY);
  const details = await get<Record<string, Balance>>(testApp, member, '/transactions/balance/details');
  const dashboard = await get<{ balance: Balance }>(testApp, member, '/transactions/dashboard');
  for (const figures of [balance, details.total, dashboard.balance]) {
    expect(minorOf(figures?.balance ?? -1)).toBe(netOf(until));
    expect(minorOf(figures?.income ?? -1)).toBe(sumOf(until, 'income'));
    expect(minorOf(figures?.expenses ?? -1)).toBe(sumOf(until, 'expense'));
  }
  const since = { daily: TODAY, weekly: '2026-06-14', monthly: '2026-06-01', yearly: '2026-01-01' };
  for (const [period, from] of Object.entries(since)) {
    const within = until.filter(({ date }) => date >= from);
    expect(minorOf(details[period]?.balance ?? -1), period).toBe(netOf(within));
  }
}

async function expectHistories(
  testApp: TestApp,
  member: Member,
  ledger: Entry[],
  isLong: boolean,
): Promise<void> {
  const until = upToToday(ledger);
  for (const period of ['daily', 'weekly', 'monthly', 'yearly']) {
    for (const months of period === 'daily' && !isLong ? [1] : [1, 61]) {
      const { history } = await get<{ history: (Balance & { date: string })[] }>(
        testApp,
        member,
        `/transactions/balance/history/${period}?months=${months}`,
      );
      const first = history[0]?.date ?? '';
      const before = netOf(until.filter(({ date }) => date < first));
      let running = before;
      for (const point of history) {
        running += minorOf(point.income) - minorOf(point.expenses);
        if (minorOf(point.balance) !== running) throw new Error(`${period} ${point.date} does not add up`);
      }
      expect(running, `${period} of ${months} months`).toBe(netOf(until));
      expect(minorOf(history.at(-1)?.balance ?? -1)).toBe(netOf(until));
    }
  }
}

async function expectSummary(testApp: TestApp, member: Member, ledger: Entry[]): Promise<void> {
  const ranges: [string, Entry[]][] = [
    ['', ledger],
    [`?end_date=${TODAY}`, upToToday(ledger)],
    ['?start_date=2026-05-20&end_date=2026-06-20', within(ledger, '2026-05-20', '2026-06-20')],
    ['?start_date=2026-06-03&end_date=2026-06-17', within(ledger, '2026-06-03', '2026-06-17')],
    ['?start_date=2025-11-30', within(ledger, '2025-11-30', '9')],
  ];
  for (const [range, entries] of ranges) {
    const summary = await get<Sums & { by_category: Share[] }>(
      testApp,
      member,
      `/transactions/summary${range}`,
    );
    expect(minorOf(summary.net), range).toBe(netOf(entries));
    expect(summary.count, range).toBe(entries.length);
    for (const type of ['expense', 'income'] as const) {
      const joint = range ? '&' : '?';
      const path = `/transactions/categories/breakdown${range}${joint}type=${type}`;
      const { categories } = await get<{ categories: Share[] }>(testApp, member, path);
      const ofType = entries.filter((entry) => entry.type === type);
      expect(asMap(categories), path).toEqual(byCategory(ofType));
      expect(asMap(summary.by_category.filter((share) => share.type === type))).toEqual(byCategory(ofType));
    }
  }
  const month = await get<Sums & { daily: (Sums & { date: string })[] }>(
    testApp,
    member,
    '/transactions/summary/monthly',
  );
  const june = within(ledger, '2026-06-01', '2026-06-30');
  expect(minorOf(month.net)).toBe(netOf(june));
  expect(month.daily.reduce((net, day) => net + minorOf(day.net), 0n)).toBe(netOf(june));
}

const within = (ledger: Entry[], from: string, to: string) =>
  ledger.filter(({ date }) => date >= from && date <= to);

function asMap(shares: Share[]): Map<string | null, [bigint, number]> {
  return new Map(
    shares.map(({ category_id, total_amount, transaction_count }) => [
      category_id,
      [minorOf(total_amount), transaction_count],
    ]),
  );
}

function byCategory(entries: Entry[]): Map<string | null, [bigint, number]> {
  const sums = new Map<string | null, [bigint, number]>();
  for (const { category, minor } of entries) {
    const [sum, count] = sums.get(category) ?? [0n, 0];
    sums.set(category, [sum + minor, count + 1]);
  }
  return sums;
}
