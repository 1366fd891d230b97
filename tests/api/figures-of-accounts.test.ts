import type { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { addCategoriesOfAccounts } from '../../src/db/migrations/0007-categories-of-accounts.ts';
import { checkTotalsOf } from '../../src/domain/ledger/check.ts';
import { FIRST_ACCOUNT } from '../../src/domain/money-accounts/first-account.ts';
import { readAccountReport } from '../../src/domain/money-accounts/report/report.ts';
import { forEachApp } from '../support/app.ts';
import { randomFrom } from '../support/hostile-values.ts';
import { categoriesOf, contextOf, createMember, type Member } from '../support/members.ts';

const ANSWERS = [
  '/transactions/balance',
  '/transactions/balance/details?date=2026-05-10',
  '/transactions/balance/history?months=6',
  '/transactions/balance/history/daily?months=2',
  '/transactions/balance/history/weekly?months=3',
  '/transactions/balance/history/yearly?months=24',
  '/transactions/dashboard?days=60',
  '/transactions/categories/breakdown?type=income',
  '/transactions/categories/breakdown?start_date=2026-02-03',
  '/transactions/summary?start_date=2026-01-20&end_date=2026-05-07',
  '/transactions/summary',
  '/transactions/summary/monthly?year=2026&month=5',
  '/transactions/recent?limit=50',
  '/transactions/upcoming',
  '/transactions/search?q=bread',
  '/transactions/insights',
  '/analytics/dashboard/summary?period=90',
  '/analytics/user?months=12',
  '/analytics/user?start_date=2026-02-10&end_date=2026-05-20',
  '/categories/analytics?months=6',
  '/categories/:id/analytics?months=6',
];

// Another person's rows have other ids, and were recorded at other moments.
const OTHERS = new Set([
  'id',
  'template_id',
  'recurring_template_id',
  'account_id',
  'account_name',
  'created_at',
  'updated_at',
]);
const written = (data: unknown) =>
  JSON.stringify(data, (name, value: unknown) => (OTHERS.has(name) ? undefined : value));

forEachApp((testApp, engine) => {
  const call = async <Data>(member: Member, method: string, path: string, body?: object) => {
    const answer = await testApp.call<Data>(method, path, { as: member, ...(body && { body }) });
    expect(answer.status, `${path} ${JSON.stringify(answer)}`).toBeLessThan(300);
    return answer.data;
  };
  const withAccount = (path: string, account: string) =>
    `${path}${path.includes('?') ? '&' : '?'}account=${account}`;

  const newAccount = async (member: Member, body: object) =>
    (await call<{ account: { id: string } }>(member, 'POST', '/accounts', body)).account.id;
  const spend = (member: Member, body: object) =>
    call<{ transaction: { id: string } }>(member, 'POST', '/transactions/expense', body);

  // Today is 15 June 2026, a Monday.
  test('analytics of a category are of accounts that count, and of nothing after today', async () => {
    const member = await createMember(testApp);
    const pension = await newAccount(member, { name: 'Pension', in_balance: false });
    const [category] = (await categoriesOf(testApp, member)).filter(({ type }) => type === 'expense');
    const categoryId = category?.id;
    await spend(member, { amount: 10, description: 'shop', date: '2026-04-01', categoryId });
    await spend(member, {
      amount: 99,
      description: 'fee',
      date: '2026-06-10',
      categoryId,
      accountId: pension,
    });
    await spend(member, {
      amount: 98,
      description: 'fee',
      date: '2026-04-01',
      categoryId,
      accountId: pension,
    });
    await spend(member, { amount: 7, description: 'later', date: '2026-06-30', categoryId });
    const figures = {
      total_amount: 10,
      transaction_count: 1,
      averageAmount: 10,
      lastTransactionDate: '2026-04-01',
      commonDescriptions: ['shop'],
      usage_pattern: 'underused',
      monthly: expect.arrayContaining([
        { month: '2026-04', amount: 10, count: 1 },
        { month: '2026-06', amount: 0, count: 0 },
      ]),
    };
    type Analytics = { categories: { category_id: string }[] };
    const { categories } = await call<Analytics>(member, 'GET', '/categories/analytics');
    expect(categories.find(({ category_id }) => category_id === categoryId)).toMatchObject(figures);
    expect(await call(member, 'GET', `/categories/${categoryId}/analytics`)).toMatchObject(figures);
    const named = await call<Analytics>(member, 'GET', `/categories/analytics?account=${pension}`);
    expect(named.categories.find(({ category_id }) => category_id === categoryId)).toMatchObject({
      total_amount: 197,
      lastTransactionDate: '2026-06-10',
    });
  });

  test.each(['.', ',', '1.5', 'x'])('an account that cannot be, as %s, has nothing', async (account) => {
    const member = await createMember(testApp);
    await spend(member, { amount: 7, description: 'Bread', date: '2026-04-01' });
    const path = `/analytics/user?account=${account}`;
    const { status, data } = await testApp.call<{ monthly_trends: { expenses: number }[] }>('GET', path, {
      as: member,
    });
    expect(status).toBe(200);
    expect(data.monthly_trends.filter(({ expenses }) => expenses !== 0)).toEqual([]);
  });

  test('a transfer between accounts that do not count is in no list and no export of everything', async () => {
    const member = await createMember(testApp);
    const pension = await newAccount(member, { name: 'Pension', in_balance: false });
    const fund = await newAccount(member, { name: 'Fund', in_balance: false });
    const between = { fromAccountId: pension, toAccountId: fund, amount: 50, description: 'Within' };
    await call(member, 'POST', '/transfers', between);
    await call(member, 'POST', '/transfers', { ...between, toAccountId: FIRST_ACCOUNT, description: 'Out' });
    await call(member, 'POST', '/transfers', { ...between, fromAccountId: FIRST_ACCOUNT, description: 'In' });
    type List = { transactions: { description: string }[]; summary: { total: number } };
    const listed = async (more = '') => {
      const path = `/transactions?status=any&includeTransfers=true${more}`;
      const { transactions, summary } = await call<List>(member, 'GET', path);
      return [summary.total, transactions.map(({ description }) => description).toSorted()];
    };
    expect(await listed()).toEqual([2, ['In', 'Out']]);
    expect(await listed(`&account=${fund}`)).toEqual([2, ['In', 'Within']]);
    for (const format of ['csv', 'json']) {
      const { text } = await testApp.call('GET', `/export/${format}?status=any`, { as: member });
      expect([format, text.includes('Within'), text.includes('Out')]).toEqual([format, false, true]);
    }
  });

  test('the price of a purchase in parts is that of all parts, in whatever account they are', async () => {
    const member = await createMember(testApp);
    const other = await newAccount(member, { name: 'Other' });
    const { transaction } = await spend(member, { amount: 100, installments: 4, date: '2026-03-01' });
    await call(member, 'PUT', `/transactions/expense/${transaction.id}`, { accountId: other, amount: 30 });
    type Parts = { transactions?: Part[]; recent?: Part[] };
    type Part = { installment: { total: number } };
    for (const account of [other, FIRST_ACCOUNT])
      for (const path of ['/transactions', '/transactions/recent', '/transactions/dashboard']) {
        const { transactions, recent } = await call<Parts>(member, 'GET', withAccount(path, account));
        const parts = transactions ?? recent ?? [];
        expect(parts.length, path).toBeGreaterThan(0);
        expect([path, ...new Set(parts.map(({ installment }) => installment.total))]).toEqual([path, 105]);
      }
  });

  test('what is ahead of an account is what its page says', async () => {
    const member = await createMember(testApp);
    const body = {
      name: 'Card',
      number: '7716',
      kind: 'credit_card',
      billing_day: 10,
      pays_from: FIRST_ACCOUNT,
    };
    const card = await newAccount(member, body);
    await spend(member, { amount: 300, installments: 3, date: '2026-06-12', accountId: card });
    await spend(member, { amount: 40, date: '2026-07-01' });
    const sofa = { date: '2026-06-11', amount: -70, description: 'Sofa', account: '7716' };
    const rows = [{ ...sofa, installment: { n: 1, of: 9 } }];
    await call(member, 'POST', '/imports/rows', { rows });
    const ahead = async (account: string) => {
      type Projection = Record<'today' | 'month_end' | 'in_90_days', { balance: number }>;
      const path = `/transactions/upcoming?account=${account}`;
      const { projection } = await call<{ projection: Projection }>(member, 'GET', path);
      return [projection.month_end, projection.in_90_days].map(({ balance }) => balance * 100);
    };
    const context = await contextOf(testApp, member);
    const sums = [0, 0];
    for (const id of [FIRST_ACCOUNT, card]) {
      const { monthEnd, last } = (await readAccountReport(context, id)).ahead;
      const shown = [monthEnd, last].map(({ balance }) => balance);
      expect(await ahead(id)).toEqual(shown);
      for (const [index, balance] of shown.entries()) sums[index] = (sums[index] ?? 0) + balance;
    }
    expect(await ahead(`${FIRST_ACCOUNT},${card}`)).toEqual(sums);
  });

  test('whether an account counts does not change the answer for it', async () => {
    const member = await createMember(testApp);
    const card = await newAccount(member, { name: 'Card', kind: 'credit_card', billing_day: 10 });
    await spend(member, { amount: 100, date: '2026-06-12', accountId: card });
    const ahead = async () =>
      (await call<{ projection: object }>(member, 'GET', `/transactions/upcoming?account=${card}`))
        .projection;
    const counted = await ahead();
    // Nothing that is recorded here pays it.
    expect(counted).toMatchObject({ today: { balance: -100 }, in_90_days: { balance: -100 } });
    await call(member, 'PUT', `/accounts/${card}`, { in_balance: false });
    expect(await ahead()).toEqual(counted);
  });

  test('figures of accounts are those of a person who has only their rows', async () => {
    const [member, only] = [await createMember(testApp), await createMember(testApp)];
    const random = randomFrom(7);
    const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
    const create = async (body: object) =>
      (await call<{ account: { id: string } }>(member, 'POST', '/accounts', body)).account.id;
    const bank =
      (await call<{ accounts: { id: string }[] }>(member, 'GET', '/accounts')).accounts[0]?.id ?? '';
    const cash = await create({ name: 'Cash', opening_balance: 120, opening_date: '2026-01-03' });
    const pension = await create({ name: 'Pension', in_balance: false });
    const both = `${cash},${pension}`;
    const { categories } = await call<{ categories: { id: string; type: string }[] }>(
      member,
      'GET',
      '/categories',
    );
    const names = new Map<string, string>();
    const others = await call<{
      categories: { id: string; default_key: string; name: string; type: string }[];
    }>(only, 'GET', '/categories');
    for (const [index, { id }] of categories.entries()) names.set(id, others.categories[index]?.id ?? '');
    const [first] = (await call<{ accounts: { id: string }[] }>(only, 'GET', '/accounts')).accounts;
    await call(only, 'PUT', `/accounts/${first?.id}`, { opening_balance: 120, opening_date: '2026-01-03' });
    for (let index = 0; index < 120; index += 1) {
      const type = pick(['expense', 'expense', 'income']);
      const category =
        random() < 0.2 ? null : pick(categories.filter((candidate) => candidate.type === type)).id;
      const account = pick([bank, cash, pension]);
      const day = String(1 + Math.floor(random() * 28)).padStart(2, '0');
      const row = {
        amount: (1 + Math.floor(random() * 99_999)) / 100,
        date: `2026-0${1 + Math.floor(random() * 7)}-${day}`,
        time: `${10 + Math.floor(random() * 12)}:${10 + (index % 50)}`,
        description: `${pick(['Bread', 'Rent', 'Bus'])} ${index % 9}`,
      };
      await call(member, 'POST', `/transactions/${type}`, {
        ...row,
        categoryId: category,
        accountId: account,
      });
      if (account === bank) continue;
      const categoryId = category && names.get(category);
      await call(only, 'POST', `/transactions/${type}`, { ...row, categoryId });
    }
    const rent = {
      name: 'Gym',
      amount: 40,
      type: 'expense',
      interval_type: 'monthly',
      start_date: '2026-03-05',
    };
    await call(member, 'POST', '/transactions/templates', { ...rent, accountId: pension });
    await call(member, 'POST', '/transactions/templates', { ...rent, amount: 77, accountId: bank });
    await call(only, 'POST', '/transactions/templates', rent);

    const shop = categories.find(({ type }) => type === 'expense')?.id ?? '';
    for (const path of ANSWERS) {
      const own = await call(member, 'GET', withAccount(path.replace(':id', shop), both));
      const expected = await call(only, 'GET', path.replace(':id', names.get(shop) ?? ''));
      const inOwnIds = [...names].reduce((text, [from, to]) => text.replaceAll(from, to), written(own));
      expect(JSON.parse(inOwnIds), path).toEqual(JSON.parse(written(expected)));
      const unknown = withAccount(path.replace(':id', shop), '0197a000-0000-7000-8000-000000000000');
      await call(member, 'GET', unknown);
      // One account is read without adding up accounts.
      const [one, beside] = [cash, `${cash},0197a000-0000-7000-8000-000000000000`];
      expect(await call(member, 'GET', withAccount(path.replace(':id', shop), one)), path).toEqual(
        await call(member, 'GET', withAccount(path.replace(':id', shop), beside)),
      );
    }
    // Without its other account, a transfer is neither income nor an expense, and in the balance.
    const balance = await call<Record<string, number>>(
      member,
      'GET',
      withAccount('/transactions/balance', cash),
    );
    await call(member, 'POST', '/transfers', { fromAccountId: bank, toAccountId: cash, amount: 50 });
    expect(await call(member, 'GET', withAccount('/transactions/balance', cash))).toEqual({
      ...balance,
      balance: (balance.balance ?? 0) + 50,
    });
    const empty = withAccount('/transactions/summary', `${await create({ name: 'Empty' })},'"`);
    expect(await call(member, 'GET', empty)).toMatchObject({ income: 0, expenses: 0, count: 0 });
    // Somebody else's accounts have nothing for me.
    const stranger = await call(only, 'GET', withAccount('/transactions/summary', cash));
    expect(stranger).toMatchObject({ count: 0, by_category: [] });
    // What was there before its totals by account is added up when they come.
    await engine.db.schema.dropTable('account_category_totals').execute();
    await addCategoriesOfAccounts(engine.db as Kysely<unknown>);
    expect(await checkTotalsOf(engine.db, member.id)).toEqual([]);
  });
});
