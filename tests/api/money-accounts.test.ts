import { expect, test } from 'vitest';
import { DocumentReader } from '../../src/domain/account-files/read-document.ts';
import { checkTotalsOf } from '../../src/domain/ledger/check.ts';
import { FIRST_ACCOUNT } from '../../src/domain/money-accounts/first-account.ts';
import { forEachApp } from '../support/app.ts';
import { createMember, type Member, record, type Transaction } from '../support/members.ts';
import { makeTemplate } from '../support/templates.ts';

const TODAY = '2026-06-15';
const MISSING = '0197a000-0000-7000-8000-000000000000';

interface Account {
  id: string;
  name: string;
  kind: string;
  balance: number;
  opening_balance: number;
  opening_date: string | null;
  position: number;
  is_archived: boolean;
  billing_day: number | null;
  pays_from: string | null;
  icon: string;
  updated_at: string;
}

forEachApp((testApp, engine) => {
  const { once } = engine;
  const call = <Data>(member: Member, method: string, path: string, body?: object) =>
    testApp.call<Data>(method, path, { as: member, ...(body && { body }) });
  const create = async (member: Member, body: object) => {
    const answer = await call<{ account: Account }>(member, 'POST', '/accounts', body);
    expect(answer.status).toBe(201);
    return answer.data.account;
  };
  const list = async (member: Member, query = '') =>
    (await call<{ accounts: Account[]; net_worth: number }>(member, 'GET', `/accounts${query}`)).data;

  once('everybody has one account, named in their language', async () => {
    for (const [locale, name] of [
      ['en', 'Main account'],
      ['he', 'חשבון ראשי'],
    ] as const) {
      const member = await createMember(testApp, { locale });
      const { accounts, net_worth } = await list(member);
      expect(accounts).toEqual([
        expect.objectContaining({ id: FIRST_ACCOUNT, name, kind: 'bank', balance: 0 }),
      ]);
      expect(net_worth).toBe(0);
    }
  });

  once('a transaction without an account is in the first one', async () => {
    const member = await createMember(testApp);
    const cash = await create(member, { name: 'Cash', kind: 'cash' });
    await record(testApp, member, { amount: 10 });
    const answer = await call<{ transaction: Transaction & { account_id: string; account_name: string } }>(
      member,
      'POST',
      '/transactions/expense',
      { amount: 5, accountId: cash.id },
    );
    expect(answer.data.transaction).toMatchObject({ account_id: cash.id, account_name: 'Cash' });
    const { accounts, net_worth } = await list(member);
    expect(accounts.map(({ name, balance }) => [name, balance])).toEqual([
      ['Main account', -10],
      ['Cash', -5],
    ]);
    expect(net_worth).toBe(-15);
    const { data } = await call<{
      transactions: Transaction[];
      summary: { expenses: number; total: number };
    }>(member, 'GET', `/transactions?account=${cash.id}`);
    expect(data.summary).toMatchObject({ total: 1, expenses: 5 });
    expect(data.transactions.map(({ amount }) => amount)).toEqual([5]);
  });

  once('an opening balance belongs to its account', async () => {
    const member = await createMember(testApp);
    const savings = await create(member, {
      name: 'Savings',
      kind: 'savings',
      opening_balance: 1000.5,
      opening_date: '2026-01-01',
    });
    expect(savings).toMatchObject({ opening_balance: 1000.5, opening_date: '2026-01-01', balance: 1000.5 });
    await call(member, 'PUT', `/accounts/${FIRST_ACCOUNT}`, { opening_balance: -20, opening_date: TODAY });
    const changed = await call<{ account: Account }>(member, 'PUT', `/accounts/${savings.id}`, {
      opening_balance: 900,
    });
    expect(changed.data.account).toMatchObject({ opening_balance: 900, balance: 900 });
    const { accounts, net_worth } = await list(member);
    expect(accounts.map(({ opening_balance }) => opening_balance)).toEqual([-20, 900]);
    const archived = { is_archived: true };
    expect((await call(member, 'PUT', `/accounts/${savings.id}`, archived)).status).toBe(200);
    expect(await call(member, 'PUT', `/accounts/${savings.id}`, { opening_balance: 800 })).toMatchObject({
      status: 400,
      error: { details: [{ field: 'opening_balance' }] },
    });
    expect(await call(member, 'PUT', `/accounts/${FIRST_ACCOUNT}`, { opening_balance: 0.001 })).toMatchObject(
      {
        status: 400,
        error: {
          details: [{ field: 'opening_balance', message: 'Amount can have at most 2 decimal places' }],
        },
      },
    );
    expect(net_worth).toBe(880);
    const { data } = await call<{ balance: number; income: number }>(member, 'GET', '/transactions/balance');
    expect(data).toMatchObject({ balance: 880, income: 0 });
  });

  test('a mortgage, and an account whose balance is more than one amount may be, are opened and checked', async () => {
    const member = await createMember(testApp);
    const opened = { name: 'Mortgage', kind: 'loan', opening_balance: -1_500_000 };
    const { id } = await create(member, opened);
    const yen = await create(member, { name: 'Tokyo', currency: 'JPY', opening_balance: 5_000_000 });
    expect(yen).toMatchObject({ opening_balance: 5_000_000, balance: 5_000_000 });
    const check = (balance: number) => call(member, 'POST', `/accounts/${id}/reconcile`, { balance });
    expect(await check(-1_500_000)).toMatchObject({ status: 200, data: { difference: 0 } });
    const change = (opening_balance: number) =>
      call(member, 'PUT', `/accounts/${id}`, { opening_balance, confirmLocked: true });
    expect(await change(-1_200_000.5)).toMatchObject({ data: { account: { balance: -1_200_000.5 } } });
    expect(await change(-1_000_000_001)).toMatchObject({
      status: 400,
      error: { details: [{ field: 'opening_balance', message: 'Amount cannot exceed 1000000000' }] },
    });
    const line = { low_balance: true, low_balance_line: 2_000_000 };
    expect((await call(member, 'PUT', '/users/reminders', line)).status).toBe(200);
    const file = await testApp.request('/api/v1/users/export-account', {
      headers: { authorization: `Bearer ${member.accessToken}` },
    });
    const reader = new DocumentReader(TODAY);
    reader.push(new Uint8Array(await file.arrayBuffer()));
    reader.end();
    expect(reader.errors).toEqual({ named: [], count: 0 });
  });

  once.each([
    [{ name: '' }, 400, 'name'],
    [{ name: 'x'.repeat(61) }, 400, 'name'],
    [{ name: 'A', kind: 'shares' }, 400, 'kind'],
    [{ name: 'A', kind: 'bank', billing_day: 10 }, 400, 'billing_day'],
    [{ name: 'A', kind: 'credit_card', billing_day: 0 }, 400, 'billing_day'],
    [{ name: 'A', kind: 'credit_card', billing_day: 32 }, 400, 'billing_day'],
    [{ name: 'A', kind: 'credit_card', pays_from: MISSING }, 404, 'pays_from'],
    [{ name: 'main ACCOUNT' }, 409, 'name'],
    [{ name: 'A', color: 'red' }, 400, 'color'],
    [{ name: 'A', opening_balance: 1, opening_date: '2026-02-30' }, 400, 'opening_date'],
    [{ name: 'A', opening_balance: 1, opening_date: '0001-01-01' }, 400, 'opening_date'],
    [{ name: 'A', opening_balance: 1, opening_date: '9999-12-31' }, 400, 'opening_date'],
  ])('%j is refused', async (body, status, field) => {
    const member = await createMember(testApp);
    const answer = await call<never>(member, 'POST', '/accounts', body);
    expect(answer.status).toBe(status);
    expect(answer.error.details).toMatchObject([{ field }]);
    expect((await list(member)).accounts).toHaveLength(1);
  });

  once('a card is paid by another account, and loses that when it is no card any more', async () => {
    const member = await createMember(testApp);
    const card = await create(member, {
      name: 'Visa',
      kind: 'credit_card',
      billing_day: 10,
      pays_from: FIRST_ACCOUNT,
    });
    expect(card).toMatchObject({ billing_day: 10, pays_from: FIRST_ACCOUNT, icon: 'CreditCard' });
    const refused = async (id: string, body: object, field: string) =>
      expect(await call(member, 'PUT', `/accounts/${id}`, body)).toMatchObject({
        status: 400,
        error: { details: [{ field }] },
      });
    await refused(card.id, { pays_from: card.id }, 'pays_from');
    await refused(FIRST_ACCOUNT, { kind: 'credit_card' }, 'kind');
    await refused(FIRST_ACCOUNT, { pays_from: card.id }, 'pays_from');
    const other = await create(member, { name: 'Amex', kind: 'credit_card' });
    expect((await call(member, 'PUT', `/accounts/${other.id}`, { pays_from: card.id })).status).toBe(400);
    const changed = await call<{ account: Account }>(member, 'PUT', `/accounts/${card.id}`, {
      kind: 'other',
    });
    expect(changed.data.account).toMatchObject({ billing_day: null, pays_from: null });
  });

  test('a card whose paying account goes to the archive or into another account', async () => {
    const member = await createMember(testApp);
    const bank = await create(member, { name: 'Bank' });
    const other = await create(member, { name: 'Other' });
    const card = await create(member, { name: 'Visa', kind: 'credit_card', pays_from: bank.id });
    const payer = async () => {
      const { accounts } = await list(member);
      return accounts.find(({ id }) => id === card.id)?.pays_from;
    };
    // An archived account still pays, but is not chosen any more.
    await call(member, 'PUT', `/accounts/${bank.id}`, { is_archived: true });
    const kept = await call(member, 'PUT', `/accounts/${card.id}`, { name: 'Visa Gold', pays_from: bank.id });
    expect([kept.status, await payer()]).toEqual([200, bank.id]);
    const answer = await call<never>(member, 'POST', '/accounts', {
      name: 'Amex',
      kind: 'credit_card',
      pays_from: bank.id,
    });
    expect(answer).toMatchObject({ status: 400, error: { details: [{ field: 'pays_from' }] } });
    // The one that gets the transactions pays, and an undo takes that back.
    const remove = async (query: string) =>
      (await call<{ undo_id: string }>(member, 'DELETE', `/accounts/${bank.id}${query}`)).data.undo_id;
    const undo = (undo_id: string) => call(member, 'POST', '/transactions/restore', { undo_id });
    for (const [query, expected] of [
      [`?moveTo=${other.id}`, other.id],
      [`?moveTo=${card.id}`, null],
      ['', null],
    ] as const) {
      const undoId = await remove(query);
      expect([query, await payer()]).toEqual([query, expected]);
      expect((await undo(undoId)).status).toBe(200);
      expect(await payer()).toBe(bank.id);
    }
  });

  test('accounts are renamed, ordered and archived, and a stale change is refused', async () => {
    const member = await createMember(testApp);
    const cash = await create(member, { name: 'Cash', kind: 'cash' });
    const path = `/accounts/${cash.id}`;
    await call(member, 'PUT', path, { position: 0, basedOn: cash.updated_at });
    expect((await list(member)).accounts.map(({ name }) => name)).toEqual(['Cash', 'Main account']);
    expect((await call(member, 'PUT', path, { name: 'Wallet', basedOn: cash.updated_at })).status).toBe(409);
    await call(member, 'PUT', path, { is_archived: true });
    expect((await list(member)).accounts.map(({ name }) => name)).toEqual(['Main account']);
    expect((await list(member, '?archived=true')).accounts).toHaveLength(2);
    const last = await call(member, 'PUT', `/accounts/${FIRST_ACCOUNT}`, { is_archived: true });
    expect(last.status).toBe(409);
    const refused = await call(member, 'POST', '/transactions/expense', { amount: 5, accountId: cash.id });
    expect(refused.status).toBe(400);
  });

  once('an account is deleted when it is empty, or its transactions move', async () => {
    const member = await createMember(testApp);
    expect((await call(member, 'DELETE', `/accounts/${FIRST_ACCOUNT}`)).status).toBe(409);
    const cash = await create(member, { name: 'Cash', kind: 'cash' });
    for (const amount of [1, 2, 3])
      await call(member, 'POST', '/transactions/expense', { amount, accountId: cash.id });
    expect((await call(member, 'DELETE', `/accounts/${cash.id}`)).status).toBe(409);
    const moved = await call<{ moved_count: number }>(
      member,
      'DELETE',
      `/accounts/${cash.id}?moveTo=${FIRST_ACCOUNT}`,
    );
    expect(moved.data).toEqual({ deleted_count: 1, moved_count: 3, undo_id: expect.any(String) });
    const { accounts } = await list(member, '?archived=true');
    expect(accounts).toEqual([expect.objectContaining({ id: FIRST_ACCOUNT, balance: -6 })]);
  });

  once('an account with nothing but an opening balance goes with it and comes back with it', async () => {
    const member = await createMember(testApp);
    const cash = await create(member, { name: 'Cash', kind: 'cash', opening_balance: 40.2 });
    const remove = async (query = '') =>
      call<{ moved_count: number; undo_id: string }>(member, 'DELETE', `/accounts/${cash.id}${query}`);
    const deleted = await remove();
    expect(deleted).toMatchObject({ status: 200, data: { moved_count: 0 } });
    expect(await list(member)).toMatchObject({ net_worth: 0, accounts: [{ id: FIRST_ACCOUNT }] });
    expect(await checkTotalsOf(engine.db, member.id)).toEqual([]);
    await call(member, 'POST', '/transactions/restore', { undo_id: deleted.data.undo_id });
    const { accounts } = await list(member);
    expect(accounts).toContainEqual({ ...cash, updated_at: expect.any(String) });
    expect(await checkTotalsOf(engine.db, member.id)).toEqual([]);
    // What recurs there still has to move, and to an account that is open.
    await makeTemplate(testApp, member, { accountId: cash.id, start_date: '2026-12-01' });
    expect(await remove()).toMatchObject({ status: 409, error: { code: 'ACCOUNT_NOT_EMPTY' } });
    const old = await create(member, { name: 'Old', is_archived: true });
    expect(await remove(`?moveTo=${old.id}`)).toMatchObject({
      status: 400,
      error: { details: [{ field: 'moveTo', message: 'This account is archived. Choose another one' }] },
    });
    expect((await remove(`?moveTo=${FIRST_ACCOUNT}`)).data.moved_count).toBe(1);
  });

  test('accounts that are merged have one opening balance, which is set as a whole, and taken away by zero', async () => {
    const member = await createMember(testApp);
    const opening = (opening_balance: number, opening_date: string) => ({ opening_balance, opening_date });
    const a = await create(member, { name: 'A', kind: 'bank', ...opening(100, '2025-12-14') });
    const b = await create(member, { name: 'B', kind: 'bank', ...opening(152.96, '2026-03-18') });
    const merged = await call<{ undo_id: string }>(member, 'DELETE', `/accounts/${b.id}?moveTo=${a.id}`);
    const put = async (body: object) => {
      const answer = await call<{ account: Account }>(member, 'PUT', `/accounts/${a.id}`, body);
      expect(answer.status, answer.text).toBe(200);
      expect(await checkTotalsOf(engine.db, member.id)).toEqual([]);
      const { opening_balance, opening_date, balance } = answer.data.account;
      return [opening_balance, opening_date, balance];
    };
    const balanceIn = async (month: string) => {
      const { data } = await call<{ history: { period: string; date: string; balance: number }[] }>(
        member,
        'GET',
        `/accounts/${a.id}/history/monthly?months=7`,
      );
      return data.history.find(({ date }) => date.startsWith(month))?.balance;
    };
    // What is sent back as it was answered changes no past.
    expect(await put({ ...opening(252.96, '2025-12-14'), name: 'All' })).toEqual([
      252.96,
      '2025-12-14',
      252.96,
    ]);
    expect(await balanceIn('2026-01')).toBe(100);
    expect(await put(opening(300, '2025-12-14'))).toEqual([300, '2025-12-14', 300]);
    expect(await put({ opening_balance: -20 })).toEqual([-20, '2025-12-14', -20]);
    expect(await put({ opening_date: '2026-01-02' })).toEqual([-20, '2026-01-02', -20]);
    expect(await put({ opening_balance: 0 })).toEqual([0, null, 0]);
    expect(await put({ opening_balance: 0 })).toEqual([0, null, 0]);
    expect(await put({ opening_balance: 7 })).toEqual([7, TODAY, 7]);
    for (const nothing of [null, '']) expect(await put({ opening_balance: nothing })).toEqual([7, TODAY, 7]);
    expect(await put({ opening_balance: 0 })).toEqual([0, null, 0]);
    await call(member, 'POST', '/transactions/restore', { undo_id: merged.data.undo_id });
    const { accounts } = await list(member);
    expect(accounts.slice(1).map(({ name, balance }) => [name, balance])).toEqual([
      ['All', -152.96],
      ['B', 152.96],
    ]);
  });

  once.each([
    ['another date', 1, 2, { opening_balance: 3, opening_date: '2026-03-15' }, [1, 2]],
    ['another amount', 4, 0, { opening_balance: 13 }, [4, 9]],
    ['as much as what came', 4, 5, { opening_balance: 4, opening_date: '2026-02-01' }, [4, 0]],
    ['nothing', 10, 20, { opening_balance: 0 }, [10, -10]],
  ])(
    'what a merge brought goes back with it after the opening balance became %s',
    async (_, came, was, body, back) => {
      const member = await createMember(testApp);
      const from = await create(member, {
        name: 'E',
        kind: 'bank',
        opening_balance: came,
        opening_date: '2026-03-01',
      });
      const into = await create(member, {
        name: 'F',
        kind: 'bank',
        opening_balance: was,
        opening_date: '2026-04-01',
      });
      const { data } = await call<{ undo_id: string }>(
        member,
        'DELETE',
        `/accounts/${from.id}?moveTo=${into.id}`,
      );
      const set = await call<{ account: Account }>(member, 'PUT', `/accounts/${into.id}`, body);
      expect(set.data.account).toMatchObject(body);
      expect((await call(member, 'POST', '/transactions/restore', { undo_id: data.undo_id })).status).toBe(
        200,
      );
      const { accounts } = await list(member);
      const opened = [from, into].map(({ id }) => accounts.find((one) => one.id === id)?.opening_balance);
      expect(opened).toEqual(back);
      expect(await checkTotalsOf(engine.db, member.id)).toEqual([]);
    },
  );

  once(
    'the deletion of an account is undone with what moved, unless that was moved on or its name was taken',
    async () => {
      const member = await createMember(testApp);
      const cash = await create(member, { name: 'Cash', kind: 'cash', opening_balance: 100 });
      const made: string[] = [];
      for (const amount of [1, 2]) {
        const { data } = await call<{ transaction: Transaction }>(member, 'POST', '/transactions/expense', {
          amount,
          accountId: cash.id,
        });
        made.push(data.transaction.id);
      }
      const savings = await create(member, { name: 'Savings', kind: 'savings' });
      const { data } = await call<{ undo_id: string }>(
        member,
        'DELETE',
        `/accounts/${cash.id}?moveTo=${FIRST_ACCOUNT}`,
      );
      await call(member, 'PUT', `/transactions/expense/${made[0]}`, { accountId: savings.id });
      await create(member, { name: 'cash', kind: 'cash' });
      const undone = await call(member, 'POST', '/transactions/restore', { undo_id: data.undo_id });
      expect(undone.data).toMatchObject({ restored_accounts: 1, moved_count: 2 });
      expect((await list(member)).accounts.map(({ name, balance }) => [name, balance])).toEqual([
        ['Main account', 0],
        ['Cash (2)', 98],
        ['Savings', -1],
        ['cash', 0],
      ]);
      expect(await checkTotalsOf(engine.db, member.id)).toEqual([]);
      expect((await call(member, 'POST', '/transactions/restore', { undo_id: data.undo_id })).status).toBe(
        404,
      );
    },
  );

  once(
    'goals and rules follow the money of their account, and the undo brings back what was not changed since',
    async () => {
      const member = await createMember(testApp);
      const savings = await create(member, { name: 'Savings', kind: 'savings' });
      const cash = await create(member, { name: 'Cash', kind: 'cash' });
      await record(testApp, member, { amount: 5000, type: 'income', date: '2026-06-01' });
      await makeTemplate(testApp, member, { amount: 8000, type: 'income', start_date: '2026-06-25' });
      const goal = async (name: string) => {
        const body = { name, amount: 5000, accountId: cash.id };
        const { data } = await call<{ goal: { id: string } }>(member, 'POST', '/goals', body);
        await call(member, 'POST', `/goals/${data.goal.id}/save`, { amount: 300 });
        return data.goal.id;
      };
      const rule = async (conditions: object[], account_to?: string) => {
        const body = { conditions, actions: { notes: 'n', account_to } };
        return (await call<{ rule: { id: string } }>(member, 'POST', '/rules', body)).data.rule.id;
      };
      const isIn = (value: string) => ({ field: 'account', operator: 'is', value });
      const text = { field: 'text', operator: 'contains', value: 'a' };
      const [car, late] = [await goal('Car'), await goal('Late'), await goal('Roof')];
      await rule([text, isIn(cash.id)], savings.id);
      const to = await rule([text], cash.id);
      await rule([isIn(FIRST_ACCOUNT)], cash.id);
      const read = async () => {
        const { goals } = (
          await call<{ goals: { name: string; account_id: string | null }[] }>(member, 'GET', '/goals')
        ).data;
        const { rules } = (
          await call<{ rules: { conditions: { value: string }[]; actions: { account_to: string } }[] }>(
            member,
            'GET',
            '/rules',
          )
        ).data;
        const { data } = await call<{ available: { amount: number } }>(member, 'GET', '/budgets/state');
        return {
          goals: goals.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(({ account_id }) => account_id),
          rules: rules.map(({ conditions, actions }) => [conditions.at(-1)?.value, actions.account_to]),
          left: data.available.amount,
        };
      };
      const undo = async (undo_id: string) =>
        expect((await call(member, 'POST', '/transactions/restore', { undo_id })).status).toBe(200);
      const remove = async (path: string) =>
        (await call<{ undo_id: string }>(member, 'DELETE', path)).data.undo_id;
      const before = await read();
      expect(before.left).toBe(4100);

      const merged = await remove(`/accounts/${cash.id}?moveTo=${FIRST_ACCOUNT}`);
      const followed = {
        goals: [FIRST_ACCOUNT, FIRST_ACCOUNT, FIRST_ACCOUNT],
        // The last one would move money from an account to itself.
        rules: [
          [FIRST_ACCOUNT, savings.id],
          ['a', FIRST_ACCOUNT],
          [FIRST_ACCOUNT, cash.id],
        ],
        left: 4100,
      };
      expect(await read()).toEqual(followed);
      await undo(merged);
      expect(await read()).toEqual(before);

      const trashed = await remove(`/goals/${late}`);
      const again = await remove(`/accounts/${cash.id}?moveTo=${FIRST_ACCOUNT}`);
      await undo(trashed);
      expect((await read()).goals).toEqual(followed.goals);
      await call(member, 'PUT', `/goals/${car}`, { accountId: savings.id });
      await call(member, 'PUT', `/rules/${to}`, { actions: { notes: 'n', account_to: savings.id } });
      await undo(again);
      expect(await read()).toMatchObject({
        goals: [savings.id, cash.id, cash.id],
        rules: [
          [cash.id, savings.id],
          ['a', savings.id],
          [FIRST_ACCOUNT, cash.id],
        ],
      });

      // Without another account, goals are in none, also those that were in the trash.
      const gone = await remove(`/goals/${late}`);
      const deleted = await remove(`/accounts/${cash.id}`);
      await undo(gone);
      expect(await read()).toMatchObject({
        goals: [savings.id, null, null],
        rules: [[cash.id, savings.id], {}, {}],
      });
      await undo(deleted);
      expect((await read()).goals).toEqual([savings.id, cash.id, cash.id]);
    },
  );

  test('an account that does not count is left out of the balance, sums and lists of everything', async () => {
    const member = await createMember(testApp);
    const pension = await create(member, { name: 'Pension', kind: 'savings', opening_balance: 1000 });
    await record(testApp, member, { amount: 10 });
    const paid = await call<{ transaction: Transaction }>(member, 'POST', '/transactions/income', {
      amount: 50,
      accountId: pension.id,
    });
    const figures = async () => {
      const { data } = await call<{ balance: number; income: number; expenses: number }>(
        member,
        'GET',
        '/transactions/balance',
      );
      const { summary, transactions } = (
        await call<{ summary: { total: number }; transactions: Transaction[] }>(
          member,
          'GET',
          '/transactions',
        )
      ).data;
      expect(await checkTotalsOf(engine.db, member.id)).toEqual([]);
      expect(transactions).toHaveLength(summary.total);
      return [data.balance, data.income, data.expenses, summary.total, (await list(member)).net_worth];
    };
    expect(await figures()).toEqual([1040, 50, 10, 3, 1040]);
    const path = `/accounts/${pension.id}`;
    await call(member, 'PUT', path, { in_balance: false });
    expect(await figures()).toEqual([-10, 0, 10, 1, -10]);
    await call(member, 'PUT', `/transactions/income/${paid.data.transaction.id}`, { amount: 60 });
    const { data } = await call<{ summary: { total: number; income: number }; account: Account }>(
      member,
      'GET',
      `/transactions?account=${pension.id}`,
    );
    expect(data.summary).toMatchObject({ total: 2, income: 60 });
    expect((await call<{ account: Account }>(member, 'GET', path)).data.account).toMatchObject({
      balance: 1060,
      opening_balance: 1000,
    });
    await call(member, 'PUT', path, { in_balance: true });
    expect(await figures()).toEqual([1050, 60, 10, 3, 1050]);
    await call(member, 'PUT', path, { in_balance: false });
    await call(member, 'DELETE', `${path}?moveTo=${FIRST_ACCOUNT}`);
    expect(await figures()).toEqual([1050, 60, 10, 3, 1050]);
  });

  test('what is restored after its account was deleted is in the first one', async () => {
    const member = await createMember(testApp);
    const cash = await create(member, { name: 'Cash', kind: 'cash' });
    const made = await call<{ transaction: Transaction }>(member, 'POST', '/transactions/expense', {
      amount: 7,
      accountId: cash.id,
    });
    const deleted = await call<{ undo_id: string }>(
      member,
      'DELETE',
      `/transactions/expense/${made.data.transaction.id}`,
    );
    expect((await call(member, 'DELETE', `/accounts/${cash.id}`)).status).toBe(200);
    await call(member, 'POST', '/transactions/restore', { undo_id: deleted.data.undo_id });
    expect((await list(member)).accounts).toEqual([expect.objectContaining({ balance: -7 })]);
  });

  once('the accounts of others are not there', async () => {
    const [member, stranger] = [await createMember(testApp), await createMember(testApp)];
    const { id } = await create(stranger, { name: 'Secret' });
    for (const [method, body] of [['GET'], ['PUT', { name: 'x' }], ['DELETE']] as const)
      expect((await call(member, method, `/accounts/${id}`, body)).status).toBe(404);
    const refused = await call(member, 'POST', '/transactions/expense', { amount: 5, accountId: id });
    expect(refused.status).toBe(404);
    expect((await list(member)).accounts).toHaveLength(1);
  });
});
