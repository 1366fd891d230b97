import { describe, expect, test } from 'vitest';
import { checkTotalsOf } from '../../src/domain/ledger/check.ts';
import { FIRST_ACCOUNT } from '../../src/domain/money-accounts/first-account.ts';
import { forEachApp } from '../support/app.ts';
import { createMember, type Member, record } from '../support/members.ts';
import { readCsv } from '../support/read-csv.ts';

const MISSING = '0197a000-0000-7000-8000-000000000000';

interface Transfer {
  id: string;
  from_account_id: string;
  to_account_id: string;
  amount: number;
  amount_to: number;
  date: string;
  description: string;
  notes: string | null;
  updated_at: string;
}

interface Listed {
  id: string;
  type: string;
  amount: number;
  from_account_id?: string;
  to_account_id?: string;
  amount_to?: number;
}

interface Page {
  transactions: Listed[];
  pagination: { total: number };
  summary: { total: number; income: number; expenses: number; net: number };
}

forEachApp((testApp, engine) => {
  const { once } = engine;
  const call = <Data>(member: Member, method: string, path: string, body?: object) =>
    testApp.call<Data>(method, path, { as: member, ...(body && { body }) });
  const account = async (member: Member, name: string, more: object = {}) =>
    (await call<{ account: { id: string } }>(member, 'POST', '/accounts', { name, ...more })).data.account.id;
  const transfer = async (member: Member, body: object) => {
    const answer = await call<{ transfer: Transfer }>(member, 'POST', '/transfers', body);
    expect(answer.status).toBe(201);
    return answer.data.transfer;
  };
  const list = async (member: Member, query = '') =>
    (await call<Page>(member, 'GET', `/transactions${query}`)).data;
  const balances = async (member: Member) => {
    const { data } = await call<{ accounts: { id: string; balance: number }[] }>(member, 'GET', '/accounts');
    return Object.fromEntries(data.accounts.map(({ id, balance }) => [id, balance]));
  };
  const errors = async (member: Member, body: object) => {
    const { status, error } = await call(member, 'POST', '/transfers', body);
    return [status, (error.details as { field: string }[]).map(({ field }) => field)];
  };
  const isSound = async ({ id }: Member) => expect(await checkTotalsOf(engine.db, id)).toEqual([]);

  once.each([
    ['another rate', { rate: '40' }, [-12, 3]],
    ['no known rate', {}, [-12, 3]],
  ])(
    'two transactions in two currencies with %s are worth the same once they are joined',
    async (_, more, left) => {
      const member = await createMember(testApp);
      const euros = await account(member, 'Euro', { currency: 'EUR' });
      const expense = await record(testApp, member, { amount: 12, date: '2026-05-10' });
      const answer = await call<{ transaction: { id: string } }>(member, 'POST', '/transactions/income', {
        ...{ amount: 3, date: '2026-05-10', description: 'x', accountId: euros },
        ...more,
      });
      const pair = { expenseId: expense.id, incomeId: answer.data.transaction.id };
      const joined = await call<{ undo_id: string }>(member, 'POST', '/transfers/candidates/join', pair);
      expect(joined.status).toBe(201);
      const total = async () =>
        (await call<{ balance: number }>(member, 'GET', '/transactions/balance')).data.balance;
      expect(await total()).toBe(0);
      expect(await balances(member)).toEqual({ [FIRST_ACCOUNT]: left[0], [euros]: left[1] });
      await isSound(member);
      const undone = { undo_id: joined.data.undo_id };
      expect((await call(member, 'POST', '/transactions/restore', undone)).status).toBe(200);
      expect(await total()).toBe('rate' in more ? 108 : -12);
    },
  );

  once('a transfer moves money and is neither income nor an expense', async () => {
    const member = await createMember(testApp);
    const cash = await account(member, 'Cash', { kind: 'cash' });
    await record(testApp, member, { type: 'income', amount: 1000 });
    const made = await transfer(member, {
      fromAccountId: FIRST_ACCOUNT,
      toAccountId: cash,
      amount: 200,
      notes: 'For the market',
    });
    expect(made).toMatchObject({
      from_account_id: FIRST_ACCOUNT,
      to_account_id: cash,
      amount: 200,
      amount_to: 200,
      description: 'Transfer',
      notes: 'For the market',
    });
    expect(await balances(member)).toEqual({ [FIRST_ACCOUNT]: 800, [cash]: 200 });
    const { data } = await call(member, 'GET', '/transactions/balance/details');
    expect(data).toMatchObject({ total: { balance: 1000, income: 1000, expenses: 0 } });
    expect((await list(member)).summary).toEqual({ total: 1, income: 1000, expenses: 0, net: 1000 });
    await isSound(member);
  });

  once(
    'a merge of two accounts takes what they transferred to each other, and its undo brings that back',
    async () => {
      const member = await createMember(testApp);
      const [cash, savings] = [await account(member, 'Cash'), await account(member, 'Savings')];
      const move = (fromAccountId: string, toAccountId: string, amount: number) =>
        transfer(member, { fromAccountId, toAccountId, amount });
      await move(FIRST_ACCOUNT, cash, 200);
      const kept = await move(savings, cash, 5);
      const before = await balances(member);
      const { data } = await testApp.call<{ moved_count: number; undo_id: string }>(
        'DELETE',
        `/accounts/${cash}?moveTo=${FIRST_ACCOUNT}`,
        { as: member },
      );
      expect(data.moved_count).toBe(1);
      expect(await balances(member)).toEqual({ [FIRST_ACCOUNT]: 5, [savings]: -5 });
      const { transactions } = await list(member, '?includeTransfers=true');
      expect(transactions.map(({ id }) => id)).toEqual([kept.id]);
      await isSound(member);
      await testApp.call('POST', '/transactions/restore', { as: member, body: { undo_id: data.undo_id } });
      expect(await balances(member)).toEqual(before);
      await isSound(member);
    },
  );

  test('lists have transfers only on request, once, or the side of an account', async () => {
    const member = await createMember(testApp);
    const cash = await account(member, 'Cash');
    await record(testApp, member, { amount: 10 });
    const { id } = await transfer(member, { fromAccountId: FIRST_ACCOUNT, toAccountId: cash, amount: 200 });
    expect((await list(member)).transactions.map(({ type }) => type)).toEqual(['expense']);
    for (const query of [
      '',
      `&account=${cash}`,
      '&search=transfer',
      '&sort=amount',
      `&account=${FIRST_ACCOUNT}`,
    ]) {
      const { transactions, pagination, summary } = await list(member, `?includeTransfers=true${query}`);
      expect(
        transactions.filter(({ type }) => type === 'transfer'),
        query,
      ).toEqual([
        expect.objectContaining({ id, from_account_id: FIRST_ACCOUNT, to_account_id: cash, amount_to: 200 }),
      ]);
      expect(pagination.total).toBe(transactions.length);
      expect(summary.income).toBe(0);
    }
    for (const query of ['&type=expense', '&type=income', '&category=none'])
      expect(
        (await list(member, `?includeTransfers=true${query}`)).transactions.filter(
          ({ type }) => type === 'transfer',
        ),
      ).toEqual([]);
  });

  test('the list has a transfer once if one of its accounts counts in the balance', async () => {
    const member = await createMember(testApp);
    const aside = await account(member, 'Aside', { in_balance: false });
    const other = await account(member, 'Other', { in_balance: false });
    for (const [fromAccountId, toAccountId] of [
      [aside, FIRST_ACCOUNT],
      [FIRST_ACCOUNT, aside],
      [aside, other],
    ])
      await transfer(member, { fromAccountId, toAccountId, amount: 5 });
    await record(testApp, member, { amount: 10 });
    for (const query of ['', '&page=2', '&sort=amount']) {
      const { transactions, pagination } = await list(member, `?includeTransfers=true&limit=2${query}`);
      expect(pagination.total, query).toBe(3);
      expect(transactions, query).toHaveLength(query === '&page=2' ? 1 : 2);
    }
  });

  test('a list of several accounts has a transfer between them once, and one to another by its side', async () => {
    const member = await createMember(testApp);
    const [cash, other] = [await account(member, 'Cash'), await account(member, 'Other')];
    await transfer(member, { fromAccountId: FIRST_ACCOUNT, toAccountId: cash, amount: 5 });
    await transfer(member, { fromAccountId: other, toAccountId: cash, amount: 7 });
    for (const query of ['', '&limit=1', '&sort=amount', '&search=transfer']) {
      const { transactions, pagination, summary } = await list(
        member,
        `?includeTransfers=true&account=${FIRST_ACCOUNT},${cash}${query}`,
      );
      expect(pagination.total, query).toBe(2);
      expect(transactions, query).toHaveLength(query === '&limit=1' ? 1 : 2);
      expect(summary, query).toEqual({ total: 2, income: 0, expenses: 0, net: 0 });
    }
  });

  once('a JSON export of accounts has both sides of each of their transfers, once', async () => {
    const member = await createMember(testApp);
    const [cash, other] = [await account(member, 'Cash'), await account(member, 'Other')];
    await transfer(member, { fromAccountId: FIRST_ACCOUNT, toAccountId: cash, amount: 5 });
    await transfer(member, { fromAccountId: other, toAccountId: cash, amount: 7 });
    for (const accounts of [cash, `${FIRST_ACCOUNT},${cash}`]) {
      const response = await testApp.request(`/api/v1/export/json?account=${accounts}`, {
        headers: { authorization: `Bearer ${member.accessToken}` },
      });
      const file = (await response.json()) as { transactions: Listed[]; accounts: object[] };
      const ways = file.transactions.map(({ from_account_id, to_account_id, amount_to }) => [
        from_account_id,
        to_account_id,
        amount_to,
      ]);
      expect(ways).toEqual(
        expect.arrayContaining([
          [FIRST_ACCOUNT, cash, 5],
          [FIRST_ACCOUNT, cash, 5],
          [other, cash, 7],
          [other, cash, 7],
        ]),
      );
      expect(new Set(file.transactions.map(({ id }) => id)).size).toBe(4);
      expect(file.transactions).toHaveLength(4);
      expect(file.accounts).toHaveLength(3);
    }
  });

  test('an export has each transfer once, with both accounts, and one to another account by its side', async () => {
    const member = await createMember(testApp);
    const cash = await account(member, 'Cash');
    const [aside, other] = [
      await account(member, 'Aside', { in_balance: false }),
      await account(member, 'Other', { in_balance: false }),
    ];
    for (const [fromAccountId, toAccountId, amount] of [
      [FIRST_ACCOUNT, cash, 1],
      [FIRST_ACCOUNT, aside, 2],
      [aside, FIRST_ACCOUNT, 3],
      [aside, other, 4],
    ] as const)
      await transfer(member, { fromAccountId, toAccountId, amount });
    const of = async (query: string) => {
      const headers = { authorization: `Bearer ${member.accessToken}` };
      const asked = `fields=type,amount,account_name&sort=amount&order=asc&${query}`;
      const file = async (format: string) =>
        testApp.request(`/api/v1/export/${format}?${asked}`, { headers });
      const csv = readCsv(await (await file('csv')).text()).slice(1);
      const { transactions } = (await (await file('json')).json()) as { transactions: object[] };
      expect(transactions.map((row) => Object.values(row))).toEqual(
        csv.map(([type, amount, name]) => [type, Number(amount), name]),
      );
      return csv;
    };
    expect(await of('')).toEqual([
      ['transfer', '1.00', 'Main account → Cash'],
      ['transfer', '2.00', 'Main account → Aside'],
      ['transfer', '3.00', 'Aside → Main account'],
    ]);
    expect(await of(`account=${FIRST_ACCOUNT},${aside}`)).toEqual([
      ['transfer', '-1.00', 'Main account'],
      ['transfer', '2.00', 'Main account → Aside'],
      ['transfer', '3.00', 'Aside → Main account'],
      ['transfer', '-4.00', 'Aside'],
    ]);
    expect(await of(`account=${cash}`)).toEqual([['transfer', '1.00', 'Cash']]);
  });

  once('deep pages begin at the right row among transfers', async () => {
    const member = await createMember(testApp);
    const cash = await account(member, 'Cash');
    for (let day = 1; day <= 6; day += 1) {
      const date = `2026-06-0${day}`;
      await record(testApp, member, { amount: day, date });
      await transfer(member, { fromAccountId: FIRST_ACCOUNT, toAccountId: cash, amount: 100 + day, date });
    }
    for (const query of ['', 'includeTransfers=true&']) {
      const amounts: number[] = [];
      for (const page of [1, 2, 3, 4])
        amounts.push(
          ...(await list(member, `?${query}limit=3&page=${page}`)).transactions.map(({ amount }) => amount),
        );
      expect(amounts.toSorted((one, other) => one - other)).toEqual(
        query ? [1, 2, 3, 4, 5, 6, 101, 102, 103, 104, 105, 106] : [1, 2, 3, 4, 5, 6],
      );
    }
  });

  once('what cannot be is refused at its field, and nothing is written', async () => {
    const [member, stranger] = [await createMember(testApp), await createMember(testApp)];
    const cash = await account(member, 'Cash');
    const old = await account(member, 'Old');
    const monthly = { type: 'transfer', name: 'x', toAccountId: cash, amount: 5 };
    for (const [path, body, message] of [
      ['/transactions/templates', { ...monthly, amount: -5 }, 'amount","message":"Amount must be at least'],
      [
        '/transactions/templates',
        { ...monthly, amountTo: -5 },
        'amountTo","message":"Amount must be at least',
      ],
      ['/transfers/candidates/join', {}, 'expenseId","message":"Choose a transaction'],
    ] as const) {
      const refused = await call<never>(member, 'POST', path, body);
      expect([refused.status, JSON.stringify(refused.error.details)]).toEqual([
        400,
        expect.stringContaining(message),
      ]);
    }
    const theirs = await account(stranger, 'Theirs');
    await call(member, 'PUT', `/accounts/${old}`, { is_archived: true });
    const good = { fromAccountId: FIRST_ACCOUNT, toAccountId: cash, amount: 5 };
    expect(await errors(member, { ...good, toAccountId: FIRST_ACCOUNT })).toEqual([400, ['toAccountId']]);
    expect(await errors(member, { ...good, fromAccountId: old })).toEqual([400, ['fromAccountId']]);
    for (const amount of [0, -5])
      expect(await errors(member, { ...good, amount })).toEqual([400, ['amount']]);
    expect(await errors(member, { ...good, amount: undefined })).toEqual([400, ['amount']]);
    expect(await errors(member, { ...good, toAccountId: '' })).toEqual([400, ['toAccountId']]);
    expect(await errors(member, { ...good, amountTo: 6 })).toEqual([400, ['amountTo']]);
    expect(await errors(member, { ...good, toAccountId: theirs })).toEqual([404, ['toAccountId']]);
    expect(await errors(member, { ...good, fromAccountId: MISSING })).toEqual([404, ['fromAccountId']]);
    expect((await list(member, '?includeTransfers=true')).transactions).toEqual([]);
    await isSound(member);
  });

  test('archiving an account pauses what recurs in it, and one undo brings back all of it', async () => {
    const member = await createMember(testApp);
    const savings = await account(member, 'Savings');
    const series = { amount: 10, start_date: '2026-05-15', interval_type: 'monthly' };
    const template = async (body: object) =>
      (
        await call<{ template: { id: string } }>(member, 'POST', '/transactions/templates', {
          ...series,
          ...body,
        })
      ).data.template.id;
    const kept = await template({ name: 'Other', type: 'expense' });
    const order = await template({
      ...{ name: 'Order', type: 'transfer' },
      ...{ fromAccountId: FIRST_ACCOUNT, toAccountId: savings },
    });
    const fee = await template({ name: 'Fee', type: 'expense', accountId: savings });
    const state = async () => {
      const { data } = await call<{ templates: { id: string; is_active: boolean }[] }>(
        member,
        'GET',
        '/transactions/templates',
      );
      return data.templates.flatMap(({ id, is_active }) => (is_active ? id : [])).toSorted();
    };
    const rows = async () =>
      (await list(member, '?includeTransfers=true&status=any&limit=100')).transactions.map(
        ({ type, amount, id }) => `${type} ${amount} ${id}`,
      );
    const fees = await list(member, `?account=${savings}&status=upcoming&type=expense`);
    const edited = fees.transactions[0]?.id;
    await call(member, 'PUT', `/transactions/expense/${edited}`, { amount: 78 });
    const before = await rows();
    const archive = (is_archived: boolean) =>
      call<{ undo_id: string | null }>(member, 'PUT', `/accounts/${savings}`, { is_archived });
    const { undo_id } = (await archive(true)).data;
    expect(await state()).toEqual([kept]);
    const resumed = await call(member, 'POST', `/transactions/templates/${fee}/resume`);
    expect([resumed.status, resumed.error]).toMatchObject([400, { details: [{ field: 'account_id' }] }]);
    expect((await call(member, 'POST', '/transactions/restore', { undo_id })).status).toBe(200);
    expect(await state()).toEqual([kept, order, fee].toSorted());
    expect(await rows()).toEqual(before);
    const { data } = await call<{ account: { is_archived: boolean } }>(member, 'GET', `/accounts/${savings}`);
    expect(data.account.is_archived).toBe(false);
    // One that was changed since stays paused, and the others come back.
    const again = (await archive(true)).data.undo_id;
    const changed = { amount: 11, scope: 'future' };
    expect((await call(member, 'PUT', `/transactions/templates/${order}`, changed)).status).toBe(200);
    const some = await call(member, 'POST', '/transactions/restore', { undo_id: again });
    // Both sides of two transfers stay away.
    expect(some).toMatchObject({ status: 200, data: { restored_count: 2, failed: 4 } });
    expect(await state()).toEqual([kept, fee].toSorted());
    const upcoming = await list(member, '?includeTransfers=true&status=upcoming');
    expect(upcoming.transactions.filter(({ type }) => type === 'transfer')).toEqual([]);
    await archive(true);
    expect((await archive(false)).data.undo_id).toBeNull();
    expect((await call(member, 'POST', `/transactions/templates/${fee}/resume`)).status).toBe(200);
    await isSound(member);
  });

  test('archiving an account is undone without series, and without those that are gone', async () => {
    const member = await createMember(testApp);
    const bare = await account(member, 'Bare');
    const path = `/accounts/${bare}`;
    const undo = (undo_id: string | null) => call(member, 'POST', '/transactions/restore', { undo_id });
    const archive = async () =>
      (await call<{ undo_id: string | null }>(member, 'PUT', path, { is_archived: true })).data.undo_id;
    const isArchived = async () =>
      (await call<{ account: { is_archived: boolean } }>(member, 'GET', path)).data.account.is_archived;
    expect((await undo(await archive())).data).toMatchObject({ restored_count: 0, failed: 0 });
    expect(await isArchived()).toBe(false);
    const fee = { name: 'Fee', type: 'expense', amount: 10, accountId: bare, start_date: '2026-06-20' };
    const { data } = await call<{ template: { id: string } }>(member, 'POST', '/transactions/templates', fee);
    const undoId = await archive();
    testApp.advance(1);
    await call(member, 'DELETE', `/transactions/templates/${data.template.id}?scope=all`);
    const undone = await undo(undoId);
    expect([undone.status, undone.data]).toMatchObject([200, { restored_count: 0, failed: 3 }]);
    expect(await isArchived()).toBe(false);
    expect((await list(member, '?status=any')).transactions).toEqual([]);
    await isSound(member);
  });

  once('a transfer changes, goes and comes back as one', async () => {
    const member = await createMember(testApp);
    const [cash, savings] = [await account(member, 'Cash'), await account(member, 'Savings')];
    const made = await transfer(member, { fromAccountId: FIRST_ACCOUNT, toAccountId: cash, amount: 200 });
    const changed = await call<{ transfer: Transfer; undo_id: string }>(
      member,
      'PUT',
      `/transfers/${made.id}`,
      { amount: 300, toAccountId: savings, basedOn: made.updated_at },
    );
    expect(changed.data.transfer).toMatchObject({ amount: 300, to_account_id: savings });
    expect(await balances(member)).toEqual({ [FIRST_ACCOUNT]: -300, [cash]: 0, [savings]: 300 });
    const stale = await call(member, 'PUT', `/transfers/${made.id}`, {
      amount: 1,
      basedOn: made.updated_at,
    });
    expect(stale.status).toBe(409);
    await call(member, 'POST', '/transactions/restore', { undo_id: changed.data.undo_id });
    expect(await balances(member)).toEqual({ [FIRST_ACCOUNT]: -200, [cash]: 200, [savings]: 0 });
    await isSound(member);
    const gone = await call<{ undo_id: string }>(member, 'DELETE', `/transfers/${made.id}`);
    expect(await balances(member)).toEqual({ [FIRST_ACCOUNT]: 0, [cash]: 0, [savings]: 0 });
    expect((await call(member, 'GET', `/transfers/${made.id}`)).status).toBe(404);
    await call(member, 'POST', '/transactions/restore', { undo_id: gone.data.undo_id });
    expect(await balances(member)).toEqual({ [FIRST_ACCOUNT]: -200, [cash]: 200, [savings]: 0 });
    await isSound(member);
  });

  test('between currencies both amounts are given, and no total changes', async () => {
    const member = await createMember(testApp);
    const dollars = await account(member, 'Dollars', { currency: 'USD' });
    const body = { fromAccountId: FIRST_ACCOUNT, toAccountId: dollars, amount: 370 };
    expect(await errors(member, body)).toEqual([400, ['amountTo']]);
    const made = await transfer(member, { ...body, amountTo: 100 });
    expect(made).toMatchObject({ amount: 370, amount_to: 100 });
    const headers = { authorization: `Bearer ${member.accessToken}` };
    const columns = 'fields=type,amount,currency,account_amount,account_currency';
    const csv = await (await testApp.request(`/api/v1/export/csv?${columns}`, { headers })).text();
    expect(readCsv(csv).slice(1)).toEqual([['transfer', '370.00', 'ILS', '100.00', 'USD']]);
    expect(await balances(member)).toEqual({ [FIRST_ACCOUNT]: -370, [dollars]: 100 });
    const { data } = await call<{ net_worth: number }>(member, 'GET', '/accounts');
    expect(data.net_worth).toBe(0);
    const changed = await call<{ transfer: Transfer }>(member, 'PUT', `/transfers/${made.id}`, {
      amount: 380,
    });
    expect(changed.data.transfer).toMatchObject({ amount: 380, amount_to: 100 });
    expect(await balances(member)).toEqual({ [FIRST_ACCOUNT]: -380, [dollars]: 100 });
    await isSound(member);
  });

  test('an upcoming transfer that is skipped and comes back is counted as one', async () => {
    const member = await createMember(testApp);
    const cash = await account(member, 'Cash');
    const body = { fromAccountId: FIRST_ACCOUNT, toAccountId: cash, amount: 10, date: '2026-06-20' };
    await call(member, 'POST', '/transfers', { ...body, isRecurring: true });
    const { data } = await call<Page>(member, 'GET', '/transactions/upcoming?includeTransfers=true');
    const skipped = await call<{ deleted_count: number; undo_id: string }>(
      member,
      'DELETE',
      `/transactions/upcoming/${data.transactions[0]?.id}`,
    );
    expect(skipped.data).toMatchObject({ deleted_count: 1 });
    const back = await call(member, 'POST', '/transactions/restore', { undo_id: skipped.data.undo_id });
    expect(back.data).toEqual({ restored_count: 1, failed: 0 });
    expect((await call<Page>(member, 'GET', '/transactions/upcoming?includeTransfers=true')).data).toEqual(
      data,
    );
    await isSound(member);
  });

  once('an amount does not stay the same number in another currency', async () => {
    const member = await createMember(testApp);
    const [dollars, euros] = [
      await account(member, 'Dollars', { currency: 'USD' }),
      await account(member, 'Euros', { currency: 'EUR' }),
    ];
    const sides = { fromAccountId: dollars, toAccountId: FIRST_ACCOUNT };
    const made = await transfer(member, { ...sides, amount: 10, amountTo: 40 });
    const change = (changes: object) =>
      call<{ transfer: Transfer }>(member, 'PUT', `/transfers/${made.id}`, changes);
    for (const [changes, fields] of [
      [{ toAccountId: euros }, ['amountTo']],
      [{ fromAccountId: euros }, ['amount']],
      [{ fromAccountId: FIRST_ACCOUNT, toAccountId: dollars }, ['amount', 'amountTo']],
    ] as const) {
      const { status, error } = await change(changes);
      expect([status, (error.details as { field: string }[]).map(({ field }) => field)]).toEqual([
        400,
        fields,
      ]);
    }
    const { data } = await change({ toAccountId: euros, amountTo: 9 });
    expect(data.transfer).toMatchObject({ amount: 10, amount_to: 9, to_account_id: euros });
    await isSound(member);
  });

  once('between two other currencies a rate that is not known can be given', async () => {
    const member = await createMember(testApp);
    const dollars = await account(member, 'Dollars', { currency: 'USD' });
    const euros = await account(member, 'Euros', { currency: 'EUR' });
    const body = { fromAccountId: dollars, toAccountId: euros, amount: 50, amountTo: 45, date: '2026-01-05' };
    const made = await transfer(member, body);
    expect(made).toMatchObject({ amount: 50, amount_to: 45, rate: null });
    const change = (changes: object) =>
      call<{ transfer: Transfer }>(member, 'PUT', `/transfers/${made.id}`, changes);
    const converted = async () => {
      const { data } = await call<{ accounts: { balance_converted: number }[]; net_worth: number }>(
        member,
        'GET',
        '/accounts',
      );
      return [data.net_worth, ...data.accounts.slice(1).map(({ balance_converted }) => balance_converted)];
    };
    expect(await converted()).toEqual([0, 0, 0]);
    expect((await change({ rate: 3.5 })).data.transfer).toMatchObject({
      amount: 50,
      amount_to: 45,
      rate: 3.5,
    });
    expect(await converted()).toEqual([0, -175, 175]);
    // It stays with another amount.
    expect((await change({ amount: 60 })).data.transfer).toMatchObject({
      amount: 60,
      amount_to: 45,
      rate: 3.5,
    });
    expect(await converted()).toEqual([0, -210, 210]);
    expect(await transfer(member, { ...body, rate: '3.6' })).toMatchObject({ rate: 3.6 });
    await isSound(member);
    for (const refused of [
      { rate: 0 },
      { rate: 'x' },
      { amount: 900_000, rate: 4 },
      { fromAccountId: FIRST_ACCOUNT, rate: 3 },
    ])
      expect(await errors(member, { ...body, ...refused }), JSON.stringify(refused)).toEqual([400, ['rate']]);
    expect((await change({ fromAccountId: FIRST_ACCOUNT, amount: 210 })).data.transfer).not.toHaveProperty(
      'rate',
    );
    await isSound(member);
  });

  once('are listed by pages and by cursor, with their number', async () => {
    interface Page {
      transfers: { id: string }[];
      pagination: { total: number; hasMore: boolean; nextCursor: string | null; page: number };
    }
    const member = await createMember(testApp);
    const cash = await account(member, 'Cash');
    const ids: string[] = [];
    for (const amount of [1, 2, 3])
      ids.push((await transfer(member, { fromAccountId: FIRST_ACCOUNT, toAccountId: cash, amount })).id);
    const read = async (query: string) =>
      (await call<Page>(member, 'GET', `/transfers?limit=2${query}`)).data;
    const first = await read('');
    expect(first.pagination).toEqual({ page: 1, limit: 2, total: 3, hasMore: true, nextCursor: 'o2' });
    for (const rest of [await read('&page=2'), await read(`&cursor=${first.pagination.nextCursor}`)]) {
      const found = [...first.transfers, ...rest.transfers].map(({ id }) => id);
      expect(found.sort()).toEqual(ids.toSorted());
      expect(rest.pagination).toMatchObject({ page: 2, hasMore: false, nextCursor: null });
    }
    expect((await call(member, 'GET', '/transfers?cursor=x')).status).toBe(400);
  });

  test('a side is no transaction of its own', async () => {
    const [member, stranger] = [await createMember(testApp), await createMember(testApp)];
    const cash = await account(member, 'Cash');
    const { id } = await transfer(member, { fromAccountId: FIRST_ACCOUNT, toAccountId: cash, amount: 200 });
    const [side] = await engine.db
      .selectFrom('transactions')
      .select(['id', 'type'])
      .where('transfer_id', '=', id)
      .orderBy('type')
      .execute();
    const path = `/transactions/${side?.type}/${side?.id}`;
    expect((await call(member, 'PUT', path, { amount: 1 })).status).toBe(404);
    expect((await call(member, 'DELETE', path)).status).toBe(404);
    expect((await call(member, 'GET', `/transactions/${side?.id}`)).status).toBe(404);
    const bulk = await call(member, 'POST', '/transactions/bulk-update', {
      transactionIds: [side?.id],
      changes: { type: 'income' },
    });
    expect(bulk.data).toMatchObject({ updated_count: 0 });
    const record = await call(member, 'POST', '/transactions/expense', {
      amount: 5,
      categoryId: '00000000-0000-7000-8000-000000000004',
    });
    expect(record.status).toBe(404);
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect(
        (await call(stranger, method, `/transfers/${id}`, method === 'PUT' ? {} : undefined)).status,
      ).toBe(404);
    expect(await balances(member)).toEqual({ [FIRST_ACCOUNT]: -200, [cash]: 200 });
    await call(member, 'POST', '/transactions/bulk-delete', { transactionIds: [side?.id] });
    expect(await balances(member)).toEqual({ [FIRST_ACCOUNT]: 0, [cash]: 0 });
    await isSound(member);
  });

  describe('two rows that may be one transfer', () => {
    interface Candidates {
      candidates: { expense: Listed; income: Listed; score: number; why: string }[];
    }

    test('are offered, joined once, and come apart again', async () => {
      const member = await createMember(testApp);
      const cash = await account(member, 'Cash');
      const out = await record(testApp, member, { amount: 150, date: '2026-06-10' });
      const into = await record(testApp, member, {
        amount: 150,
        type: 'income',
        accountId: cash,
        date: '2026-06-13',
      });
      await record(testApp, member, { amount: 150, type: 'income', accountId: cash, date: '2026-05-01' });
      const found = await call<Candidates>(member, 'GET', '/transfers/candidates');
      expect(found.data.candidates).toEqual([
        expect.objectContaining({
          expense: expect.objectContaining({ id: out.id }),
          income: expect.objectContaining({ id: into.id }),
        }),
      ]);
      expect((await call<Candidates>(member, 'GET', '/transfers/candidates?days=2')).data.candidates).toEqual(
        [],
      );
      const pair = { expenseId: out.id, incomeId: into.id };
      const joined = await call<{ transfer: Transfer; undo_id: string }>(
        member,
        'POST',
        '/transfers/candidates/join',
        pair,
      );
      expect(joined.status).toBe(201);
      expect((await list(member)).summary).toMatchObject({ income: 150, expenses: 0 });
      expect((await call(member, 'POST', '/transfers/candidates/join', pair)).status).toBe(400);
      await isSound(member);
      await call(member, 'POST', '/transactions/restore', { undo_id: joined.data.undo_id });
      expect((await list(member)).summary).toMatchObject({ income: 300, expenses: 150 });
      await isSound(member);
    });

    once('are never offered again after a no', async () => {
      const member = await createMember(testApp);
      const cash = await account(member, 'Cash');
      const out = await record(testApp, member, { amount: 150 });
      const into = await record(testApp, member, { amount: 150, type: 'income', accountId: cash });
      const pair = { expenseId: out.id, incomeId: into.id };
      expect((await call(member, 'POST', '/transfers/candidates/dismiss', pair)).status).toBe(200);
      expect((await call<Candidates>(member, 'GET', '/transfers/candidates')).data.candidates).toEqual([]);
      const turned = { expenseId: into.id, incomeId: out.id };
      expect((await call(member, 'POST', '/transfers/candidates/join', turned)).status).toBe(400);
    });

    once('are no transfer with another amount, of which the rest would be in no figure', async () => {
      const member = await createMember(testApp);
      const cash = await account(member, 'Cash');
      const out = await record(testApp, member, { amount: 321 });
      const into = await record(testApp, member, { amount: 77, type: 'income', accountId: cash });
      const pair = { expenseId: out.id, incomeId: into.id };
      const { status, error } = await call(member, 'POST', '/transfers/candidates/join', pair);
      expect([status, error.details]).toMatchObject([400, [{ field: 'incomeId' }]]);
      expect((await list(member)).summary).toMatchObject({ income: 77, expenses: 321 });
    });
  });

  describe('the payment of a card and its bill', () => {
    interface Offered {
      candidates: { expense: Listed; income: null; account_id: string; why: string }[];
    }
    const cardOf = (member: Member, name: string) =>
      account(member, name, { kind: 'credit_card', billing_day: 10, pays_from: FIRST_ACCOUNT });
    const offered = async (member: Member) =>
      (await call<Offered>(member, 'GET', '/transfers/candidates')).data.candidates.map(
        ({ expense, income, account_id }) => [expense.id, income, account_id],
      );
    const join = (member: Member, body: object) =>
      call<{ undo_id: string }>(member, 'POST', '/transfers/candidates/join', body);

    test('are offered, joined by making the missing side, and come apart again', async () => {
      const member = await createMember(testApp);
      const card = await cardOf(member, 'Visa');
      await record(testApp, member, { amount: 100, accountId: card, date: '2026-05-12' });
      await record(testApp, member, { amount: 60, accountId: card, date: '2026-06-09' });
      await record(testApp, member, { type: 'income', amount: 10, accountId: card, date: '2026-06-01' });
      await record(testApp, member, { amount: 100, date: '2026-06-10', description: 'A part' });
      await record(testApp, member, { amount: 150, date: '2026-06-05', description: 'Too early' });
      const paid = await record(testApp, member, { amount: 150, date: '2026-06-12' });
      expect(await offered(member)).toEqual([[paid.id, null, card]]);
      const bill = { expenseId: paid.id, accountId: card };
      const joined = await join(member, bill);
      expect(joined.status).toBe(201);
      expect(await balances(member)).toEqual({ [FIRST_ACCOUNT]: -400, [card]: 0 });
      expect((await list(member)).summary).toMatchObject({ income: 10, expenses: 410 });
      await isSound(member);
      await record(testApp, member, { amount: 150, date: '2026-06-11', description: 'The same again' });
      expect(await offered(member)).toEqual([]);
      await call(member, 'POST', '/transactions/restore', { undo_id: joined.data.undo_id });
      expect(await balances(member)).toEqual({ [FIRST_ACCOUNT]: -550, [card]: -150 });
      await isSound(member);
      expect((await join(member, { expenseId: paid.id })).status).toBe(400);
      expect((await join(member, { ...bill, accountId: FIRST_ACCOUNT })).status).toBe(400);
      expect((await join(member, { ...bill, accountId: MISSING })).status).toBe(404);
    });

    once('a no is remembered, and equal bills of two cards are claimed once each', async () => {
      const member = await createMember(testApp);
      const cards = [await cardOf(member, 'Visa'), await cardOf(member, 'Master')];
      for (const accountId of cards)
        await record(testApp, member, { amount: 70, accountId, date: '2026-06-01' });
      const paid: string[] = [];
      for (let time = 0; time < 3; time += 1)
        paid.push((await record(testApp, member, { amount: 70, date: '2026-06-10' })).id);
      const found = await offered(member);
      expect(found.map(([, , card]) => card).sort()).toEqual(cards.toSorted());
      expect(new Set(found.map(([expense]) => expense)).size).toBe(2);
      for (const expenseId of paid)
        for (const accountId of cards)
          await call(member, 'POST', '/transfers/candidates/dismiss', { expenseId, accountId });
      expect(await offered(member)).toEqual([]);
    });

    once('a bill of zero is no bill, and one has this part of a purchase in payments', async () => {
      const member = await createMember(testApp);
      const card = await cardOf(member, 'Visa');
      await record(testApp, member, { amount: 50, accountId: card, date: '2026-04-20' });
      await record(testApp, member, { type: 'income', amount: 50, accountId: card, date: '2026-04-21' });
      await record(testApp, member, { amount: 50, date: '2026-05-10' });
      await record(testApp, member, { amount: 300, accountId: card, date: '2026-05-15', installments: 3 });
      const paid = await record(testApp, member, { amount: 100, date: '2026-06-10' });
      await record(testApp, member, { amount: 300, date: '2026-06-10' });
      expect(await offered(member)).toEqual([[paid.id, null, card]]);
    });
  });
});
