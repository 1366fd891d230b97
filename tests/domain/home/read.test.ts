import { beforeAll, describe, expect, test } from 'vitest';
import { randomFrom } from '../../../scripts/demo/random.ts';
import type { TransactionRow } from '../../../src/db/tables.ts';
import { met, troublesOf } from '../../../src/domain/admin/trouble.ts';
import { readOutlook } from '../../../src/domain/analytics/outlook.ts';
import { lowestPart, sinceOpenings } from '../../../src/domain/analytics/parts.ts';
import { setOpeningBalance } from '../../../src/domain/balance/opening-balance.ts';
import { readDayPanel } from '../../../src/domain/balance/read.ts';
import { plusDays } from '../../../src/domain/calendar.ts';
import type { Attention } from '../../../src/domain/home/attention.ts';
import { type Home, readHome } from '../../../src/domain/home/read.ts';
import { repeat } from '../../../src/domain/insights/repeat.ts';
import { BATCH_MOST } from '../../../src/domain/insights/schema.ts';
import { readHealth } from '../../../src/domain/instance/health.ts';
import { payOpenBills } from '../../../src/domain/money-accounts/cards/paid-bills.ts';
import { forEachApp } from '../../support/app.ts';
import { rowsOf } from '../../support/databases.ts';
import { categoriesOf, contextOf, createMember, type Member, record } from '../../support/members.ts';

// A Monday, as in test apps.
const TODAY = '2026-06-15';
/** The days that advice covers. */
const dates = { from: '2026-03-17', to: TODAY };
const OPENING = /^0{8}-0{4}-7000-8000-/;

type Counted = Pick<TransactionRow, 'type' | 'amount' | 'date' | 'category_id'>;

const sum = (rows: Counted[]) => rows.reduce((whole, { amount }) => whole + amount, 0);
const of = (rows: Counted[], type: string) => sum(rows.filter((row) => row.type === type));
const net = (rows: Counted[]) => of(rows, 'income') - of(rows, 'expense');

