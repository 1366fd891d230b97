import { expect, test } from 'vitest';
import { FIRST_ACCOUNT } from '../../src/domain/money-accounts/first-account.ts';
import { forEachApp } from '../support/app.ts';
import { createMember, type Member } from '../support/members.ts';

const MISSING = '0197a000-0000-7000-8000-000000000000';

interface Account {
  id: string;
  balance: number;
}

forEachApp((testApp) => {
  const call = <Data>(member: Member, method: string, path: string, body?: object) =>
    testApp.call<Data>(method, path, { as: member, ...(body && { body }) });
  const create = async (member: Member, body: object) =>
    (await call<{ account: Account }>(member, 'POST', '/accounts', body)).data.account.id;
  const spend = async (member: Member, amount: number) =>
    (
      await call<{ transaction: { id: string } }>(member, 'POST', '/transactions/expense', {
        amount,
        description: 'Bread',
      })
    ).data.transaction.id;
  const balances = async (member: Member) =>
    (await call<{ accounts: Account[] }>(member, 'GET', '/accounts')).data.accounts.map(
      ({ balance }) => balance,
    );
  const move = (member: Member, transactionIds: string[], accountId: string) =>
    call<{ updated_count: number; failed: number; undo_id: string }>(
      member,
      'POST',
      '/transactions/bulk-update',
      { transactionIds, changes: { accountId } },
    );

  test('several transactions move to another account, and back by the undo', async () => {
    const member = await createMember(testApp);
    const cash = await create(member, { name: 'Cash', kind: 'cash' });
    const ids = [await spend(member, 5), await spend(member, 7)];
    await spend(member, 100);
    const { status, data } = await move(member, ids, cash);
    expect([status, data.updated_count, data.failed]).toEqual([200, 2, 0]);
    expect(await balances(member)).toEqual([-100, -12]);
    await call(member, 'POST', '/transactions/restore', { undo_id: data.undo_id });
    expect(await balances(member)).toEqual([-112, 0]);
  });

  test('an opening balance stays in its account', async () => {
    const member = await createMember(testApp);
    const cash = await create(member, { name: 'Cash', kind: 'cash', opening_balance: 50 });
    const { data } = await call<{ transactions: { id: string }[] }>(
      member,
      'GET',
      `/transactions?account=${cash}`,
    );
    const moved = await move(
      member,
      data.transactions.map(({ id }) => id),
      FIRST_ACCOUNT,
    );
    expect(moved.data).toMatchObject({ updated_count: 0, failed: 1, undo_id: null });
    expect(await balances(member)).toEqual([0, 50]);
  });

  test('an account that is archived, missing or of somebody else gets nothing', async () => {
    const member = await createMember(testApp);
    const other = await createMember(testApp);
    const theirs = await create(other, { name: 'Cash', kind: 'cash' });
    const old = await create(member, { name: 'Old', kind: 'cash' });
    await call(member, 'PUT', `/accounts/${old}`, { is_archived: true });
    const id = await spend(member, 5);
    for (const [account, status] of [
      [theirs, 404],
      [MISSING, 404],
      [old, 400],
    ] as const)
      expect((await move(member, [id], account)).status).toBe(status);
    expect(await balances(member)).toEqual([-5]);
  });

  test('a line has the account that was used last, and the first one before that', async () => {
    const member = await createMember(testApp);
    const cash = await create(member, { name: 'Cash', kind: 'cash' });
    await create(member, { name: 'Savings', kind: 'savings', opening_balance: 50 });
    const add = async (line: string) => {
      // Two transactions of the same millisecond have no order.
      testApp.advance(1);
      const answer = await call<{ transaction: { account_id: string }; understood: string[] }>(
        member,
        'POST',
        '/transactions/line',
        { line },
      );
      return answer.data;
    };
    expect((await add('5 tea')).transaction.account_id).toBe(FIRST_ACCOUNT);
    const named = await add('5 tea @cash');
    expect([named.transaction.account_id, named.understood.at(-1)]).toEqual([cash, 'Cash']);
    expect((await add('6 tea')).transaction.account_id).toBe(cash);
    const { data } = await call<{ transaction: { account_id: string } }>(
      member,
      'POST',
      '/transactions/expense',
      { amount: 5 },
    );
    expect(data.transaction.account_id).toBe(FIRST_ACCOUNT);
  });
});
