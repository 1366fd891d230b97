import { beforeEach, describe, expect, test } from 'vitest';
import { monthToDate } from '../../src/domain/analytics/month-to-date.ts';
import { readOpening, setOpeningBalance } from '../../src/domain/balance/opening-balance.ts';
import { projectBalance } from '../../src/domain/balance/project.ts';
import { categoriesOverview } from '../../src/domain/categories/overview.ts';
import { insightsOfRecorded } from '../../src/domain/insights/check.ts';
import { OPENING } from '../../src/domain/ledger/reserved-categories.ts';
import { forEachApp } from '../support/app.ts';
import {
  categoriesOf,
  contextOf,
  createMember,
  type Member,
  record,
  startMemberSession,
} from '../support/members.ts';
import { expectStoredTotals } from '../support/stored-totals.ts';

const TODAY = '2026-06-15';

/** An opening balance must not change these sums of income and expenses. */
const SUMS = [
  '/transactions/balance/details?date=2026-06-15',
  '/transactions/balance/history/daily?months=1',
  '/transactions/balance/history/weekly?months=2',
  '/transactions/balance/history/monthly?months=3',
  '/transactions/balance/history/yearly?months=12',
  '/transactions/dashboard?days=30',
  '/transactions/summary?start_date=2026-01-01&end_date=2026-12-31',
  '/transactions/summary/monthly?year=2026&month=6',
  '/transactions/categories/breakdown?type=income',
  '/transactions/categories/breakdown?type=expense',
  '/transactions?limit=1',
  '/transactions?limit=1&search=a&sort=amount',
  '/transactions?limit=1&type=income&dateFrom=2026-01-01',
  '/transactions?limit=1&type=expense',
  '/categories/analytics',
  '/transactions/insights',
];

