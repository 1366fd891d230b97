import * as v from 'valibot';
import { beforeAll, expect, test } from 'vitest';
import { type Random, randomFrom } from '../../../scripts/demo/random.ts';
import type { TransactionRow } from '../../../src/db/tables.ts';
import { readCashFlow } from '../../../src/domain/analytics/cash-flow.ts';
import { readHealth } from '../../../src/domain/analytics/outlook.ts';
import { readOverview } from '../../../src/domain/analytics/overview.ts';
import type { Dates } from '../../../src/domain/analytics/periods.ts';
import type { presentSummary } from '../../../src/domain/analytics/present.ts';
import { analyticsSchema } from '../../../src/domain/analytics/schema.ts';
import { readSpending } from '../../../src/domain/analytics/spending.ts';
import { setOpeningBalance } from '../../../src/domain/balance/opening-balance.ts';
import { plusDays, plusMonths, startOfMonth } from '../../../src/domain/calendar.ts';
import { readCategoryReport } from '../../../src/domain/categories/analytics/report.ts';
import { listSchema } from '../../../src/domain/transactions/list/filter.ts';
import { listTransactions } from '../../../src/domain/transactions/list/list.ts';
import { forEachApp } from '../../support/app.ts';
import { categoriesOf, contextOf, createMember, type Member, record } from '../../support/members.ts';

// A Monday; June has fewer rows after it than before it, so that those are subtracted.
const TODAY = '2026-06-15';
const OPENING = /^0{8}-0{4}-7000-8000-/;

