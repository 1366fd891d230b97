import { expect, test } from 'vitest';
import { FIRST_ACCOUNT } from '../../src/domain/money-accounts/first-account.ts';
import { forAppOnSqlite } from '../support/app.ts';
import { bankImports, csv } from '../support/bank-imports.ts';
import { createMember, type Member } from '../support/members.ts';

const MISSING = '0197a000-0000-7000-8000-000000000000';

interface Account {
  id: string;
  balance: number;
}

forAppOnSqlite((testApp) => {
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
    // Incomes have their own; transfers and files choose for nobody.
    expect((await add('+70 refund')).transaction.account_id).toBe(FIRST_ACCOUNT);
    await call(member, 'POST', '/transfers', { fromAccountId: FIRST_ACCOUNT, toAccountId: cash, amount: 3 });
    const { preview, carryOut } = bankImports(testApp);
    const file = await preview(member, csv('2026-05-03,Shoes,-14.00'), 'a.csv', { accountId: FIRST_ACCOUNT });
    await carryOut(member, file.id);
    expect((await add('7 tea')).transaction.account_id).toBe(cash);
    // One in another currency is meant only where it is named.
    const dollars = await create(member, { name: 'Dollars', currency: 'USD' });
    expect((await add('8 tea @dollars')).transaction.account_id).toBe(dollars);
    expect((await add('9 tea')).transaction.account_id).toBe(cash);
    const { data } = await call<{ transaction: { account_id: string } }>(
      member,
      'POST',
      '/transactions/expense',
      { amount: 5 },
    );
    expect(data.transaction.account_id).toBe(FIRST_ACCOUNT);
  });

  interface Line {
    transaction?: { account_id: string; type: string };
    transfer?: {
      from_account_id: string;
      to_account_id: string;
      amount: number;
      amount_to: number;
      date: string;
      description: string;
    };
    understood: string[];
  }

  test('a line moves money between two accounts', async () => {
    const member = await createMember(testApp);
    await call(member, 'PUT', `/accounts/${FIRST_ACCOUNT}`, { name: 'Leumi עו"ש', kind: 'bank' });
    const cash = await create(member, { name: 'Wallet', kind: 'cash' });
    const savings = await create(member, { name: 'Rainy days', kind: 'savings' });
    const line = async (text: string) => {
      const answer = await call<Line>(member, 'POST', '/transactions/line', { line: text });
      return answer.status === 201 ? answer.data : { details: answer.error.details };
    };
    const made = (from_account_id: string, to_account_id: string, more: object = {}) => ({
      transfer: { from_account_id, to_account_id, amount: 500, amount_to: 500, ...more },
    });
    for (const text of [
      'transfer 500 bank to cash',
      'transfer 500 from bank to cash',
      'Transfer 500 to @cash from @leumi',
      'transfer bank to wallet 500',
      'העברה 500 מעו״ש למזומן',
      'העבר 500 מעו"ש למזומן',
      'העברה 500 מהבנק למזומן',
      'העברה 500 מ-@עוש ל-@wallet',
    ])
      expect(await line(text), text).toMatchObject(made(FIRST_ACCOUNT, cash));
    expect(await balances(member)).toEqual([-4000, 4000, 0]);
    const dated = await line('yesterday transfer 500 from rainy days to bank for the car');
    expect(dated).toMatchObject(
      made(savings, FIRST_ACCOUNT, { date: '2026-06-14', description: 'for the car' }),
    );
    expect((dated as Line).understood).toEqual([
      'Transfer',
      '₪500.00',
      '\u200e\u2068Rainy days\u2069 → \u2068Leumi עו"ש\u2069',
      'Yesterday',
      'for the car',
    ]);
    // Most payments to people are transfers too.
    for (const text of ['transfer 500 to dana', 'העברה 500 מתנה לדנה', 'bank transfer to dana 500'])
      expect(await line(text), text).toMatchObject({ transaction: { type: 'expense' } });
    const refused = async (text: string) =>
      ((await line(text)) as { details?: { field: string; message: string }[] }).details;
    expect(await refused('transfer 500 bank to dana')).toEqual([
      { field: 'toAccountId', message: 'You have no account named dana. Choose one of your accounts' },
    ]);
    expect(await refused('העברה 500 מדנה למזומן')).toMatchObject([{ field: 'fromAccountId' }]);
    // Without its account it leaves the usual one, if that is not where it goes.
    expect(await line('transfer 500 to cash')).toMatchObject(made(FIRST_ACCOUNT, cash));
    const [missing] = (await refused('העברה 500 לבנק')) ?? [];
    const example = /“(.*)”/.exec(missing?.message ?? '')?.[1] ?? '';
    expect([missing?.field, example]).toEqual(['fromAccountId', 'transfer 500 from Wallet to Leumi עו"ש']);
    expect(await line(example)).toMatchObject(made(cash, FIRST_ACCOUNT));
    expect(await refused('transfer 500 to bank')).toMatchObject([{ field: 'fromAccountId' }]);
    expect(await refused('transfer 500 cash to wallet')).toEqual([
      { field: 'toAccountId', message: 'Choose two different accounts' },
    ]);
    expect(await refused('transfer bank to cash')).toMatchObject([{ field: 'amount' }]);
    await call(member, 'PUT', `/accounts/${savings}`, { is_archived: true });
    expect(await refused('transfer 500 from bank to rainy days')).toEqual([
      { field: 'toAccountId', message: 'This account is archived. Choose another one' },
    ]);
  });

  test('who has one account transfers nothing by a line', async () => {
    const member = await createMember(testApp);
    const { data } = await call<Line & { transaction: { description: string } }>(
      member,
      'POST',
      '/transactions/line',
      { line: 'transfer 500 bank to cash' },
    );
    expect(data.transaction).toMatchObject({ type: 'expense', description: 'transfer bank to cash' });
  });
});