forEachApp((testApp, engine) => {
  const { once } = engine;
  describe.each([
    { timezone: 'Asia/Jerusalem', week_start: 'sunday', week: '2026-06-14' },
    { timezone: 'America/Los_Angeles', week_start: 'monday', week: '2026-06-15' },
  ])('in $timezone, with weeks from $week_start', ({ timezone, week_start, week }) => {
    let member: Member;
    let rows: Counted[];
    let counted: Counted[];

    beforeAll(async () => {
      member = await createMember(testApp, { preferences: { timezone, week_start } });
      const categories = (await categoriesOf(testApp, member)).filter(({ type }) => type === 'expense');
      const random = randomFrom('home');
      const transactions = Array.from({ length: 400 }, (_, place) => ({
        type: random.chance(0.2) ? 'income' : 'expense',
        amount: random.whole(1, 90_000) / 100,
        description: `Shop ${place}`,
        category_id: random.chance(0.1) ? null : random.pick(categories).id,
        date: plusDays(TODAY, random.whole(-480, 20)),
      })).map((row) => (row.type === 'income' ? { ...row, category_id: null } : row));
      const bulk = await testApp.call('POST', '/transactions/bulk', { as: member, body: { transactions } });
      expect(bulk.data).toMatchObject({ summary: { failed: 0 } });
      const template = { name: 'Rent', amount: 3500, type: 'expense', start_date: '2026-01-05' };
      await testApp.call('POST', '/transactions/templates', { as: member, body: template });
      await setOpeningBalance(await contextOf(testApp, member), { amount: 500_000, date: '2025-04-01' });
      rows = await rowsOf(engine, 'transactions', member);
      counted = rows.filter(({ category_id }) => !OPENING.test(category_id ?? ''));
    });

    const home = async (): Promise<Home> => readHome(await contextOf(testApp, member));
    const panelOf = async (date: string) => readDayPanel(await contextOf(testApp, member), date);

    test('the balance of each month is what its rows add up to', async () => {
      const { months, balance } = await home();
      expect(months).toHaveLength(12);
      expect(balance.balance).toBe(net(rows.filter(({ date }) => date <= TODAY)));
      for (const { to, balance: then } of months)
        expect(then, to).toBe(net(rows.filter(({ date }) => date <= to)));
    });

    test('this month, its pace and its categories are what its rows add up to', async () => {
      const { month, pace } = await home();
      const inMonth = counted.filter(({ date }) => date >= '2026-06-01' && date <= TODAY);
      expect(month.expenses.amount).toBe(of(inMonth, 'expense'));
      expect(month.income.amount).toBe(of(inMonth, 'income'));
      for (const { category, amount } of month.spending) {
        const own = inMonth.filter(({ category_id }) => category_id === (category?.id ?? null));
        expect(amount).toBe(of(own, 'expense'));
      }
      if (!('pace' in pace)) throw new Error('There are months before.');
      expect(pace.pace.spent).toBe(of(inMonth, 'expense'));
      const usual = ['2025-12', '2026-01', '2026-02', '2026-03', '2026-04', '2026-05']
        .map((name) => counted.filter(({ date }) => date.startsWith(name) && date.slice(8) <= '15'))
        .map((some) => of(some, 'expense'))
        .sort((one, other) => one - other);
      expect(pace.pace.usual).toBe(Math.round(((usual[2] ?? 0) + (usual[3] ?? 0)) / 2));
    });

    test.each([TODAY, '2026-05-31', '2026-06-30', '2025-01-01', '2026-09-01', '0000-01-01'])(
      'the panel of %s is what its rows add up to',
      async (date) => {
        const panel = await panelOf(date);
        expect(panel.date).toBe(date);
        expect(panel.periods.map(({ period }) => period)).toEqual([
          'daily',
          'weekly',
          'monthly',
          'yearly',
          'total',
        ]);
        for (const { from = '0000', to, figures } of panel.periods) {
          const within = counted.filter((row) => from <= row.date && row.date <= to);
          expect(figures).toMatchObject({
            income: of(within, 'income'),
            expenses: of(within, 'expense'),
            net: net(within),
          });
        }
      },
    );

    once('the week of the panel begins as the person chose', async () => {
      const panel = await panelOf(TODAY);
      expect(panel.periods.find(({ period }) => period === 'weekly')).toMatchObject({
        from: week,
        to: TODAY,
      });
    });

    once(
      'the health is the same as in the analytics, and its change the difference of two scores',
      async () => {
        const { health, healthChange } = await home();
        const context = await contextOf(testApp, member);
        const outlook = await readOutlook(context, { today: TODAY, begins: '2025-01-01' });
        expect(health).toEqual(outlook.health);
        const [before, now] = outlook.scores.slice(-2);
        expect(healthChange).toBe((now?.score ?? 0) - (before?.score ?? 0));
      },
    );

    test('as many are uncategorized as the list of 90 days without a category has', async () => {
      const { attention } = await home();
      const { data } = await testApp.call<{ summary: { total: number } }>(
        'GET',
        `/transactions?category=none&dateFrom=${plusDays(TODAY, -90)}&dateTo=${TODAY}`,
        { as: member },
      );
      const found = attention.find(({ kind }) => kind === 'uncategorized');
      expect(found).toMatchObject({ count: data.summary.total });
    });
  });

  describe('what wants attention', () => {
    let member: Member;
    const attention = async (): Promise<Attention[]> =>
      (await readHome(await contextOf(testApp, member))).attention;
    let categoryId: string;

    const fresh = async () => {
      member = await createMember(testApp);
      categoryId = (await categoriesOf(testApp, member)).find(({ type }) => type === 'expense')?.id ?? '';
    };
    const spend = (amount: number, date: string, changes: object = {}) =>
      record(testApp, member, { amount, date, categoryId, description: `${date} ${amount}`, ...changes });

    once('is nothing where there is nothing to do', async () => {
      await fresh();
      expect(await attention()).toEqual([]);
      await spend(5, '2026-04-20');
      await spend(100, '2026-05-10');
      await spend(120, '2026-06-10');
      expect(await attention()).toEqual([]);
    });

    once('is spending that has grown by more than a fifth', async () => {
      await fresh();
      await spend(100, '2026-05-10');
      await spend(121, '2026-06-10');
      // Only part of the previous month is recorded.
      expect(await attention()).toEqual([]);
      await spend(5, '2026-04-20');
      expect(await attention()).toEqual([{ kind: 'spending', change: 0.21 }]);
    });

    once('begins nothing by bills of a card that were paid before', async () => {
      await fresh();
      const card = { name: 'Card', kind: 'credit_card', billing_day: 10 };
      const { data } = await testApp.call<{ account: { id: string } }>('POST', '/accounts', {
        as: member,
        body: card,
      });
      const accountId = data.account.id;
      await record(testApp, member, { type: 'income', amount: 900, date: '2026-04-01' });
      for (const month of ['04', '05']) await spend(100, `2026-${month}-20`, { accountId });
      const context = await contextOf(testApp, member);
      expect(await payOpenBills(context, accountId)).toHaveLength(2);
      const { balance, months } = await readHome(context);
      expect([balance.balance, balance.opening]).toEqual([90_000, 0]);
      expect(sinceOpenings(months).map((one) => one.balance)).toEqual([80_000, 80_000, 90_000]);
      expect(await readDayPanel(context, TODAY)).toMatchObject({ opening: 0 });
    });

    once('knows no lowest balance where one before the latest opening balance is lower', () => {
      const months = (...balances: [balance: number, opening: number][]) =>
        balances.map(([balance, opening]) => ({ balance, opening }));
      expect(lowestPart(months([-3, 0], [2, 5], [4, 0]))).toBeUndefined();
      expect(lowestPart(months([3, 0], [2, 5], [4, 0]))).toEqual({ balance: 2, opening: 5 });
      expect(lowestPart(months([3, 0], [2, 5]))).toBeUndefined();
    });

    once('is what comes every month without a recurring template, incomes first', async () => {
      await fresh();
      const salary = { type: 'income', categoryId: null, description: 'ACME GMBH 104/22' };
      for (const [date, amount] of [
        ['2026-03-13', 2500],
        ['2026-04-14', 2500],
        ['2026-05-13', 2510],
      ] as const)
        await spend(amount, date, salary);
      const repeats = async () => (await attention()).filter(({ kind }) => kind === 'repeats');
      // It should have come on 13 June, or a few days later.
      expect(await repeats()).toMatchObject([{ transaction: { amount: 251_000, date: '2026-05-13' } }]);
      for (const month of ['04', '05', '06']) {
        await spend(900, `2026-${month}-01`, { description: 'Rent' });
        await spend(35, `2026-${month}-02`, { description: `Gym ${month}` });
        for (const day of ['03', '09']) await spend(12, `2026-${month}-${day}`, { description: 'Lunch' });
        await spend(Number(month) * 20, `2026-${month}-05`, { description: 'Power' });
        await spend(1000 + Number(month) * 50, `2026-${month}-06`, { description: 'Shop' });
      }
      // Who enters the next one already would have it twice.
      await spend(20, '2026-07-07', { description: 'Club' });
      for (const month of ['04', '05', '06']) await spend(20, `2026-${month}-07`, { description: 'Club' });
      const [first, second, ...others] = await repeats();
      expect(others).toEqual([]);
      expect([first, second]).toMatchObject([
        { transaction: { amount: 251_000 } },
        { transaction: { description: 'Rent', date: '2026-06-01' } },
      ]);
      const context = await contextOf(testApp, member);
      const id = second?.kind === 'repeats' ? second.transaction.id : '';
      expect(await repeat(context, id)).toMatchObject({ start_date: '2026-07-01', amount: 90_000 });
      expect(await repeat(context, id)).toBeNull();
      expect(await repeats()).toHaveLength(1);
      const body = { name: 'Pay', amount: 2500, type: 'income', start_date: '2026-07-12' };
      await testApp.call('POST', '/transactions/templates', { as: member, body });
      expect(await repeats()).toEqual([]);
    });

    once('is what has no category, with its share of this month above 30 %', async () => {
      await fresh();
      await spend(70, '2026-06-10');
      await spend(30, '2026-06-11', { categoryId: null });
      expect(await attention()).toEqual([
        {
          kind: 'uncategorized',
          count: 1,
          dates,
          share: null,
          only: expect.stringMatching(/^[\da-f-]{36}$/),
        },
      ]);
      await spend(1, '2026-06-12', { categoryId: null });
      expect(await attention()).toEqual([
        { kind: 'uncategorized', count: 2, dates, share: 31 / 101, only: null },
      ]);
    });

    once('is what was recorded twice, two pairs by name and the others by number', async () => {
      await fresh();
      const twice = async (description: string, amount: number) => {
        for (const time of ['10:00', '10:05']) await spend(amount, '2026-06-01', { description, time });
      };
      await twice('Cinema tickets', 45.9);
      const [only] = await attention();
      if (only?.kind !== 'duplicate') throw new Error('There are two.');
      expect(only.transaction).toMatchObject({
        description: 'Cinema tickets',
        amount: 4590,
        date: '2026-06-01',
      });
      expect(only.duplicateOf.id).not.toBe(only.transaction.id);
      await twice('Garden chairs', 310);
      await twice('Umbrella', 72);
      await twice('Concert', 198);
      expect(await attention()).toMatchObject([
        { kind: 'duplicate' },
        { kind: 'duplicate' },
        { kind: 'duplicates', count: 2 },
      ]);
    });

    once('is only what the page of insights checks too', async () => {
      await fresh();
      for (const time of ['10:00', '10:05'])
        await spend(45.9, '2026-06-01', { description: 'Cinema tickets', time });
      const letters = 'bcdfghjklmnpqrstvwxz';
      const transactions = Array.from({ length: BATCH_MOST }, (_, place) => ({
        type: 'expense',
        amount: 2 ** (place % 20) + place,
        date: plusDays(TODAY, -(place % 14)),
        categoryId,
        description: `${letters[place % 20]}${letters[(place * 7) % 19]}${place} ${letters[place % 13]}`,
      }));
      await testApp.call('POST', '/transactions/bulk', { as: member, body: { transactions } });
      expect((await attention()).filter(({ kind }) => kind.startsWith('duplicate'))).toEqual([]);
    });

    once('is an unusual amount, for two weeks', async () => {
      await fresh();
      const usual = Array.from({ length: 40 }, (_, place) => ({
        type: 'expense',
        amount: 20 + (place % 7),
        date: plusDays('2026-05-20', -(place % 30)),
        categoryId,
        description: `Bakery ${'abcdefgh'[place % 8]}`,
        time: `12:0${place % 10}`,
      }));
      await testApp.call('POST', '/transactions/bulk', { as: member, body: { transactions: usual } });
      const unusual = async () => (await attention()).filter(({ kind }) => kind === 'unusual');
      await spend(9000, '2026-05-28', { description: 'Sofa', time: '02:10' });
      expect(await unusual()).toEqual([]);
      await spend(9500, '2026-06-14', { description: 'Piano', time: '02:10' });
      expect(await unusual()).toMatchObject([
        {
          kind: 'unusual',
          transaction: { description: 'Piano', reasons: expect.arrayContaining(['amount_deviation']) },
        },
      ]);
    });

    test('is a trouble of the instance, for those who administer it', async () => {
      await fresh();
      const admin = await createMember(testApp, { role: 'admin' });
      const { trouble } = await readHome(await contextOf(testApp, admin));
      const [worst = null] = met(troublesOf(await readHealth(await contextOf(testApp, admin))));
      expect(trouble).toEqual(worst);
      expect((await readHome(await contextOf(testApp, member))).trouble).toBe(null);
    });

    once('is a series that is paused, and one that has ended in the past month', async () => {
      await fresh();
      const repeat = async (template: object) =>
        (
          await testApp.call<{ template: { id: string } }>('POST', '/transactions/templates', {
            as: member,
            body: { amount: 5, type: 'income', start_date: '2026-01-05', ...template },
          })
        ).data.template.id;
      await repeat({ name: 'Salary' });
      await repeat({ name: 'Old', end_type: 'date', end_date: '2026-04-30' });
      const ended = await repeat({ name: 'Course', end_type: 'date', end_date: '2026-06-06' });
      const paused = await repeat({ name: 'Gym' });
      await testApp.call('POST', `/transactions/templates/${paused}/stop`, { as: member });
      const found = (await attention()).filter(({ kind }) => kind !== 'uncategorized');
      expect(found).toEqual([
        { kind: 'paused', templates: [{ id: paused, name: 'Gym' }] },
        { kind: 'ended', templates: [{ id: ended, name: 'Course' }] },
      ]);
    });
  });
});