forEachApp((testApp, engine) => {
  let member: Member;
  let rows: TransactionRow[];

  beforeAll(async () => {
    member = await createMember(testApp, { preferences: { timezone: 'Asia/Jerusalem' } });
    const categories = (await categoriesOf(testApp, member)).filter(({ type }) => type === 'expense');
    const random = randomFrom('overview');
    const transactions = Array.from({ length: 450 }, () => randomRow(random, categories));
    const bulk = await testApp.call('POST', '/transactions/bulk', { as: member, body: { transactions } });
    expect(bulk.data).toMatchObject({ summary: { failed: 0 } });
    const template = { name: 'Rent', amount: 3500, type: 'expense', start_date: '2026-01-05' };
    await testApp.call('POST', '/transactions/templates', { as: member, body: template });
    await setOpeningBalance(await contextOf(testApp, member), { amount: 500_000, date: '2026-02-01' });
    rows = await engine.db.selectFrom('transactions').selectAll().where('user_id', '=', member.id).execute();
    expect(rows.filter(({ template_id }) => template_id !== null)).not.toHaveLength(0);
    expect(rows.filter(({ category_id }) => OPENING.test(category_id ?? ''))).toHaveLength(1);
  });

  const readAll = async (query: Record<string, string | undefined>) => {
    const context = await contextOf(testApp, member);
    const input = v.parse(analyticsSchema, { by: 'weeks', recurring: 'with', ...query });
    const { patterns, ...spending } = await readSpending(context, input);
    const { parts } = await readOverview(context, input);
    return { ...spending, ...patterns, ...(await readCashFlow(context, input)), parts };
  };

  const counted = ({ from, to }: Dates) =>
    rows.filter((row) => from <= row.date && row.date <= to && !OPENING.test(row.category_id ?? ''));

  test.each([
    { period: '' },
    { period: 'this-month', compare: 'year' },
    { period: 'last-month' },
    { period: 'last-3-months' },
    { period: 'this-year' },
    { period: 'last-year' },
    { period: 'everything' },
    { period: 'dates', from: '2026-03-09', to: '2026-03-09' },
    { period: 'dates', from: '2026-02-27', to: '2026-06-02' },
    { period: 'dates', from: '2026-06-10', to: '2026-08-01' },
  ])('every figure of $period $from is what its rows add up to', async (query) => {
    const found = await readAll(query);
    const { from, to } = found.dates;
    const within = counted({ from, to });
    const expenses = within.filter(({ type }) => type === 'expense');

    expect(found.totals).toMatchObject({ income: of(within, 'income'), expenses: sum(expenses) });
    const earlier = found.compared ? counted(found.compared) : [];
    if (found.compared) expect(found.before?.expenses).toBe(of(earlier, 'expense'));

    for (const month of found.months) {
      const inMonth = within.filter(({ date }) => date.startsWith(month.month));
      expect(month).toMatchObject({ income: of(inMonth, 'income'), expenses: of(inMonth, 'expense') });
      const until = rows.filter(({ date }) => date <= month.to);
      expect(month.balance, month.month).toBe(of(until, 'income') - of(until, 'expense'));
    }
    for (const week of found.parts) {
      const inWeek = within.filter(({ date }) => week.from <= date && date <= week.to);
      expect(week).toMatchObject({ income: of(inWeek, 'income'), expenses: of(inWeek, 'expense') });
      const until = rows.filter(({ date }) => date <= week.to);
      expect(week.balance, week.from).toBe(of(until, 'income') - of(until, 'expense'));
    }
    expect(sum(within)).toBe(
      found.parts.reduce((whole, { income, expenses }) => whole + income + expenses, 0),
    );
    expect(sum(within)).toBe(
      found.months.reduce((whole, { income, expenses }) => whole + income + expenses, 0),
    );

    for (const { category, amount, count, before, type } of [
      ...found.categories.map((share) => ({ ...share, type: 'expense' })),
      ...found.earned.map((share) => ({ ...share, type: 'income' })),
    ]) {
      const mine = (some: TransactionRow[]) =>
        some.filter((row) => row.type === type && row.category_id === (category?.id ?? null));
      expect([amount, count]).toEqual([sum(mine(within)), mine(within).length]);
      expect(before).toBe(found.compared && sum(mine(earlier)));
    }

    const slots = { weekdays: weekday, days: monthDay, hours: hour };
    for (const [name, slotOf] of Object.entries(slots))
      for (const { slot, income, expenses: spent, count } of found[name as keyof typeof slots]) {
        const mine = within.filter((row) => slotOf(row) === slot);
        expect([income, spent], `${name} ${slot}`).toEqual([of(mine, 'income'), of(mine, 'expense')]);
        expect(count).toBe(mine.filter(({ type }) => type === 'expense').length);
      }

    const limits = {
      micro: [0, 1000],
      small: [1000, 5000],
      medium: [5000, 20_000],
      large: [20_000, 100_000],
    };
    for (const { size, amount, count } of found.sizes) {
      const [least = 100_000, most = Infinity] = limits[size as keyof typeof limits] ?? [];
      const mine = expenses.filter((row) => least <= row.amount && row.amount < most);
      expect([size, amount, count]).toEqual([size, sum(mine), mine.length]);
    }
    const repeated = expenses.filter(({ template_id }) => template_id !== null);
    expect(found.recurring).toEqual({ amount: sum(repeated), count: repeated.length });
    expect(found.oneTime).toEqual({
      amount: sum(expenses) - sum(repeated),
      count: expenses.length - repeated.length,
    });

    const payees = Map.groupBy(expenses, payeeOf);
    const largest = [...payees].map(([key, some]) => ({ key, amount: sum(some), count: some.length }));
    largest.sort((one, other) => other.amount - one.amount || (one.key < other.key ? -1 : 1));
    expect(found.payees).toMatchObject(largest.slice(0, 10));
    const amounts = expenses.map(({ amount }) => amount).sort((one, other) => other - one);
    expect(found.largest.map(({ row }) => row.amount)).toEqual(amounts.slice(0, 10));
  });

  test.each([
    { period: 'last-12-months' },
    { period: 'this-month' },
    { period: 'dates', from: '2026-02-27', to: '2026-06-02' },
  ])('patterns of $period leave out what recurs by itself', async (query) => {
    const context = await contextOf(testApp, member);
    const { dates, patterns } = await readSpending(context, v.parse(analyticsSchema, query));
    const within = counted(dates).filter(({ template_id }) => template_id === null);
    const expenses = within.filter(({ type }) => type === 'expense');
    expect(counted(dates)).not.toHaveLength(within.length);
    expect(patterns).toMatchObject({ withRecurring: false, recurs: true, expenses: sum(expenses) });
    for (const [name, slotOf] of [
      ['weekdays', weekday],
      ['days', monthDay],
      ['hours', hour],
    ] as const)
      for (const { slot, expenses: spent, count } of patterns[name]) {
        const mine = expenses.filter((row) => slotOf(row) === slot);
        expect([spent, count], `${name} ${slot}`).toEqual([sum(mine), mine.length]);
      }
    expect(sum(expenses)).toBe(patterns.sizes.reduce((whole, { amount }) => whole + amount, 0));
    for (const { month, expenses: spent } of patterns.months)
      expect(spent, month).toBe(sum(expenses.filter(({ date }) => date.startsWith(month))));
    const amounts = expenses.map(({ amount }) => amount).sort((one, other) => other - one);
    expect(patterns.largest.map(({ row }) => row.amount)).toEqual(amounts.slice(0, 10));
  });

  test.each([
    { period: 'last-12-months', by: 'months' },
    { period: 'last-month', by: 'days' },
    { period: 'dates', from: '2026-02-27', to: '2026-06-02', by: 'months' },
    { period: 'dates', from: '2026-02-27', to: '2026-06-02', by: 'weeks' },
  ])('each category of $period by $by is what its rows add up to', async (query) => {
    const context = await contextOf(testApp, member);
    const { dates, columns } = await readSpending(context, v.parse(analyticsSchema, query));
    const expenses = counted(dates).filter(({ type }) => type === 'expense');
    const drawn = columns.bands.flatMap(({ amounts }) => amounts);
    expect(drawn.reduce((whole, amount) => whole + amount, 0)).toBe(sum(expenses));
    for (const { ids, amounts } of columns.bands) {
      const mine = expenses.filter(({ category_id }) => ids.includes(category_id ?? ''));
      expect(amounts).toEqual(
        columns.parts.map(({ from, to }) => sum(mine.filter(({ date }) => from <= date && date <= to))),
      );
    }
  });

  test.each([1, 30, 200])('the summary of %i days is what its rows add up to', async (period) => {
    const path = `/analytics/dashboard/summary?period=${period}`;
    const { data } = await testApp.call<ReturnType<typeof presentSummary>>('GET', path, { as: member });
    const within = counted({ from: plusDays(TODAY, 1 - period), to: TODAY });
    const expenses = within.filter(({ type }) => type === 'expense');
    const [income, spent] = [of(within, 'income'), sum(expenses)];
    expect(data).toMatchObject({
      income: income / 100,
      expenses: spent / 100,
      net: (income - spent) / 100,
      transaction_count: within.length,
      average_expense: Math.round(spent / Math.max(1, expenses.length)) / 100,
    });
    const shares = [...Map.groupBy(expenses, ({ category_id }) => category_id)]
      .map(([category_id, some]) => ({ category_id, total_amount: sum(some) / 100 }))
      .sort((one, other) => other.total_amount - one.total_amount);
    expect(data.top_categories).toMatchObject(shares);
  });

  test.each([1, 3, 12, 27, 'year'] as const)('every figure of a category over %s is too', async (period) => {
    const months = period === 'year' ? Number(TODAY.slice(5, 7)) : period;
    const dates = { from: plusMonths(startOfMonth(TODAY), 1 - months), to: TODAY };
    const context = await contextOf(testApp, member);
    const ids = new Set(rows.flatMap(({ category_id }) => category_id ?? []));
    for (const id of [...ids].filter((category) => !OPENING.test(category))) {
      const report = await readCategoryReport(context, id, period);
      const own = (range: Dates) => counted(range).filter(({ category_id }) => category_id === id);
      expect(report.now.dates).toEqual(dates);
      if (period === 'year' && report.before)
        expect(report.before.dates).toEqual({
          from: plusMonths(dates.from, -12),
          to: plusMonths(TODAY, -12),
        });
      for (const figures of [report.now, report.before, report.yearEarlier]) {
        if (!figures) continue;
        const mine = own(figures.dates);
        const share = sum(mine) / of(counted(figures.dates), report.row.type);
        expect(figures).toMatchObject({ amount: sum(mine), count: mine.length, share });
      }
      expect(report.months).toHaveLength(months);
      for (const { from, to, ...month } of report.months)
        expect(month).toMatchObject({ amount: sum(own({ from, to })), count: own({ from, to }).length });
      expect(report.scheduled).toMatchObject({ amount: sum(own(report.scheduled)) });
      const common = own(report.common);
      for (const { amount, count, key } of report.common.payees) {
        const mine = common.filter((row) => payeeOf(row) === key);
        expect([amount, count]).toEqual([sum(mine), mine.length]);
      }
      if (!('weekdays' in report.weekdays)) throw new Error('There is enough data.');
      const year = own(report.weekdays);
      for (const { weekday: slot, amount } of report.weekdays.weekdays)
        expect(amount).toBe(sum(year.filter((row) => weekday(row) === slot)));
      const path = `/categories/${id}/analytics?months=${months}`;
      const { data } = await testApp.call('GET', path, { as: member });
      const all = own({ ...dates, to: TODAY });
      expect(data).toMatchObject({ total_amount: sum(all) / 100, transaction_count: all.length });
    }
  });

  test('health and forecast count the complete months', async () => {
    const outlook = await readHealth(await contextOf(testApp, member));
    expect(outlook.nextMonth).toBe('2026-07');
    if (!('health' in outlook.health) || !('amount' in outlook.forecast))
      throw new Error('There is enough data.');
    const { months } = outlook.health.health;
    expect(months.map(({ month }) => month)).toEqual([
      ...['2025-12', '2026-01', '2026-02', '2026-03', '2026-04', '2026-05'],
    ]);
    expect(months.map(({ fixed }) => fixed)).toEqual([0, ...Array.from({ length: 5 }, () => 350_000)]);
    expect(outlook.forecast.recurring).toBe(350_000);
    expect(outlook.scores).toHaveLength(12);
    expect(outlook.scores.at(-1)?.score).toBe(outlook.health.health.score);
  });

  test('a number that names a thing is no reason to add things up', async () => {
    const rider = await createMember(testApp);
    for (const [description, amount] of [
      ['Bus 5', 10],
      ['Bus 18', 20],
      ['Bus 480', 70],
      ['Wolt 123456', 1],
      ['WOLT #99', 2],
    ])
      await record(testApp, rider, { description, amount, date: '2026-06-01' });
    const context = await contextOf(testApp, rider);
    const { payees } = await readSpending(context, v.parse(analyticsSchema, { period: 'this-year' }));
    expect(payees.map(({ name, amount }) => [name.toLowerCase(), amount])).toEqual([
      ['bus 480', 7000],
      ['bus 18', 2000],
      ['bus 5', 1000],
      ['wolt', 300],
    ]);
    for (const { key, amount, count } of payees) {
      const { figures } = await listTransactions(context, v.parse(listSchema, { payee: key }));
      expect(figures).toMatchObject({ expenses: amount, count });
    }
  });

  test('somebody without transactions gets zeros, and no judgement', async () => {
    const newcomer = await createMember(testApp);
    const context = await contextOf(testApp, newcomer);
    const input = v.parse(analyticsSchema, { period: 'everything' });
    const sums = {
      dates: { from: TODAY, to: TODAY },
      compared: null,
      savingsRate: null,
      totals: { income: 0, expenses: 0, count: 0 },
    };
    expect(await readOverview(context, input)).toMatchObject({ ...sums, years: null });
    expect(await readSpending(context, input)).toMatchObject({
      ...sums,
      payees: [],
      columns: { bands: [] },
      patterns: { largest: [], expenses: 0, recurs: false },
    });
    expect(await readCashFlow(context, input)).toMatchObject({ ...sums, earned: [] });
    expect(await readHealth(context)).toMatchObject({
      health: { missingMonths: 3 },
      forecast: { missingMonths: 3 },
      scores: [],
    });
  });
});

