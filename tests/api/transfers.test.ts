import { expect, test } from 'vitest';
import { checkTotalsOf } from '../../src/domain/ledger/check.ts';
import { TRANSFER } from '../../src/domain/ledger/opening.ts';
import { FIRST_ACCOUNT } from '../../src/domain/money-accounts/first-account.ts';
import { forEachApp } from '../support/app.ts';
import { createMember, type Member, record } from '../support/members.ts';
import { expectStoredTotals } from '../support/stored-totals.ts';

const MISSING = '0197a000-0000-7000-8000-000000000000';

interface Transfer {
  id: string;
  type: string;
  amount: number;
  from_account_name: string;
  to_account_name: string;
  to_account_id: string;
  date: string;
  description: string;
  notes: string | null;
  updated_at: string;
}

interface Listed {
  transactions: { id: string; type: string }[];
  pagination: { total: number };
  summary: { total: number; income: number; expenses: number; net: number };
}

const fieldOf = ({ error }: { error?: { details?: unknown } }) =>
  (error?.details as { field: string }[] | undefined)?.[0]?.field;

forEachApp((testApp, engine) => {
  const call = <Data>(member: Member, method: string, path: string, body?: object) =>
    testApp.call<Data>(method, path, { as: member, ...(body && { body }) });
  const get = async <Data>(member: Member, path: string) => (await call<Data>(member, 'GET', path)).data;
  const account = async (member: Member, body: object) =>
    (await call<{ account: { id: string } }>(member, 'POST', '/accounts', body)).data.account.id;
  const move = async (member: Member, body: object) => {
    const answer = await call<{ transfer: Transfer }>(member, 'POST', '/transactions/transfer', {
      fromAccountId: FIRST_ACCOUNT,
      ...body,
    });
    expect(answer.status).toBe(201);
    return answer.data.transfer;
  };
  const balances = async (member: Member) => {
    const { accounts } = await get<{ accounts: { balance: number }[] }>(member, '/accounts');
    return accounts.map(({ balance }) => balance);
  };
  const expectExact = async (member: Member) => expect(await checkTotalsOf(engine.db, member.id)).toEqual([]);

  const household = async () => {
    const member = await createMember(testApp);
    const cash = await account(member, { name: 'Cash', kind: 'cash' });
    await record(testApp, member, { amount: 1000, type: 'income' });
    await record(testApp, member, { amount: 30 });
    return { member, cash };
  };

  test('a transfer moves money, and is neither income nor an expense', async () => {
    const { member, cash } = await household();
    const before = await get<object>(member, '/balance');
    const year = await get<object>(member, '/analytics/dashboard/summary');
    const insights = await get<object>(member, '/analytics/user');
    const transfer = await move(member, { amount: 500, toAccountId: cash });
    expect(transfer).toMatchObject({
      type: 'transfer',
      amount: 500,
      from_account_name: 'Main account',
      to_account_name: 'Cash',
      description: 'Transfer',
    });
    expect(await balances(member)).toEqual([470, 500]);
    expect(await get(member, '/balance')).toEqual(before);
    expect(await get(member, '/analytics/dashboard/summary')).toEqual(year);
    expect(await get(member, '/analytics/user')).toEqual(insights);
    await expectExact(member);
  });

  test('lists have transfers on request, once', async () => {
    const { member, cash } = await household();
    const before = await get<Listed>(member, '/transactions');
    const { id } = await move(member, { amount: 500, toAccountId: cash });
    expect(await get<Listed>(member, '/transactions')).toEqual(before);
    expect((await get<Listed>(member, '/transactions/recent')).transactions).toHaveLength(2);
    const listed = await get<Listed>(member, '/transactions?includeTransfers=true');
    expect(listed.transactions.filter(({ type }) => type === 'transfer').map((row) => row.id)).toEqual([id]);
    expect(listed.pagination.total).toBe(3);
    expect(listed.summary).toEqual({ ...before.summary, total: 3 });
    const found = await get<Listed>(member, '/transactions?includeTransfers=true&search=transfer');
    expect(found.transactions.map((row) => row.id)).toEqual([id]);
    expect(found.summary).toEqual({ total: 1, income: 0, expenses: 0, net: 0 });
    for (const type of ['income', 'expense']) {
      const { transactions } = await get<Listed>(member, `/transactions?includeTransfers=true&type=${type}`);
      expect(transactions.map((row) => row.type)).toEqual([type]);
    }
    const ofCash = await get<Listed>(member, `/transactions?includeTransfers=true&account=${cash}`);
    expect(ofCash.transactions.map((row) => row.id)).toEqual([id]);
    const paged = await get<Listed>(member, '/transactions?includeTransfers=true&limit=1&page=3');
    expect(paged.transactions).toHaveLength(1);
  });

  test('a transfer is read, changed and deleted as one, and both are undone', async () => {
    const { member, cash } = await household();
    const card = await account(member, { name: 'Visa', kind: 'credit_card' });
    const { id, updated_at } = await move(member, { amount: 500, toAccountId: cash, notes: 'Weekend' });
    const path = `/transactions/transfer/${id}`;
    const changed = await call<{ transfer: Transfer; undo_id: string }>(member, 'PUT', path, {
      amount: 120.5,
      toAccountId: card,
      notes: null,
      basedOn: updated_at,
    });
    expect(changed.data.transfer).toMatchObject({ amount: 120.5, to_account_name: 'Visa', notes: null });
    expect(await balances(member)).toEqual([849.5, 0, 120.5]);
    expect((await call(member, 'PUT', path, { amount: 7, basedOn: updated_at })).status).toBe(409);
    const same = await call<{ undo_id: string | null }>(member, 'PUT', path, { amount: 120.5 });
    expect(same.data.undo_id).toBeNull();
    await call(member, 'POST', '/transactions/restore', { undo_id: changed.data.undo_id });
    expect(await balances(member)).toEqual([470, 500, 0]);
    await expectExact(member);
    const deleted = await call<{ undo_id: string }>(member, 'DELETE', path);
    expect(await balances(member)).toEqual([970, 0, 0]);
    expect((await call(member, 'GET', path)).status).toBe(404);
    await call(member, 'POST', '/transactions/restore', { undo_id: deleted.data.undo_id });
    expect((await get<{ transfer: Transfer }>(member, path)).transfer).toMatchObject({ amount: 500 });
    expect(await balances(member)).toEqual([470, 500, 0]);
    await expectExact(member);
  });

  test('refuses what is not a transfer, and writes nothing', async () => {
    const { member, cash } = await household();
    const stranger = await createMember(testApp);
    const theirs = await account(stranger, { name: 'Theirs', kind: 'cash' });
    const closed = await account(member, { name: 'Old', kind: 'bank' });
    await call(member, 'PUT', `/accounts/${closed}`, { is_archived: true });
    const before = await balances(member);
    const refused = async (body: object) => {
      const answer = await testApp.call('POST', '/transactions/transfer', {
        as: member,
        body: { amount: 5, fromAccountId: FIRST_ACCOUNT, toAccountId: cash, ...body },
      });
      return [answer.status, fieldOf(answer)];
    };
    expect(await refused({ toAccountId: FIRST_ACCOUNT })).toEqual([400, 'toAccountId']);
    expect(await refused({ toAccountId: closed })).toEqual([400, 'toAccountId']);
    expect(await refused({ fromAccountId: closed })).toEqual([400, 'fromAccountId']);
    expect(await refused({ amount: 0 })).toEqual([400, 'amount']);
    expect(await refused({ amount: 'many' })).toEqual([400, 'amount']);
    expect(await refused({ toAccountId: '' })).toEqual([400, 'toAccountId']);
    expect(await refused({ date: '2026-02-30' })).toEqual([400, 'date']);
    expect(await refused({ toAccountId: MISSING })).toEqual([404, 'toAccountId']);
    expect(await refused({ fromAccountId: theirs })).toEqual([404, 'fromAccountId']);
    expect(await balances(member)).toEqual(before);
    const { id } = await move(member, { amount: 5, toAccountId: cash });
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect((await call(stranger, method, `/transactions/transfer/${id}`, undefined)).status).toBe(404);
    const [status, field] = await (async () => {
      const answer = await testApp.call('PUT', `/transactions/transfer/${id}`, {
        as: member,
        body: { toAccountId: FIRST_ACCOUNT },
      });
      return [answer.status, fieldOf(answer)];
    })();
    expect([status, field]).toEqual([400, 'toAccountId']);
  });

  test('after any history, the totals of both engines equal the rows', async () => {
    const { member, cash } = await household();
    const card = await account(member, { name: 'Visa', kind: 'credit_card' });
    const accounts = [FIRST_ACCOUNT, cash, card];
    const before = await get<object>(member, '/balance');
    const ids: string[] = [];
    const undos: string[] = [];
    // A fixed history that still mixes everything.
    for (let step = 1; step <= 40; step += 1) {
      const [from, to] = [accounts[step % 3] ?? '', accounts[(step + 1 + (step % 2)) % 3] ?? ''];
      const fields = {
        amount: ((step * 37) % 900) + 0.25,
        fromAccountId: from,
        toAccountId: to,
        date: `2026-0${(step % 6) + 1}-1${step % 5}`,
      };
      const id = ids[(step * 7) % Math.max(1, ids.length)];
      const path = `/transactions/transfer/${id}`;
      if (step % 4 === 1 || !id) ids.push((await move(member, fields)).id);
      else if (step % 4 === 3) {
        const { data } = await call<{ undo_id: string }>(member, 'DELETE', path);
        ids.splice(ids.indexOf(id), 1);
        if (step % 8 === 3) {
          await call(member, 'POST', '/transactions/restore', { undo_id: data.undo_id });
          ids.push(id);
        }
      } else {
        const { data } = await call<{ undo_id: string | null }>(member, 'PUT', path, fields);
        if (data.undo_id) undos.push(data.undo_id);
        const last = step % 8 === 2 ? undos.pop() : undefined;
        if (last) await call(member, 'POST', '/transactions/restore', { undo_id: last });
      }
      await expectExact(member);
    }
    await expectStoredTotals(engine, member);
    expect(ids.length).toBeGreaterThan(3);
    expect(await get(member, '/balance')).toEqual(before);
    const sum = (await balances(member)).reduce((total, balance) => total + balance, 0);
    expect(sum).toBeCloseTo(970, 2);
  });

  test('a side is no transaction of its own', async () => {
    const { member, cash } = await household();
    await move(member, { amount: 500, toAccountId: cash });
    const sides = await engine.db
      .selectFrom('transactions')
      .select(['id', 'type'])
      .where('user_id', '=', member.id)
      .where('transfer_id', 'is not', null)
      .execute();
    expect(sides).toHaveLength(2);
    for (const { id, type } of sides) {
      expect((await call(member, 'GET', `/transactions/${id}`)).status).toBe(404);
      expect((await call(member, 'PUT', `/transactions/${type}/${id}`, { amount: 1 })).status).toBe(404);
      expect((await call(member, 'DELETE', `/transactions/${type}/${id}`)).status).toBe(404);
    }
    expect(await balances(member)).toEqual([470, 500]);
    for (const [type, categoryId] of Object.entries(TRANSFER))
      expect((await call(member, 'POST', `/transactions/${type}`, { amount: 1, categoryId })).status).toBe(
        404,
      );
    await expectExact(member);
  });

  test('bulk changes leave transfers alone, and deletions take both sides', async () => {
    const { member, cash } = await household();
    await move(member, { amount: 500, toAccountId: cash });
    const side = await engine.db
      .selectFrom('transactions')
      .select('id')
      .where('user_id', '=', member.id)
      .where('transfer_id', 'is not', null)
      .where('type', '=', 'expense')
      .executeTakeFirstOrThrow();
    const ids = [side.id];
    await call(member, 'POST', '/transactions/bulk-update', {
      transactionIds: ids,
      changes: { type: 'income' },
    });
    expect(await balances(member)).toEqual([470, 500]);
    const deleted = await call<{ undo_id: string }>(member, 'POST', '/transactions/bulk-delete', {
      transactionIds: ids,
    });
    expect(deleted.status).toBe(200);
    expect(await balances(member)).toEqual([970, 0]);
    await call(member, 'POST', '/transactions/restore', { undo_id: deleted.data.undo_id });
    expect(await balances(member)).toEqual([470, 500]);
    await expectExact(member);
  });
});
