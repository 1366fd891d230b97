import { beforeAll, expect, test } from 'vitest';
import { FIRST_ACCOUNT } from '../../src/domain/money-accounts/first-account.ts';
import { forEachApp } from '../support/app.ts';
import { bankImports, csv } from '../support/bank-imports.ts';
import { categoriesOf, createMember, type Member, record } from '../support/members.ts';

const NOPE = 'nope';

forEachApp((testApp) => {
  let member: Member;
  const ids: Record<string, string> = {};
  let income: string;

  const made = async (path: string, kind: string, body: object): Promise<string> => {
    const { status, data, error } = await testApp.call<Record<string, { id: string }>>('POST', path, {
      as: member,
      body,
    });
    expect(status, JSON.stringify(error)).toBe(201);
    return data[kind]?.id ?? '';
  };

  beforeAll(async () => {
    member = await createMember(testApp);
    const categories = await categoriesOf(testApp, member);
    income = categories.find(({ type }) => type === 'income')?.id ?? '';
    const food = categories.find(({ type }) => type === 'expense')?.id;
    ids.yen = await made('/accounts', 'account', { name: 'Yen', currency: 'JPY' });
    ids.card = await made('/accounts', 'account', {
      name: 'Card',
      kind: 'credit_card',
      pays_from: FIRST_ACCOUNT,
    });
    ids.archived = await made('/accounts', 'account', { name: 'Old', is_archived: true });
    const sides = { fromAccountId: FIRST_ACCOUNT, toAccountId: ids.card, amount: 5 };
    ids.transfer = await made('/transfers', 'transfer', sides);
    ids.transaction = (await record(testApp, member, { amount: 5 })).id;
    ids.template = await made('/transactions/templates', 'template', {
      ...sides,
      type: 'transfer',
      name: 'Save',
    });
    ids.rent = await made('/transactions/templates', 'template', { amount: -5, name: 'Rent' });
    const conditions = [{ field: 'text', operator: 'contains', value: 'x' }];
    ids.rule = await made('/rules', 'rule', { conditions, actions: { notes: 'x' } });
    ids.budget = await made('/budgets', 'budget', { category_ids: [food], amount: 5 });
    ids.goal = await made('/goals', 'goal', { name: 'Boat', amount: 5 });
    ids.import = (await bankImports(testApp).preview(member, csv('2026-05-03,Coffee,-14.00'))).id;
  });

  async function refusal(method: string, path: string, body: object) {
    const filled = path.replace(/:(\w+)/, (_, name: string) => ids[name] ?? name);
    const { status, error } = await testApp.call(method, filled, {
      as: member,
      ...(method !== 'GET' && { body }),
    });
    const details = (error?.details ?? []) as { field: string; message: string }[];
    expect(
      details.filter(({ message }) => !message),
      filled,
    ).toEqual([]);
    return [status, details.map(({ field }) => field).toSorted()];
  }

  const TIME = { date: '2026-02-31', time: '25:00', timezone: 'Mars', notes: 5 };
  const TRANSACTION = {
    ...TIME,
    amount: 0,
    description: 5,
    merchant_name: 5,
    categoryId: NOPE,
    accountId: NOPE,
  };
  const MONEY = { originalAmount: 'x', originalCurrency: 'ZZZ', rate: 0, convertedAmount: 'x' };
  const TRANSFER = {
    ...TIME,
    fromAccountId: NOPE,
    toAccountId: 'nope2',
    amount: 0,
    amountTo: 0,
    rate: 0,
    description: 5,
  };
  const TEMPLATE = {
    amount: 0,
    name: 5,
    interval_type: 'x',
    interval: 0,
    day_of_month: 32,
    day_of_week: 7,
    start_date: 'x',
    end_type: 'x',
    end_date: 'x',
    max_occurrences: 0,
    is_active: 'x',
    timezone: 'Mars',
    preferred_time: '25:00',
    notes: 5,
  };
  const CONDITIONS = [
    { field: 'zz', operator: 'qq', value: '' },
    { field: 'amount', operator: 'contains', value: 5 },
    { field: 'amount', operator: 'between', value: [10, 5] },
    { field: 'account', operator: 'is', value: NOPE },
    { field: 'text', operator: 'between', value: 5 },
  ];
  const IN_RULE = [
    'actions.account_to',
    'actions.categoryId',
    'actions.leave_out',
    'actions.notes',
    'conditions.0.field',
    'conditions.0.operator',
    'conditions.0.value',
    'conditions.1.operator',
    'conditions.2.value',
    'conditions.3.value',
    'conditions.4.operator',
    'conditions.4.value',
    'is_active',
    'position',
  ];
  const RULE = {
    conditions: CONDITIONS,
    actions: { categoryId: NOPE, account_to: NOPE, notes: 5, leave_out: 'x' },
    is_active: 'x',
    position: -1,
  };
  const ACCOUNT = {
    name: '',
    kind: 'zz',
    currency: 'ZZZ',
    number: 5,
    icon: 'no icon',
    color: 'red',
    position: -1,
    is_archived: 'x',
    in_balance: 'x',
    billing_day: 32,
    pays_from: NOPE,
    opening_balance: 'x',
    opening_date: 'x',
  };
  const BUDGET = {
    category_ids: [NOPE],
    amount: -5,
    period: 'x',
    start_day: 29,
    carry: 'x',
    carry_cap: -1,
    from: '2026-02-31',
    is_active: 'x',
  };
  const GOAL = { name: '', amount: -5, due_date: '2020-01-01', account_id: NOPE, monthly: -5 };
  const MAPPING = {
    columns: { date: 99, description: 'x' },
    dateOrder: 'x',
    decimalMark: 'x',
    sign: 'x',
    accountId: NOPE,
  };

  /** Every field is faulty, unless the names say which are. */
  const CASES: [method: string, path: string, body: object, names?: string[]][] = [
    [
      'POST',
      '/transactions/expense',
      { ...TRANSACTION, ...MONEY, chargeDate: 'x', installments: 1 },
      [...Object.keys({ ...TRANSACTION, ...MONEY }), 'chargeDate', 'installments'],
    ],
    [
      'POST',
      '/transactions/expense',
      { amount: 0.5, accountId: ':yen', categoryId: ':income', notes: 5 },
      ['amount', 'categoryId', 'notes'],
    ],
    ['PUT', '/transactions/expense/:transaction', { ...TRANSACTION, ...MONEY }],
    [
      'PUT',
      '/transactions/expense/:transaction',
      { accountId: ':archived', categoryId: ':income', date: '2020-01-01' },
      ['accountId', 'categoryId', 'date'],
    ],
    ['POST', '/transfers', TRANSFER],
    [
      'POST',
      '/transfers',
      { fromAccountId: ':archived', toAccountId: ':archived', amount: 0 },
      ['amount', 'fromAccountId', 'toAccountId'],
    ],
    [
      'POST',
      '/transfers',
      { fromAccountId: FIRST_ACCOUNT, toAccountId: ':yen', amount: 5, time: 'x' },
      ['amountTo', 'time'],
    ],
    [
      'POST',
      '/transfers',
      {
        ...TRANSFER,
        isRecurring: true,
        recurringFrequency: 'x',
        recurringInterval: 0,
        recurringEndDate: 'x',
        recurringMaxOccurrences: 0,
      },
      [
        ...Object.keys(TRANSFER),
        'recurringFrequency',
        'recurringInterval',
        'recurringEndDate',
        'recurringMaxOccurrences',
      ],
    ],
    ['PUT', '/transfers/:transfer', TRANSFER],
    ['PUT', '/transfers/:transfer', { amount: 0, toAccountId: NOPE }],
    ['PUT', '/transfers/:transfer', { toAccountId: FIRST_ACCOUNT, date: '2020-01-01' }],
    ['POST', '/transfers/candidates/join', {}, ['expenseId', 'incomeId']],
    ['POST', '/transfers/candidates/dismiss', {}, ['expenseId', 'incomeId']],
    ['POST', '/transfers/candidates/join', { expenseId: 5, incomeId: NOPE }],
    ['POST', '/transfers/candidates/join', { expenseId: 5, accountId: NOPE }],
    ['POST', '/accounts', ACCOUNT],
    ['PUT', '/accounts/:card', ACCOUNT],
    [
      'POST',
      '/accounts',
      { name: 'Card', billing_day: 5, pays_from: ':card', opening_balance: 0.5, currency: 'JPY' },
      ['billing_day', 'name', 'opening_balance', 'pays_from'],
    ],
    [
      'PUT',
      '/imports/:import/mapping',
      MAPPING,
      [
        'accountId',
        'columns.amount',
        'columns.date',
        'columns.description',
        'dateOrder',
        'decimalMark',
        'sign',
      ],
    ],
    [
      'PUT',
      '/imports/:import/mapping',
      { columns: { date: 0, amount: 0 }, sign: 'x' },
      ['columns.amount', 'sign'],
    ],
    ['PUT', '/imports/:import/rows', {}, ['decisions']],
    ['PUT', '/imports/:import/rows', { state: 'new' }, ['decision']],
    [
      'PUT',
      '/imports/:import/rows',
      {
        decisions: [
          {
            index: 99,
            decision: 'zz',
            categoryId: NOPE,
            merchant_name: 5,
            description: 5,
            accountId: NOPE,
            transferAccountId: NOPE,
          },
        ],
      },
      [
        'accountId',
        'categoryId',
        'decision',
        'description',
        'index',
        'merchant_name',
        'transferAccountId',
      ].map((name) => `decisions.0.${name}`),
    ],
    ['POST', '/rules', RULE, IN_RULE],
    ['PUT', '/rules/:rule', RULE, IN_RULE],
    ['POST', '/budgets', BUDGET],
    ['PUT', '/budgets/:budget', BUDGET],
    [
      'POST',
      '/budgets',
      { category_ids: [':income'], amount: 5, from: '2030-01-01' },
      ['category_ids', 'from'],
    ],
    ['POST', '/goals', GOAL],
    ['PUT', '/goals/:goal', GOAL],
    ['PUT', '/goals/:goal', { account_id: ':archived', due_date: '2020-01-01' }],
    [
      'POST',
      '/transactions/templates',
      { ...TEMPLATE, type: 'zz', description: 5, categoryId: NOPE, category_name: 5, accountId: NOPE },
    ],
    ['POST', '/transactions/templates', { type: 'transfer', amount: 5, name: 'x' }, ['toAccountId']],
    [
      'POST',
      '/transactions/templates',
      { type: 'transfer', amount: 0, name: 'x', fromAccountId: NOPE, toAccountId: 'nope2', amountTo: 'x' },
      ['amount', 'amountTo', 'fromAccountId', 'toAccountId'],
    ],
    [
      'POST',
      '/transactions/templates',
      {
        type: 'transfer',
        amount: 5,
        name: 'x',
        interval: 0,
        fromAccountId: FIRST_ACCOUNT,
        toAccountId: FIRST_ACCOUNT,
      },
      ['interval', 'toAccountId'],
    ],
    [
      'PUT',
      '/transactions/templates/:template',
      { ...TEMPLATE, type: 'expense', fromAccountId: NOPE, toAccountId: 'nope2', amountTo: 'x', scope: 'x' },
    ],
    ['PUT', '/transactions/templates/:rent', { interval: 0, categoryId: ':income', toAccountId: ':card' }],
    ['GET', '/accounts?archived=zz', {}, ['archived']],
    ['GET', '/categories?archived=zz&hidden=zz', {}, ['archived', 'hidden']],
    ['GET', '/transactions?includeTransfers=zz&type=zz', {}, ['includeTransfers', 'type']],
    ['GET', '/transactions?cursor=q&limit=0', {}, ['cursor', 'limit']],
    ['POST', '/users/two-factor/start', {}, ['password']],
    ['POST', '/users/two-factor/disable', {}, ['code', 'password']],
    ['POST', '/users/two-factor/recovery-codes', {}, ['code', 'password']],
    ['POST', '/users/two-factor/confirm', {}, ['code']],
    ['POST', '/users/login/two-factor', {}, ['challenge', 'code']],
  ];

  test('a refusal names every faulty field at once', async () => {
    const filled = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(filled);
      if (typeof value === 'object' && value !== null)
        return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, filled(part)]));
      if (value === ':income') return income;
      return typeof value === 'string' && value.startsWith(':') ? ids[value.slice(1)] : value;
    };
    const found: unknown[] = [];
    for (const [method, path, body] of CASES)
      found.push([method, path, ...(await refusal(method, path, filled(body) as object))]);
    expect(found).toEqual(
      CASES.map(([method, path, body, names = Object.keys(body)]) => [method, path, 400, names.toSorted()]),
    );
  });

  test('what only does not exist is answered as missing, each by its name', async () => {
    const sides = { fromAccountId: NOPE, toAccountId: 'nope2', amount: 5 };
    expect(await refusal('POST', '/transfers', sides)).toEqual([404, ['fromAccountId', 'toAccountId']]);
    const expense = { amount: 5, accountId: NOPE, categoryId: NOPE };
    expect(await refusal('POST', '/transactions/expense', expense)).toEqual([
      404,
      ['accountId', 'categoryId'],
    ]);
    expect(await refusal('PUT', '/transfers/nope', { amount: 0 })).toEqual([404, []]);
    const pair = { expenseId: NOPE, incomeId: NOPE };
    expect(await refusal('POST', '/transfers/candidates/join', pair)).toEqual([
      404,
      ['expenseId', 'incomeId'],
    ]);
    const { error } = await testApp.call('POST', '/transfers/candidates/join', { as: member, body: pair });
    expect(error?.details).toContainEqual({ field: 'expenseId', message: 'This transaction does not exist' });
  });
});