forEachApp((testApp, engine) => {
  const { once } = engine;
  let member: Member;
  const at = async () => contextOf(testApp, member);
  const set = async (amount: number, date: string) => setOpeningBalance(await at(), { amount, date });
  const get = async (path: string) =>
    (await testApp.call<Record<string, unknown>>('GET', path, { as: member })).data;
  const balance = async () =>
    (await get('/transactions/balance')) as { balance: number; income: number; expenses: number };

  beforeEach(async () => {
    testApp.setClock(`${TODAY}T09:00:00Z`);
    member = await createMember(testApp, { preferences: { timezone: 'UTC' } });
    const [category] = await categoriesOf(testApp, member);
    await record(testApp, member, { amount: '40', description: 'Bread and salad', categoryId: category?.id });
    await record(testApp, member, { amount: '7', description: 'Tea', date: '2026-05-20' });
    await record(testApp, member, {
      type: 'income',
      amount: '900',
      description: 'Salary',
      date: '2026-06-01',
    });
    await record(testApp, member, { amount: '5', description: 'Later', date: '2026-06-20' });
  });

  test.each([
    ['in the month of today', 250_000, '2026-06-01'],
    ['a debt', -120_050, '2026-06-10'],
    ['on another day', 999, TODAY],
    ['in a month of its own, years ago', 1_000_000, '2023-02-28'],
  ])(
    'an opening balance (%s) changes the balance by its amount, and no sum of income or expenses',
    async (_when, amount, date) => {
      const before = await Promise.all(SUMS.map(async (path) => figuresIn(await get(path))));
      const [was, ahead, month] = [
        await balance(),
        await projectBalance(await at()),
        await monthToDate(await at()),
      ];
      await set(amount, date);
      const after = await Promise.all(SUMS.map(async (path) => figuresIn(await get(path))));
      for (const [index, path] of SUMS.entries()) expect([path, after[index]]).toEqual([path, before[index]]);
      expect(await balance()).toEqual({ ...was, balance: was.balance + amount / 100 });
      const projected = await projectBalance(await at());
      for (const day of ['today', 'monthEnd', 'inNinetyDays'] as const)
        expect(projected[day].balance).toBe(ahead[day].balance + amount);
      expect(await monthToDate(await at())).toEqual(month);
      await expectStoredTotals(engine, member);
    },
  );

  test('the running balance has it from its day on', async () => {
    await set(100_000, '2026-06-10');
    const { history } = (await get('/transactions/balance/history/daily?months=1')) as {
      history: { date: string; balance: number }[];
    };
    const on = (date: string) => history.find((point) => point.date === date)?.balance;
    expect([on('2026-06-09'), on('2026-06-10'), on(TODAY)]).toEqual([893, 1853, 1853]);
    const details = (await get('/transactions/balance/details?date=2026-06-10')) as Record<
      string,
      { balance: number }
    >;
    expect([details.daily?.balance, details.total?.balance]).toEqual([960, 1853]);
  });

  once('it is neither an income nor an expense in lists and files, and rows say so', async () => {
    await set(100_000, '2026-06-10');
    interface Rows {
      transactions: { id: string; description: string; type: string; is_opening: boolean }[];
    }
    const known = await readOpening(await at());
    for (const path of ['/transactions?limit=9', '/transactions/recent', '/transactions/search?q=opening']) {
      const { transactions } = (await get(path)) as unknown as Rows;
      const openings = transactions.filter(({ is_opening }) => is_opening).map(({ id }) => id);
      expect([path, openings]).toEqual([path, [known?.id]]);
    }
    const list = (await get('/transactions?type=income')) as unknown as Rows;
    expect(list).toMatchObject({ transactions: [{ description: 'Salary' }], pagination: { total: 1 } });
    const download = async (query: string) => {
      const headers = { authorization: `Bearer ${member.accessToken}` };
      return (await (await testApp.request(`/api/v1/export/json${query}`, { headers })).json()) as Rows;
    };
    const file = await download('');
    expect(file.transactions.find(({ id }) => id === known?.id)?.type).toBe('opening');
    expect(file).toMatchObject({ accounts: [{ name: 'Main account', currency: 'ILS' }] });
    expect((await download('?type=income')).transactions).toHaveLength(1);
  });

  once('it is set once and then changed, also to a debt and back', async () => {
    await set(100_000, '2026-06-10');
    const first = await readOpening(await at());
    for (const [amount, date] of [
      [-5_000, '2026-06-11'],
      [70_000, '2026-05-01'],
    ] as const) {
      await set(amount, date);
      expect(await readOpening(await at())).toEqual({ id: first?.id, amount, date });
      await expectStoredTotals(engine, member);
    }
    expect((await balance()).balance).toBe(853 + 700);
  });

  test('it is found and changed however many transactions its day has', async () => {
    await set(100_000, '2026-06-10');
    const known = await readOpening(await at());
    for (let batch = 0; batch < 2; batch += 1) {
      const body = {
        transactions: Array.from({ length: 300 }, () => ({
          type: 'expense',
          amount: 1,
          description: 'Dime',
          date: '2026-06-10',
          time: '12:00',
        })),
      };
      await testApp.call('POST', '/transactions/bulk', { as: member, body });
    }
    await set(70_000, '2026-06-10');
    expect(await readOpening(await at())).toEqual({ ...known, amount: 70_000 });
    expect((await balance()).balance).toBe(853 + 700 - 600);
  });

  once(
    'it can be changed when its day is more than five years ago, but not moved to another such day',
    async () => {
      testApp.setClock('2016-03-01T09:00:00Z');
      await set(100_000, '2016-02-01');
      testApp.setClock(`${TODAY}T09:00:00Z`);
      member = { ...member, ...(await startMemberSession(testApp, member.id)) };
      await set(70_000, '2016-02-01');
      expect(await readOpening(await at())).toMatchObject({ amount: 70_000, date: '2016-02-01' });
      await expect(set(70_000, '2016-02-02')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
      await expectStoredTotals(engine, member);
    },
  );

  describe('its category', () => {
    beforeEach(() => set(100_000, '2026-06-10'));

    test('is offered nowhere, and only a list that asks for hidden ones has it', async () => {
      expect((await categoriesOf(testApp, member)).map(({ id }) => id)).not.toContain(OPENING.income);
      const overview = await categoriesOverview(await at(), { archived: true });
      expect(overview.map(({ row }) => row.id)).not.toContain(OPENING.income);
      const typed = 'description=Opening balance&type=income';
      expect(JSON.stringify(await get(`/categories/suggestions?${typed}`))).not.toContain(OPENING.income);
      expect(JSON.stringify(await get('/categories/search?q=Opening'))).not.toContain(OPENING.income);
      expect(JSON.stringify(await get('/categories?hidden=true'))).toContain(OPENING.income);
    });

    once('cannot be changed, restored, merged or deleted', async () => {
      const path = `/categories/${OPENING.income}`;
      const target = (await categoriesOf(testApp, member)).find(({ type }) => type === 'income')?.id;
      const statuses = [
        await testApp.call('PUT', path, { as: member, body: { name: 'Mine' } }),
        await testApp.call('PUT', path, { as: member, body: { is_archived: false } }),
        await testApp.call('PUT', path, { as: member, body: { is_archived: true } }),
        await testApp.call('DELETE', path, { as: member }),
        await testApp.call('DELETE', `${path}?moveTo=${target}`, { as: member }),
        await testApp.call('DELETE', `/categories/${target}?moveTo=${OPENING.income}`, { as: member }),
      ].map(({ status }) => status);
      expect(statuses).toEqual([404, 404, 404, 404, 404, 404]);
    });

    once('stays with the transaction when its type changes, which is done to no others with it', async () => {
      const known = await readOpening(await at());
      const { data } = await testApp.call<{ transaction: object }>(
        'PUT',
        `/transactions/income/${known?.id}`,
        {
          as: member,
          body: { type: 'expense' },
        },
      );
      expect(data.transaction).toMatchObject({
        category_id: OPENING.expense,
        category_name: 'Opening balance',
      });
      const many = await testApp.call('POST', '/transactions/bulk-update', {
        as: member,
        body: { transactionIds: [known?.id], changes: { type: 'income' } },
      });
      expect(many.data).toMatchObject({ updated_count: 0, failed: 1 });
      await testApp.call('PUT', `/transactions/expense/${known?.id}`, {
        as: member,
        body: { type: 'income' },
      });
      expect(await readOpening(await at())).toEqual(known);
      await expectStoredTotals(engine, member);
    });

    once('comes back with a deletion that is undone', async () => {
      const known = await readOpening(await at());
      const was = await balance();
      const deleted = await testApp.call<{ undo_id: string }>('POST', '/transactions/bulk-delete', {
        as: member,
        body: { transactionIds: [known?.id] },
      });
      expect((await balance()).balance).toBe(was.balance - 1000);
      await testApp.call('POST', '/transactions/restore', {
        as: member,
        body: { undo_id: deleted.data.undo_id },
      });
      expect(await readOpening(await at())).toEqual(known);
      expect(await balance()).toEqual(was);
    });

    once('is refused for what repeats', async () => {
      const body = { description: 'Again', amount: 10, type: 'income', categoryId: OPENING.income };
      const { status, error } = await testApp.call('POST', '/transactions/templates', { as: member, body });
      expect([status, error.code]).toEqual([400, 'VALIDATION_ERROR']);
    });

    once('belongs to each person alone', async () => {
      const stranger = await createMember(testApp, { preferences: { timezone: 'UTC' } });
      const { data } = await testApp.call<object>('GET', '/transactions/balance', { as: stranger });
      expect(data).toMatchObject({ balance: 0, income: 0, expenses: 0 });
      const body = { amount: 10, type: 'income', categoryId: OPENING.income };
      expect((await testApp.call('POST', '/transactions/transaction', { as: stranger, body })).status).toBe(
        404,
      );
    });
  });

  once('it calls for no alert, whenever and however large it is recorded', async () => {
    await set(-100, '2026-06-01');
    const transactions = Array.from({ length: 12 }, () => ({
      type: 'expense',
      amount: 900_000,
      description: 'Owed',
      categoryId: OPENING.expense,
      time: '03:00',
    }));
    const { data } = await testApp.call<{ transactions: { id: string }[]; security_alert: string | null }>(
      'POST',
      '/transactions/bulk',
      { as: member, body: { transactions } },
    );
    expect(data.transactions).toHaveLength(12);
    expect(data.security_alert).toBeNull();
    expect(await insightsOfRecorded(await at(), data.transactions[0]?.id ?? '')).toBeNull();
  });
});

const LEFT_OUT = ['balance', 'total', 'transaction', 'recent', 'transactions', 'pagination', 'updated_at'];

/** Without balances, numbers of rows and the rows themselves. */
function figuresIn(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(figuresIn);
  if (typeof answer !== 'object' || answer === null) return answer;
  const kept = Object.entries(answer).filter(([name]) => !LEFT_OUT.includes(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, figuresIn(value)]));
}