const sum = (some: readonly TransactionRow[]) => some.reduce((whole, { amount }) => whole + amount, 0);
const of = (some: readonly TransactionRow[], type: string) => sum(some.filter((row) => row.type === type));
const weekday = ({ date }: TransactionRow) => new Date(date).getUTCDay();
const monthDay = ({ date }: TransactionRow) => Number(date.slice(-2));
const hour = ({ time }: TransactionRow) => Number(time.slice(0, 2));
const payeeOf = ({ merchant_name, description }: TransactionRow) =>
  (merchant_name ?? description)
    .toLowerCase()
    .replace(/#\d+/, '')
    .match(/[\p{L}\d]+/gu)
    ?.join(' ') ?? '';

function randomRow(random: Random, categories: { id: string }[]) {
  const type = random.chance(0.2) ? 'income' : 'expense';
  return {
    type,
    amount:
      random.pick([random.whole(1, 900), random.whole(900, 30_000), random.whole(30_000, 200_000)]) / 100,
    description: random.pick([
      'Wolt #12',
      'WOLT',
      'Bread',
      'bread!',
      'Rent',
      'מכולת 7',
      'מכולת',
      'Bus',
      'Book',
    ]),
    merchant_name: random.chance(0.4)
      ? random.pick(['Wolt', 'Cinema City', 'Shop 1', 'shop 2', 'Partner'])
      : null,
    category_id: type === 'expense' && random.chance(0.8) ? random.pick(categories.slice(0, 6)).id : null,
    // Most of the last year, some before, some upcoming.
    date: plusDays(TODAY, random.whole(-560, 40)),
    time: `${String(random.whole(0, 23)).padStart(2, '0')}:${String(random.whole(0, 59)).padStart(2, '0')}`,
  };
}
