import { beforeEach, expect, test } from 'vitest';
import { forAppOnSqlite } from '../support/app.ts';
import { bankImports, type Line } from '../support/bank-imports.ts';
import { createMember, keepSignedIn, type Member, type Transaction } from '../support/members.ts';

type Row = Transaction & {
  installment: { n: number; of: number; total: number } | null;
  charge_date: string;
  category_id: string | null;
  notes: string | null;
};

/** A purchase of 1,000 in three payments, on 15 May. */
const SOFA = { date: '2026-05-15', description: 'Sofa', account: '7716' };

forAppOnSqlite((testApp, engine) => {
  const { sendRows, undo } = bankImports(testApp);

  beforeEach(() => testApp.setClock('2026-06-15T09:00:00Z'));

  const withCard = async () => {
    const member = await createMember(testApp);
    await keepSignedIn(engine, member);
    const path = '/accounts';
    const body = { name: 'Max', kind: 'credit_card', number: '7716', billing_day: 10 };
    const { data } = await testApp.call<{ account: { id: string } }>('POST', path, { as: member, body });
    const enter = (more: object) =>
      testApp.call('POST', '/transactions/expense', {
        ...{ as: member, body: { ...SOFA, accountId: data.account.id, ...more } },
      });
    return { member, card: data.account.id, enter };
  };
  /** A payment as the card's file has it, charged in the months after May. */
  const payment = (n: number, of: number, amount: number, more: object = {}) => ({
    ...{ ...SOFA, amount: -amount, installment: { n, of }, chargeDate: `2026-0${n + 5}-10` },
    ...more,
  });
  const send = (member: Member, ...rows: object[]) => sendRows(member, rows);
  const listed = async (member: Member) => {
    const path = '/transactions?status=any&limit=100';
    const { data } = await testApp.call<{ transactions: Row[] }>('GET', path, { as: member });
    return data.transactions
      .map(({ date, amount, installment }) => `${date} ${amount} ${installment ? installment.n : '-'}`)
      .toSorted();
  };
  const expectedOf = async (member: Member) => {
    const { data } = await testApp.call<{
      expected_payments: { amount: number; charge_date: string; installment: { n: number } }[];
    }>('GET', '/transactions/upcoming', { as: member });
    return data.expected_payments.map(({ installment: { n }, charge_date, amount }) =>
      [n, charge_date, amount].join(' '),
    );
  };

  test.each([
    ['the last payment', 1000, 3, [333.33, 333.33, 333.34]],
    ['the first one, of other cents', 499.98, 5, [100.06, 99.98, 99.98]],
  ])(
    'a purchase is the same where its bank gives the rest of the division to %s',
    async (_, amount, of, by) => {
      const { member, enter } = await withCard();
      await enter({ amount, installments: of });
      const before = await listed(member);
      const sent = await send(member, ...by.map((each, index) => payment(index + 1, of, each)));
      expect(sent).toMatchObject({ added: 0, matched: 3 });
      expect(await listed(member)).toEqual(before);
      expect(await expectedOf(member)).toEqual([]);
    },
  );

  test('a division into whole units, or another day, is asked about', async () => {
    const { member, enter } = await withCard();
    await enter({ amount: 1000, installments: 3 });
    const whole = [334, 333, 333].map((each, index) => payment(index + 1, 3, each));
    const sent = await send(member, ...whole);
    expect(sent).toMatchObject({ added: 0, import: { counts: { probable: 3 } } });
    const { data } = await testApp.call<{ rows: Line[] }>('GET', `/imports/${sent.import.id}/rows`, {
      as: member,
    });
    expect(data.rows[0]).toMatchObject({ state: 'probable', decision: 'leave_out' });
    expect(data.rows[0]?.why).toBe('The same payment of a purchase, which the bank divides otherwise');
    expect(await expectedOf(member)).toEqual([]);
    const later = await withCard();
    await later.enter({ amount: 1000, installments: 3 });
    const near = await send(later.member, payment(1, 3, 333.33, { date: '2026-05-16' }));
    expect(near).toMatchObject({ added: 0, import: { counts: { probable: 1 } } });
    // Of another shop, in more payments, or of another price.
    const other = await withCard();
    await other.enter({ amount: 1000, installments: 3 });
    const rows = [payment(1, 3, 333.33, { description: 'Desk' }), payment(1, 4, 333.33), payment(2, 3, 335)];
    expect(await send(other.member, ...rows)).toMatchObject({ added: 3 });
  });

  test('a transaction that a file knows as a payment gets its number, until that is undone', async () => {
    const { member, enter } = await withCard();
    await enter({ amount: 100 });
    const sent = await send(member, payment(1, 5, 100));
    expect(sent).toMatchObject({ added: 0, matched: 1 });
    expect(await listed(member)).toEqual(['2026-05-15 100 1']);
    expect(await expectedOf(member)).toEqual(['2 2026-07-10 100', '3 2026-08-10 100', '4 2026-09-10 100']);
    await undo(member, sent.import.id);
    expect(await listed(member)).toEqual(['2026-05-15 100 -']);
    expect(await expectedOf(member)).toEqual([]);
  });

  test('its own day and amount stay, and so does what a check found right', async () => {
    const { member, card, enter } = await withCard();
    await enter({ amount: 100, date: '2026-06-14' });
    const check = { as: member, body: { date: '2026-06-15', balance: -100 } };
    expect((await testApp.call('POST', `/accounts/${card}/reconcile`, check)).status).toBe(200);
    // The file has the day of the purchase.
    const row = payment(2, 5, 100, { date: '2026-05-14' });
    const sent = await send(member, row);
    expect(sent).toMatchObject({ added: 0, matched: 1 });
    expect(await listed(member)).toEqual(['2026-06-14 100 2']);
    expect((await expectedOf(member))[0]).toBe('3 2026-08-10 100');
    // Another import that shows it keeps the number once the first one is undone, and what was changed since stays.
    testApp.setClock('2026-06-16T09:00:00Z');
    const again = await send(member, row);
    expect(again).toMatchObject({ added: 0, matched: 1 });
    await undo(member, sent.import.id);
    expect(await listed(member)).toEqual(['2026-06-14 100 2']);
    const { data } = await testApp.call<{ transactions: Row[] }>('GET', '/transactions', { as: member });
    const path = `/transactions/expense/${data.transactions[0]?.id}`;
    const { status } = await testApp.call('PUT', path, { as: member, body: { notes: 'For the hall' } });
    expect(status).toBe(200);
    await undo(member, again.import.id, { force: true });
    expect(await listed(member)).toEqual(['2026-06-14 100 -']);
  });

  test('a recurring transaction, and a row that is left out, get none', async () => {
    const { member, card, enter } = await withCard();
    await testApp.call('POST', '/transactions/templates', {
      as: member,
      body: {
        ...{ name: 'Sofa', description: 'Sofa', type: 'expense', amount: 100, account_id: card },
        ...{ interval_type: 'monthly', start_date: '2026-05-15' },
      },
    });
    expect(await send(member, payment(1, 5, 100))).toMatchObject({ added: 0, matched: 1 });
    expect(await expectedOf(member)).toEqual([]);
    await enter({ amount: 70, description: 'Desk' });
    const row = payment(1, 5, 70, { description: 'Desk', status: 'pending' });
    expect(await send(member, row)).toMatchObject({ added: 0 });
    expect(await expectedOf(member)).toEqual([]);
  });

  test.each([
    ['alone', '', 1, [1, 3]],
    ['with the later ones', '?deleteFuture=true', 2, [1]],
    ['with all of them', '?deleteAll=true', 3, []],
  ])('a payment that a file brought is deleted %s', async (_, query, count, left) => {
    const { member } = await withCard();
    await send(member, payment(1, 5, 100));
    // Another purchase of the shop, a month later.
    const other = { date: '2026-06-15', chargeDate: '2026-07-10' };
    await send(member, payment(2, 5, 100), payment(3, 5, 100), payment(1, 5, 100, other));
    const read = async () => {
      const { data } = await testApp.call<{ transactions: Row[] }>('GET', '/transactions?status=any', {
        as: member,
      });
      return data.transactions;
    };
    const second = (await read()).find(({ installment }) => installment?.n === 2);
    const path = `/transactions/expense/${second?.id}${query}`;
    const { data } = await testApp.call<{ deleted_count: number; undo_id: string }>('DELETE', path, {
      as: member,
    });
    expect(data.deleted_count).toBe(count);
    const rest = [...left.map((n) => `2026-05-15 100 ${n}`), '2026-06-15 100 1'];
    expect(await listed(member)).toEqual(rest);
    await testApp.call('POST', '/transactions/restore', { as: member, body: { undoId: data.undo_id } });
    expect(await listed(member)).toHaveLength(4);
  });

  const checkedUntil = async (member: Member, card: string) => {
    const { data } = await testApp.call<{
      accounts: { id: string; reconciled_until: string | null }[];
    }>('GET', '/accounts', { as: member });
    return data.accounts.find(({ id }) => id === card)?.reconciled_until;
  };

  test.each([
    ['its charge', {}],
    ['none', { chargeDate: undefined }],
  ])('a later payment of its own day, with %s, is of the time of its charge too', async (_, said) => {
    const { member, card } = await withCard();
    await send(member, payment(1, 3, 100));
    testApp.setClock('2026-06-21T09:00:00Z');
    const body = { date: '2026-06-20', balance: -100 };
    await testApp.call('POST', `/accounts/${card}/reconcile`, { as: member, body });
    testApp.setClock('2026-07-01T09:00:00Z');
    const row = payment(2, 3, 100, { date: '2026-06-15', ...said });
    expect(await send(member, row)).toMatchObject({ added: 1 });
    expect(await checkedUntil(member, card)).toBe('2026-06-20');
  });

  test('a later payment comes into the time of its charge for checks', async () => {
    const { member, card } = await withCard();
    await send(member, payment(1, 3, 100));
    const body = { date: '2026-06-14', balance: -100 };
    const path = `/accounts/${card}/reconcile`;
    expect((await testApp.call('POST', path, { as: member, body })).status).toBe(200);
    testApp.setClock('2026-07-01T09:00:00Z');
    expect(await send(member, payment(2, 3, 100))).toMatchObject({ added: 1 });
    expect(await checkedUntil(member, card)).toBe('2026-06-14');
    const next = await testApp.call<{ transactions: object[] }>('GET', path, { as: member });
    expect(next.data.transactions).toHaveLength(1);
    // The first one belongs to the day of the purchase.
    const rows = [payment(1, 3, 70, { description: 'Desk', chargeDate: '2026-07-10' })];
    expect(await send(member, ...rows)).toMatchObject({ added: 0 });
    const again = { date: '2026-07-01', balance: -200 };
    expect((await testApp.call('POST', path, { as: member, body: again })).status).toBe(200);
    expect(await checkedUntil(member, card)).toBe('2026-07-01');
  });

  const payments = async (member: Member, description = 'Sofa') => {
    const path = '/transactions?status=any&limit=100&sort=date&order=asc';
    const { data } = await testApp.call<{ transactions: Row[] }>('GET', path, { as: member });
    return data.transactions
      .filter((row) => row.description === description && row.installment)
      .toSorted((one, other) => (one.installment?.n ?? 0) - (other.installment?.n ?? 0));
  };
  const change = (member: Member, row: Row | undefined, body: object) =>
    testApp.call<{ undo_id: string; transaction: Row; updated_count: number }>(
      'PUT',
      `/transactions/expense/${row?.id}`,
      {
        ...{ as: member, body },
      },
    );
  const categoryOf = async (member: Member) => {
    const body = { name: 'Furniture', type: 'expense' };
    const { data } = await testApp.call<{ category: { id: string } }>('POST', '/categories', {
      ...{ as: member, body },
    });
    return data.category.id;
  };

  test('a payment changes alone, with later ones or with all, until that is undone', async () => {
    const { member, enter } = await withCard();
    await enter({ amount: 1000, installments: 3 });
    const categoryId = await categoryOf(member);
    const before = await payments(member);
    const sent = { categoryId, notes: 'blue', date: '2026-06-17' };
    for (const [scope, changed] of [
      ['single', [2]],
      ['future', [2, 3]],
      ['all', [1, 2, 3]],
    ] as const) {
      testApp.advance(1);
      const { status, data } = await change(member, before[1], { ...sent, scope });
      expect([status, data.transaction.date]).toEqual([200, '2026-06-17']);
      expect(data.updated_count).toBe(changed.length);
      const now = await payments(member);
      const isChanged = ({ category_id, notes }: Row) => category_id === categoryId && notes === 'blue';
      expect(now.filter(isChanged).map(({ installment }) => installment?.n)).toEqual(changed);
      // Each keeps its day and its amount.
      expect(now.map(({ date, amount }) => [date, amount])).toEqual([
        ['2026-05-15', 333.34],
        ['2026-06-17', 333.33],
        ['2026-07-15', 333.33],
      ]);
      const undoId = data.undo_id;
      await testApp.call('POST', '/transactions/restore', { as: member, body: { undoId } });
      expect(await payments(member)).toEqual(before);
    }
  });

  test('the amount of a payment is that of each, in accounts of its currency', async () => {
    const { member, enter } = await withCard();
    await enter({ amount: 1000, installments: 3 });
    const rows = await payments(member);
    const open = { name: 'Travel', currency: 'USD' };
    const { data } = await testApp.call<{ account: { id: string } }>('POST', '/accounts', {
      ...{ as: member, body: open },
    });
    const moved = await change(member, rows[2], {
      accountId: data.account.id,
      amount: 300,
      accountAmount: 100,
    });
    expect(moved.status).toBe(200);
    const { data: changed } = await change(member, rows[1], { amount: 340, scope: 'all' });
    expect(changed.transaction.installment).toMatchObject({ n: 2, total: 980 });
    expect((await payments(member)).map(({ amount }) => amount)).toEqual([340, 340, 300]);
    // A refused one changes none.
    const refused = await change(member, rows[1], { type: 'income', scope: 'all' });
    expect(refused.status).toBe(400);
    expect((await payments(member)).map(({ type }) => type)).toEqual(['expense', 'expense', 'expense']);
  });

  test('what was checked against the bank asks before it changes with others', async () => {
    const { member, card, enter } = await withCard();
    await enter({ amount: 300, installments: 3 });
    const body = { date: '2026-06-01', balance: -100 };
    await testApp.call('POST', `/accounts/${card}/reconcile`, { as: member, body });
    const [, second] = await payments(member);
    expect((await change(member, second, { amount: 90, scope: 'future' })).status).toBe(200);
    const asked = await change(member, second, { amount: 80, scope: 'all' });
    expect([asked.status, asked.error.code]).toEqual([409, 'LOCKED']);
    expect((await payments(member)).map(({ amount }) => amount)).toEqual([100, 90, 90]);
    expect((await change(member, second, { description: 'Bed', scope: 'all' })).status).toBe(200);
    expect(await payments(member, 'Bed')).toHaveLength(3);
    const meant = { amount: 80, scope: 'all', confirmLocked: true };
    expect((await change(member, second, meant)).status).toBe(200);
    expect((await payments(member, 'Bed')).map(({ amount }) => amount)).toEqual([80, 80, 80]);
  });

  test('what is expected follows a change of later payments, and no amount of one alone', async () => {
    const { member } = await withCard();
    await send(member, payment(1, 5, 100), payment(2, 5, 100));
    const categoryId = await categoryOf(member);
    const before = await payments(member);
    await change(member, before[0], { categoryId, scope: 'all' });
    expect((await payments(member)).map((row) => row.category_id)).toEqual([categoryId, categoryId]);
    const [, second] = await payments(member);
    await change(member, second, { amount: 90 });
    const expected = (amount: number) =>
      [8, 9].map((month, index) => `${index + 3} 2026-0${month}-10 ${amount}`);
    expect((await expectedOf(member)).slice(0, 2)).toEqual(expected(100));
    const path = `/transactions/expense/${second?.id}`;
    const alone = await testApp.call<{ undo_id: string }>('DELETE', path, { as: member });
    expect((await expectedOf(member)).slice(0, 2)).toEqual(expected(100));
    const restore = (undoId: string) =>
      testApp.call('POST', '/transactions/restore', { as: member, body: { undoId } });
    await restore(alone.data.undo_id);
    const { data } = await change(member, second, { amount: 80, scope: 'future' });
    expect((await payments(member)).map(({ amount }) => amount)).toEqual([100, 80]);
    expect((await expectedOf(member)).slice(0, 2)).toEqual(expected(80));
    await restore(data.undo_id);
    expect((await expectedOf(member)).slice(0, 2)).toEqual(expected(100));
    await change(member, before[0], { amount: 70, scope: 'all' });
    expect((await payments(member)).map(({ amount }) => amount)).toEqual([70, 70]);
    expect((await expectedOf(member)).slice(0, 2)).toEqual(expected(70));
  });

  test.each(['future', 'all'] as const)('the amount of %s holds for what is expected', async (scope) => {
    const { member } = await withCard();
    await send(member, payment(1, 5, 100), payment(2, 5, 100));
    const [first, second] = await payments(member);
    const expected = (amount: number) =>
      [8, 9].map((month, index) => `${index + 3} 2026-0${month}-10 ${amount}`);
    // One has the amount already, by a change of its own.
    await change(member, second, { amount: 90 });
    await change(member, scope === 'all' ? first : second, { amount: scope === 'all' ? 90 : 85, scope });
    if (scope === 'future') await change(member, second, { amount: 90, scope });
    expect((await expectedOf(member)).slice(0, 2)).toEqual(expected(90));
    // What one of them costs alone, say with a fee, says nothing of the others.
    await change(member, second, { amount: 95 });
    expect((await expectedOf(member)).slice(0, 2)).toEqual(expected(90));
    await testApp.call('DELETE', `/transactions/expense/${second?.id}`, { as: member });
    expect((await expectedOf(member)).slice(0, 2)).toEqual(expected(90));
  });

  test('the price of a purchase may be more than a transaction', async () => {
    const { member } = await withCard();
    await send(member, payment(1, 3, 400_000));
    const [first] = await payments(member);
    await change(member, first, { amount: 390_000, scope: 'all' });
    expect((await expectedOf(member))[0]).toBe('2 2026-07-10 390000');
    expect((await payments(member))[0]?.installment?.total).toBe(1_170_000);
  });

  test('a number in the text tells purchases of one day and amount apart', async () => {
    const { member } = await withCard();
    for (const n of [1, 2, 3]) {
      testApp.advance(60);
      const both = ['Course 1', 'Course 2'].map((text) =>
        payment(n, 5, 100, { description: n === 3 ? `${text} - 3/5` : text }),
      );
      // Files have them in any order.
      await send(member, ...(n === 2 ? both.toReversed() : both));
    }
    const courses = async () => {
      const path = '/transactions?status=any&limit=100';
      const { data } = await testApp.call<{ transactions: Row[] }>('GET', path, { as: member });
      return data.transactions.map(({ description, amount }) => `${description} ${amount}`).toSorted();
    };
    const [first] = await payments(member, 'Course 1');
    expect((await change(member, first, { amount: 101, scope: 'all' })).status).toBe(200);
    expect(await courses()).toEqual([
      ...['Course 1 - 3/5 101', 'Course 1 101', 'Course 1 101'],
      ...['Course 2 - 3/5 100', 'Course 2 100', 'Course 2 100'],
    ]);
    await testApp.call('DELETE', `/transactions/expense/${first?.id}?deleteAll=true`, { as: member });
    expect(await courses()).toEqual(['Course 2 - 3/5 100', 'Course 2 100', 'Course 2 100']);
  });

  test.each([
    ['entered', 'deleteFuture'],
    ['entered', 'deleteAll'],
    ['shown', 'deleteAll'],
  ])('a payment of one %s that is a side of a transfer stays as it is at %s', async (how, scope) => {
    const { member, card, enter } = await withCard();
    if (how === 'shown') await send(member, ...[1, 2, 3].map((n) => payment(n, 3, 100)));
    else await enter({ amount: 300, installments: 3 });
    const [first, second] = await payments(member);
    const to = await testApp.call<{ account: { id: string } }>('POST', '/accounts', {
      ...{ as: member, body: { name: 'Savings' } },
    });
    const income = { amount: 100, type: 'income', date: second?.date, accountId: to.data.account.id };
    const { data } = await testApp.call<{ transaction: Row }>('POST', '/transactions/income', {
      ...{ as: member, body: { ...income, description: 'In' } },
    });
    const body = { expenseId: second?.id, incomeId: data.transaction.id };
    const joined = await testApp.call<{ transfer: { id: string } }>('POST', '/transfers/candidates/join', {
      ...{ as: member, body },
    });
    expect(joined.status).toBe(201);
    expect((await change(member, first, { notes: 'blue', scope: 'all' })).status).toBe(200);
    expect((await payments(member)).filter(({ notes }) => notes === 'blue')).toHaveLength(2);
    const path = `/transactions/expense/${first?.id}?${scope}=true`;
    const deleted = await testApp.call<{ deleted_count: number }>('DELETE', path, { as: member });
    expect(deleted.data.deleted_count).toBe(2);
    const transfer = `/transfers/${joined.data.transfer.id}`;
    expect((await testApp.call('GET', transfer, { as: member })).status).toBe(200);
    const { accounts } = (
      await testApp.call<{ accounts: { id: string; balance: number }[] }>('GET', '/accounts', { as: member })
    ).data;
    const balances = new Map(accounts.map(({ id, balance }) => [id, balance]));
    expect([balances.get(card), balances.get(to.data.account.id)]).toEqual([-100, 100]);
    expect((await testApp.call('DELETE', transfer, { as: member })).status).toBe(200);
  });
});
