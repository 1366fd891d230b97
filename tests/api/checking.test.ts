import { expect, test } from 'vitest';
import { FIRST_ACCOUNT } from '../../src/domain/money-accounts/first-account.ts';
import { forEachApp } from '../support/app.ts';
import { bankImports, csv, type Import } from '../support/bank-imports.ts';
import { categoriesOf, createMember, type Member, record, type Transaction } from '../support/members.ts';
import { makeTemplate, occurrencesOf } from '../support/templates.ts';

interface Check {
  balance: number;
  checked: number;
  transactions: { id: string; amount: number }[];
}

const NOTHING_MISSING = { difference: 0, adjustment: null };

forEachApp((testApp, engine) => {
  const { once } = engine;
  const call = <Data>(member: Member, method: string, path: string, body?: object) =>
    testApp.call<Data>(method, path, { as: member, ...(body && { body }) });
  const path = `/accounts/${FIRST_ACCOUNT}/reconcile`;
  const read = async (member: Member, date?: string) =>
    (await call<Check>(member, 'GET', date ? `${path}?date=${date}` : path)).data;
  const begin = async () => {
    const member = await createMember(testApp);
    await call(member, 'PUT', `/accounts/${FIRST_ACCOUNT}`, {
      opening_balance: 100,
      opening_date: '2026-01-01',
    });
    const rows = [];
    for (const [amount, date] of [
      [10, '2026-06-01'],
      [20, '2026-06-05'],
      [5, '2026-06-14'],
    ] as const)
      rows.push(await record(testApp, member, { amount, date }));
    return { member, ids: rows.map(({ id }) => id) };
  };

  once(
    'a check is kept at no difference, and the next one lists what was left open or came later',
    async () => {
      const { member, ids } = await begin();
      const [first = '', second = '', third = ''] = ids;
      expect(await read(member)).toMatchObject({ balance: 65, checked: 100 });
      expect((await read(member, '2026-06-05')).transactions.map(({ amount }) => amount)).toEqual([-20, -10]);
      const refused = await call(member, 'POST', path, {
        balance: 90,
        date: '2026-06-10',
        transactionIds: [],
      });
      expect(refused).toMatchObject({
        status: 200,
        data: { difference: -10, reconciled_until: null, adjustment: null },
      });
      const body = { balance: 90, date: '2026-06-10', transactionIds: [first] };
      const { data } = await call(member, 'POST', path, body);
      expect(data).toEqual({ difference: 0, reconciled_until: '2026-06-10', adjustment: null });
      testApp.advance(1);
      const late = await call<{ transaction: { id: string } }>(member, 'POST', '/transactions/expense', {
        amount: 1,
        date: '2026-06-02',
        confirmLocked: true,
      });
      const next = await read(member);
      expect(next.checked).toBe(next.balance + 26);
      const unchecked = [late.data.transaction.id, second, third];
      expect(next.transactions.map(({ id }) => id).sort()).toEqual(unchecked.sort());
      // What no check found right is changed without a question.
      for (const id of unchecked)
        expect((await call(member, 'PUT', `/transactions/expense/${id}`, { amount: 3 })).status).toBe(200);
    },
  );

  once(
    'an adjustment is an expense of no category: in what is left to spend, in no budget before it gets one',
    async () => {
      const { member, ids } = await begin();
      await makeTemplate(testApp, member, { amount: 900, type: 'income', start_date: '2026-06-25' });
      const food = (await categoriesOf(testApp, member)).find(({ type }) => type === 'expense');
      await call(member, 'POST', '/budgets', { category_ids: [food?.id], amount: 50 });
      await call(member, 'PUT', '/users/profile', { preferences: { left_by: 'balance' } });
      const state = async () => {
        const { data } = await call<{ states: { spent: number }[]; available: { amount: number } }>(
          member,
          'GET',
          '/budgets/state',
        );
        return [data.available.amount, data.states[0]?.spent];
      };
      expect(await state()).toEqual([65, 0]);
      const body = { balance: 60, transactionIds: ids, adjust: true };
      const { data } = await call<{ adjustment: Transaction }>(member, 'POST', path, body);
      expect(data.adjustment).toMatchObject({ type: 'expense', amount: 5, category_id: null });
      expect(await state()).toEqual([60, 0]);
      const change = { categoryId: food?.id, confirmLocked: true };
      await call(member, 'PUT', `/transactions/expense/${data.adjustment.id}`, change);
      expect(await state()).toEqual([60, 5]);
    },
  );

  once('a difference becomes an adjustment', async () => {
    const { member, ids } = await begin();
    await call(member, 'POST', path, { balance: 60, transactionIds: ids, adjust: true });
    expect(await read(member)).toMatchObject({ balance: 60, checked: 60, transactions: [] });
    // Once for a key.
    const once = (balance: number) =>
      testApp.call('POST', path, {
        as: member,
        body: { balance, adjust: true },
        headers: { 'idempotency-key': 'adjust' },
      });
    const first = await once(50);
    expect(first.data).toMatchObject({ difference: -10, adjustment: { amount: 10 } });
    expect((await once(50)).data).toEqual(first.data);
    expect((await once(40)).status).toBe(409);
  });

  once('a check that is sent twice with one key is answered twice and made once', async () => {
    const { member } = await begin();
    const check = (body: object) =>
      testApp.call('POST', path, { as: member, body, headers: { 'idempotency-key': 'check-1' } });
    const first = await check({ balance: 60, adjust: true });
    expect(first.data).toMatchObject({ difference: -5, adjustment: { amount: 5 } });
    const again = await check({ balance: 60, adjust: true });
    expect([again.headers.get('idempotency-replayed'), again.text]).toEqual(['true', first.text]);
    const other = await check({ balance: 61, adjust: true });
    expect([other.status, other.error.code]).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
    expect((await read(member)).balance).toBe(60);
  });

  test('requests that finish a check at once, of which a later one was served first, agree', async () => {
    const { member } = await begin();
    const body = { balance: 60, date: '2026-06-15', adjust: true };
    testApp.setClock('2026-06-15T09:00:00.009Z');
    expect((await call(member, 'POST', path, body)).data).toMatchObject({ difference: -5 });
    testApp.setClock('2026-06-15T09:00:00.001Z');
    expect((await call(member, 'POST', path, body)).data).toMatchObject({ difference: 0 });
    const { data } = await call<{ accounts: { reconciled_until: string | null }[] }>(
      member,
      'GET',
      '/accounts',
    );
    expect(data.accounts[0]?.reconciled_until).toBe('2026-06-15');
    expect((await read(member)).transactions).toEqual([]);
  });

  once('what a balance depends on is changed after a check only once that was confirmed', async () => {
    const { member, ids } = await begin();
    const [first = '', , third = ''] = ids;
    await call(member, 'POST', path, { balance: 70, date: '2026-06-10', transactionIds: ids });
    const lockedAt = (field: string) => ({ status: 409, error: { code: 'LOCKED', details: [{ field }] } });
    const locked = lockedAt('');
    const row = `/transactions/expense/${first}`;
    expect(await call(member, 'PUT', row, { amount: 11 })).toMatchObject(lockedAt('amount'));
    const earlier = { date: '2026-06-09' };
    const late = `/transactions/expense/${third}`;
    expect(await call(member, 'PUT', late, earlier)).toMatchObject(lockedAt('date'));
    const many = { transactionIds: [first], changes: earlier };
    expect(await call(member, 'POST', '/transactions/bulk-update', many)).toMatchObject(
      lockedAt('changes.date'),
    );
    expect(await call(member, 'DELETE', row)).toMatchObject(locked);
    expect(
      await call(member, 'POST', '/transactions/bulk-delete', { transactionIds: [third, first] }),
    ).toMatchObject(locked);
    expect((await read(member, '2026-06-30')).balance).toBe(65);
    expect((await call(member, 'PUT', row, { description: 'Bread' })).status).toBe(200);
    expect((await call(member, 'PUT', row, { amount: 11, confirmLocked: true })).status).toBe(200);
    expect((await call(member, 'DELETE', `${row}?confirmLocked=true`)).status).toBe(200);
    expect((await call(member, 'PUT', late, { amount: 6 })).status).toBe(200);
  });

  test('what comes into a time that was checked asks, and what got in ends that all is right until it goes', async () => {
    const { member, ids } = await begin();
    const account = async (name: string) =>
      (await call<{ account: { id: string } }>(member, 'POST', '/accounts', { name })).data.account.id;
    const cash = await account('Cash');
    const main = { accountId: FIRST_ACCOUNT };
    await call(member, 'POST', path, { balance: 70, date: '2026-06-10', transactionIds: ids });
    testApp.advance(1);
    const until = async () =>
      (
        await call<{ account: { reconciled_until: string | null; reconciled_balance: number | null } }>(
          member,
          'GET',
          `/accounts/${FIRST_ACCOUNT}`,
        )
      ).data.account;
    const RIGHT = { reconciled_until: '2026-06-10', reconciled_balance: 70 };
    const CHANGED = { reconciled_until: null, reconciled_balance: null };
    expect(await until()).toMatchObject(RIGHT);
    const early = { date: '2026-06-10' };
    const spent = await record(testApp, member, { amount: 4, ...early, accountId: cash });
    const debts = await account('Debts');
    await call(member, 'POST', '/transactions/income', { amount: 3, ...early, accountId: debts });
    const later = await record(testApp, member, { amount: 1, date: '2026-06-11' });
    const transfer = { fromAccountId: cash, toAccountId: FIRST_ACCOUNT, amount: 9, ...early };
    const moved = { transactionIds: [spent.id], changes: main };
    const before = await call<{ transfer: { id: string } }>(member, 'POST', '/transfers', {
      ...transfer,
      confirmLocked: true,
    });
    const renamed = await call(member, 'PUT', `/transfers/${before.data.transfer.id}`, { notes: 'Rent' });
    expect(renamed.status).toBe(200);
    await call(member, 'DELETE', `/transfers/${before.data.transfer.id}?confirmLocked=true`);
    const template = { type: 'expense', amount: 5, description: 'x', start_date: '2026-06-10' };
    const asked: [method: string, path: string, body: object][] = [
      ['POST', '/transactions/expense', { amount: 5, ...early }],
      ['POST', '/transactions/bulk', { transactions: [{ amount: -5, ...early, description: 'x' }] }],
      ['POST', '/transactions/line', { line: '5 tea 2026-06-10 @main' }],
      ['POST', '/transfers', transfer],
      ['POST', '/transactions/templates', { ...template, ...main }],
      [
        'POST',
        '/transactions/templates',
        { ...template, type: 'transfer', fromAccountId: cash, toAccountId: FIRST_ACCOUNT },
      ],
      ['POST', '/transactions/templates/bulk', { templates: [{ ...template, ...main }] }],
      ['PUT', `/transactions/expense/${spent.id}`, main],
      ['PUT', `/transactions/expense/${later.id}`, early],
      ['POST', '/transactions/bulk-update', moved],
      ['PUT', `/accounts/${FIRST_ACCOUNT}`, { opening_balance: 101 }],
      ['PUT', `/accounts/${FIRST_ACCOUNT}`, { opening_balance: 0 }],
      ['DELETE', `/accounts/${debts}?moveTo=${FIRST_ACCOUNT}`, {}],
    ];
    for (const [method, address, body] of asked) {
      const answer = await call(member, method, address, body);
      expect([address, answer.status, answer.error]).toMatchObject([address, 409, { code: 'LOCKED' }]);
      expect((await read(member, '2026-06-10')).balance).toBe(70);
    }
    // Later days, and what a balance does not depend on, ask nothing.
    await record(testApp, member, { amount: 1, date: '2026-06-12' });
    expect(await until()).toMatchObject(RIGHT);

    const merged = await call<{ undo_id: string }>(
      member,
      'DELETE',
      `/accounts/${debts}?moveTo=${FIRST_ACCOUNT}&confirmLocked=true`,
    );
    expect(await until()).toMatchObject(CHANGED);
    await call(member, 'POST', '/transactions/restore', { undo_id: merged.data.undo_id });
    expect(await until()).toMatchObject(RIGHT);
    const fee = [{ ...early, amount: -2, description: 'Bank fee', account: 'Main account' }];
    // What is good comes in, and the others wait.
    const held = await call<{ import: { id: string } }>(member, 'POST', '/imports/rows', [
      ...fee,
      { ...fee[0], date: '2026-06-13', description: 'Cheque' },
    ]);
    expect([held.status, held.data]).toMatchObject([
      201,
      { added: 1, left_out: 1, errors: [{ index: 0, details: [{ field: 'date' }] }] },
    ]);
    expect(await until()).toMatchObject(RIGHT);
    const waiting = `/imports/${held.data.import.id}/carry-out`;
    expect(await call(member, 'POST', waiting)).toMatchObject({ status: 409, error: { code: 'LOCKED' } });
    const address = '/imports/rows?confirmLocked=true';
    const sent = await call<{ import: { id: string } }>(member, 'POST', address, fee);
    expect(sent.data).toMatchObject({ added: 1 });
    // What is there already does not come into that time.
    expect((await call(member, 'POST', '/imports/rows', fee)).data).toMatchObject({ matched: 1 });
    expect(await until()).toMatchObject(CHANGED);
    expect((await call(member, 'POST', `/imports/${sent.data.import.id}/undo`, {})).status).toBe(200);
    expect(await until()).toMatchObject(RIGHT);
    const added = await call<{ transaction: { id: string } }>(member, 'POST', '/transactions/expense', {
      amount: 5,
      ...early,
      confirmLocked: true,
    });
    expect(await until()).toMatchObject(CHANGED);
    expect((await call(member, 'DELETE', `/transactions/expense/${added.data.transaction.id}`)).status).toBe(
      200,
    );
    expect(await until()).toMatchObject(RIGHT);

    // The rest of the day on which a check was made is still to come.
    await call(member, 'POST', path, { balance: 0, adjust: true });
    testApp.advance(1);
    await record(testApp, member, { amount: 6, date: '2026-06-15' });
    expect(await until()).toMatchObject({ reconciled_until: '2026-06-15', reconciled_balance: 0 });
  });

  test('the next check lists what has come into a checked time or changed there, until that is undone', async () => {
    const { member, ids } = await begin();
    const [first = '', second = '', third = ''] = ids;
    const check = (balance: number, transactionIds: string[]) =>
      call<{ difference: number; reconciled_until: string | null }>(member, 'POST', path, {
        ...{ balance, date: '2026-06-10', transactionIds },
      });
    const state = async () => {
      const { transactions, checked } = await read(member, '2026-06-10');
      const { data } = await call<{ account: { reconciled_until: string | null } }>(
        member,
        'GET',
        `/accounts/${FIRST_ACCOUNT}`,
      );
      return [transactions.map(({ id }) => id).sort(), checked, data.account.reconciled_until];
    };
    const change = async (method: string, id: string, body: object = {}) => {
      const address = `/transactions/expense/${id}?confirmLocked=true`;
      return (await call<{ undo_id: string }>(member, method, address, body)).data.undo_id;
    };
    const undo = (undo_id: string) => call(member, 'POST', '/transactions/restore', { undo_id });
    await check(70, ids);
    testApp.advance(1);
    const right = [[], 70, '2026-06-10'];
    expect(await state()).toEqual(right);

    const moved = await change('PUT', third, { date: '2026-06-09' });
    expect(await state()).toEqual([[third], 70, null]);
    expect((await check(1, [])).data).toMatchObject({ difference: -69, reconciled_until: null });
    expect((await call(member, 'PUT', `/transactions/expense/${third}`, { notes: 'x' })).status).toBe(200);
    const later = { date: '2026-06-14' };
    expect((await call(member, 'PUT', `/transactions/expense/${third}`, later)).status).toBe(200);
    expect(await state()).toEqual(right);
    expect((await undo(moved)).data).toMatchObject({ restored_count: 0 });

    const raised = await change('PUT', first, { amount: 11 });
    expect(await state()).toEqual([[first], 80, null]);
    // It was found right, so changing it further asks again.
    expect((await call(member, 'PUT', `/transactions/expense/${first}`, { amount: 12 })).status).toBe(409);
    await undo(raised);
    expect(await state()).toEqual(right);
    await undo(await change('DELETE', first));
    expect(await state()).toEqual(right);

    const account = { name: 'Cash' };
    const made = await call<{ account: { id: string } }>(member, 'POST', '/accounts', account);
    const { id: cash } = made.data.account;
    const early = await record(testApp, member, { amount: 4, date: '2026-06-02', accountId: cash });
    // Both are of the time before the check.
    await check(70, []);
    testApp.advance(1);
    const merge = `/accounts/${cash}?moveTo=${FIRST_ACCOUNT}&confirmLocked=true`;
    const merged = await call<{ undo_id: string }>(member, 'DELETE', merge);
    expect(await state()).toEqual([[early.id], 70, null]);
    await undo(merged.data.undo_id);
    expect(await state()).toEqual(right);

    const deleted = await change('DELETE', second);
    testApp.advance(1);
    expect((await check(90, [])).data).toEqual({ ...NOTHING_MISSING, reconciled_until: '2026-06-10' });
    await undo(deleted);
    expect(await state()).toEqual([[second], 90, null]);
    expect((await check(90, [])).data).toEqual({ ...NOTHING_MISSING, reconciled_until: '2026-06-10' });
    expect(await state()).toEqual([[second], 90, '2026-06-10']);
    expect((await check(70, [second])).data).toEqual({ ...NOTHING_MISSING, reconciled_until: '2026-06-10' });
    expect(await state()).toEqual(right);
  });

  once(
    'of many new transactions those that would come into that time are named, and the others recorded',
    async () => {
      const { member } = await begin();
      const item = { amount: -3, description: 'Bread' };
      const transactions = [
        { ...item, date: '2026-06-05' },
        { ...item, date: '2026-06-12' },
      ];
      await call(member, 'POST', path, { balance: 65, date: '2026-06-10', adjust: true });
      const many = await call(member, 'POST', '/transactions/bulk', { transactions });
      expect([many.status, many.data]).toMatchObject([
        201,
        {
          transactions: [{ date: '2026-06-12' }],
          summary: { successful: 1, failed: 1 },
          errors: [{ index: 0, details: [{ field: 'date' }] }],
        },
      ]);
      const again = await call(member, 'POST', '/transactions/bulk', { transactions, confirmLocked: true });
      expect(again.data).toMatchObject({ summary: { successful: 2 }, errors: [] });
    },
  );

  once('rows that wait because of a check and are sent again are in their import once', async () => {
    const { member } = await begin();
    const { call: ofImports, rows: linesOf } = bankImports(testApp);
    await call(member, 'POST', path, { balance: 70, date: '2026-06-10', adjust: true });
    testApp.advance(1);
    const sent = [
      { date: '2026-06-02', amount: -4, description: 'Bread' },
      { date: '2026-06-02', amount: -4, description: 'Bread' },
      { date: '2026-06-03', amount: -3, description: 'Tea', externalId: 'a' },
    ];
    const send = async (query = '', rows: object[] = sent) => {
      const answer = await ofImports<{ import: Import; added: number }>(
        member,
        'POST',
        `/rows${query}`,
        rows,
      );
      const { added, import: into } = answer.data;
      const lines = await linesOf(member, into.id);
      return [added, into.status, into.counts.new, into.totals.expenses, lines.length];
    };
    expect(await send()).toEqual([0, 'preview', 3, 11, 3]);
    expect(await send()).toEqual([0, 'preview', 3, 11, 3]);
    // Those that are still not confirmed go on waiting.
    expect(await send('?confirmLocked=true', sent.slice(2))).toEqual([1, 'preview', 3, 11, 3]);
    expect(await send('?confirmLocked=true')).toEqual([2, 'done', 3, 11, 4]);
    expect((await read(member)).balance).toBe(54);
  });

  once('a row that waits gives way to what is sent later under its id', async () => {
    const { member } = await begin();
    const { call: ofImports, rows: linesOf } = bankImports(testApp);
    await call(member, 'POST', path, { balance: 70, date: '2026-06-10', adjust: true });
    testApp.advance(1);
    const bread = { date: '2026-06-02', amount: -4, description: 'Bread', externalId: 'a' };
    const fee = { ...bread, amount: -1, description: 'Fee' };
    const send = async (...rows: object[]) => {
      const { data } = await ofImports<{ import: Import }>(member, 'POST', '/rows', rows);
      return data.import;
    };
    await send(bread);
    await send({ ...bread, amount: -6 });
    // A bank may give one reference to several rows.
    await send(fee);
    const last = await send({ ...bread, amount: -6 }, fee);
    const lines = await linesOf(member, last.id);
    expect(lines.map(({ amount }) => amount)).toEqual([6, 1]);
    expect([last.counts.new, last.totals.expenses]).toEqual([2, 7]);
    const carried = await ofImports(member, 'POST', `/${last.id}/carry-out`, { confirmLocked: true });
    expect(carried.data).toMatchObject({ created_count: 2 });
    expect((await read(member)).balance).toBe(58);
  });

  once('so does a file, and its undo asks only where something goes', async () => {
    const { member } = await begin();
    const { preview, call: ofImports, carryOut, undo } = bankImports(testApp);
    const { data } = await call<{ account: { id: string } }>(member, 'POST', '/accounts', { name: 'Cash' });
    const cash = data.account.id;
    const until = async () =>
      (await call<{ account: object }>(member, 'GET', `/accounts/${cash}`)).data.account;
    await record(testApp, member, { type: 'income', amount: 30, date: '2026-06-02', accountId: cash });
    await call(member, 'POST', `/accounts/${cash}/reconcile`, { balance: 30, date: '2026-06-10' });
    testApp.advance(1);
    const into = { accountId: cash };
    const file = await preview(member, csv('2026-06-05,Coffee,-4.00', '2026-06-12,Tea,-3.00'), 'a.csv', into);
    const asked = await ofImports(member, 'POST', `/${file.id}/carry-out`, {});
    expect([asked.status, asked.error]).toMatchObject([409, { code: 'LOCKED' }]);
    expect((await read(member)).balance).toBe(65);
    expect(await until()).toMatchObject({ balance: 30, reconciled_until: '2026-06-10' });
    const done = await ofImports(member, 'POST', `/${file.id}/carry-out`, { confirmLocked: true });
    expect([done.status, done.data]).toMatchObject([200, { created_count: 2 }]);
    expect(await until()).toMatchObject({ balance: 23, reconciled_until: null });
    expect((await undo(member, file.id)).status).toBe(200);
    expect(await until()).toMatchObject({ balance: 30, reconciled_until: '2026-06-10' });

    // A row that was checked is joined with the row of a file, and comes apart again, as it was.
    const moved = csv('2026-06-02,To cash,-30.00', '2026-06-12,Bread,-3.00');
    const other = await preview(member, moved, 'b.csv', { accountId: FIRST_ACCOUNT });
    expect(await carryOut(member, other.id)).toMatchObject({ transfer_count: 1 });
    expect(await until()).toMatchObject({ balance: 30, reconciled_until: '2026-06-10' });
    expect((await undo(member, other.id)).status).toBe(200);
    expect(await until()).toMatchObject({ balance: 30, reconciled_until: '2026-06-10' });
  });

  once(
    'the rate of what was checked in another currency changes freely, and nothing else of its money',
    async () => {
      const member = await createMember(testApp);
      const open = async (name: string, currency: string) =>
        (await call<{ account: { id: string } }>(member, 'POST', '/accounts', { name, currency })).data
          .account.id;
      const [dollars, euros] = [await open('Travel', 'USD'), await open('Rome', 'EUR')];
      const { id } = await record(testApp, member, { amount: 20, accountId: dollars, rate: '3' });
      const { data } = await call<{ transfer: { id: string } }>(member, 'POST', '/transfers', {
        fromAccountId: dollars,
        toAccountId: euros,
        amount: 10,
        amountTo: 9,
        rate: '3',
      });
      await call(member, 'POST', `/accounts/${dollars}/reconcile`, { balance: -30 });
      testApp.advance(1);
      for (const path of [`/transactions/expense/${id}`, `/transfers/${data.transfer.id}`]) {
        expect((await call(member, 'PUT', path, { rate: '4' })).status).toBe(200);
        expect(await call(member, 'PUT', path, { amount: 21 })).toMatchObject({
          status: 409,
          error: { code: 'LOCKED', details: [{ field: 'amount' }] },
        });
      }
    },
  );

  once('a series asks before it changes what was checked, or comes into that time', async () => {
    const member = await createMember(testApp);
    const monthly = { name: 'Gym', amount: 10, interval_type: 'monthly', start_date: '2026-03-05' };
    const { template } = await makeTemplate(testApp, member, monthly);
    const [first] = await occurrencesOf(engine, member, template.id);
    const state = async () => {
      const { data } = await call<{ account: object }>(member, 'GET', `/accounts/${FIRST_ACCOUNT}`);
      return data.account;
    };
    await call(member, 'POST', path, { balance: -40, date: '2026-06-10' });
    testApp.advance(1);
    const right = { balance: -40, reconciled_until: '2026-06-10' };
    expect(await state()).toMatchObject(right);
    const series = `/transactions/templates/${template.id}`;
    const asked: [method: string, path: string, body?: object][] = [
      ['PUT', series, { amount: 70, scope: 'all' }],
      ['PUT', series, { start_date: '2026-02-05', scope: 'all' }],
      ['PUT', series, { interval_type: 'yearly', scope: 'all' }],
      ['POST', `${series}/skip`, { dates: ['2026-04-05'] }],
      ['DELETE', `${series}?scope=all`],
      ['DELETE', `/transactions/recurring/${first?.id}?deleteType=future`],
      ['PUT', `/transactions/expense/${first?.id}`, { amount: 3, scope: 'all' }],
      ['POST', '/transactions/templates', { ...monthly, name: 'Pool' }],
      ['POST', '/transactions/templates/bulk', { templates: [{ ...monthly, name: 'Pool' }] }],
    ];
    for (const [method, address, body] of asked) {
      const answer = await call(member, method, address, body);
      expect([address, answer.status, answer.error]).toMatchObject([address, 409, { code: 'LOCKED' }]);
    }
    const free: [method: string, path: string, body: object][] = [
      ['POST', `${series}/preview`, { amount: 70 }],
      ['PUT', series, { description: 'Pilates', scope: 'all' }],
      ['PUT', series, { amount: 12 }],
      ['POST', `${series}/skip`, { dates: ['2026-07-05'] }],
      ['POST', '/transactions/templates', { ...monthly, start_date: '2026-06-20' }],
    ];
    for (const [method, address, body] of free) {
      const { status } = await call(member, method, address, body);
      expect([address, [200, 201].includes(status)]).toEqual([address, true]);
    }
    expect(await state()).toMatchObject(right);
    const confirmed = await call(member, 'PUT', series, { amount: 70, scope: 'all', confirmLocked: true });
    expect(confirmed.status).toBe(200);
    expect(await state()).toMatchObject({ balance: -280, reconciled_until: null });
  });

  test('so is a transfer whose other side was checked', async () => {
    const { member } = await begin();
    const { data } = await call<{ account: { id: string } }>(member, 'POST', '/accounts', { name: 'Cash' });
    const sides = {
      fromAccountId: FIRST_ACCOUNT,
      toAccountId: data.account.id,
      amount: 5,
      date: '2026-06-02',
    };
    await call(member, 'POST', '/transfers', sides);
    const { status } = await call(member, 'POST', `/accounts/${data.account.id}/reconcile`, { balance: 5 });
    expect(status).toBe(200);
    const [paying] = await engine.db
      .selectFrom('transactions')
      .select('id')
      .where('user_id', '=', member.id)
      .where('account_id', '=', FIRST_ACCOUNT)
      .where('transfer_id', 'is not', null)
      .execute();
    const body = { transactionIds: [paying?.id] };
    const locked = { status: 409, error: { code: 'LOCKED' } };
    expect(await call(member, 'POST', '/transactions/bulk-delete', body)).toMatchObject(locked);
    expect(
      (await call(member, 'POST', '/transactions/bulk-delete', { ...body, confirmLocked: true })).status,
    ).toBe(200);
  });

  test('an account that was checked is merged away once that was confirmed', async () => {
    const { member } = await begin();
    const { data } = await call<{ account: { id: string } }>(member, 'POST', '/accounts', { name: 'Cash' });
    const cash = data.account.id;
    await record(testApp, member, { amount: 4, date: '2026-06-02', accountId: cash });
    const check = { balance: 0, date: '2026-06-10', transactionIds: [] };
    expect((await call(member, 'POST', `/accounts/${cash}/reconcile`, check)).data).toMatchObject(
      NOTHING_MISSING,
    );
    const remove = (moveTo: string, query = '') =>
      call<{ undo_id: string }>(member, 'DELETE', `/accounts/${cash}?moveTo=${moveTo}${query}`);
    const restore = ({ data: { undo_id } }: Awaited<ReturnType<typeof remove>>) =>
      call(member, 'POST', '/transactions/restore', { undo_id });
    // Nothing of it was found right.
    const merged = await remove(FIRST_ACCOUNT);
    expect([merged.status, (await restore(merged)).status]).toEqual([200, 200]);
    await call(member, 'POST', `/accounts/${cash}/reconcile`, { balance: -4, date: '2026-06-10' });
    expect(await remove(FIRST_ACCOUNT)).toMatchObject({ status: 409, error: { code: 'LOCKED' } });
    const confirmed = await remove(FIRST_ACCOUNT, '&confirmLocked=true');
    expect([confirmed.status, (await restore(confirmed)).status]).toEqual([200, 200]);
    const account = await call(member, 'GET', `/accounts/${cash}`);
    expect(account.data).toMatchObject({ account: { reconciled_until: '2026-06-10' } });
  });

  once('what was checked becomes a side of a transfer without a question', async () => {
    const { member, ids } = await begin();
    const { data } = await call<{ account: { id: string } }>(member, 'POST', '/accounts', { name: 'Cash' });
    await call(member, 'POST', path, { balance: 70, date: '2026-06-10', transactionIds: ids });
    const into = { type: 'income', amount: 10, date: '2026-06-03', accountId: data.account.id } as const;
    const income = await record(testApp, member, into);
    const pair = { expenseId: ids[0], incomeId: income.id };
    expect((await call(member, 'POST', '/transfers/candidates/join', pair)).status).toBe(201);
    const account = await call(member, 'GET', `/accounts/${FIRST_ACCOUNT}`);
    expect(account.data).toMatchObject({ account: { reconciled_until: '2026-06-10' } });
  });

  once.each([
    [{ balance: 100, date: '2026-06-16' }, 'date'],
    [{ balance: 100, date: '2026-02-30' }, 'date'],
    [{ balance: 'x' }, 'balance'],
    [{ balance: 100, date: '2026-06-01' }, 'date'],
  ])('%j is refused', async (body, field) => {
    const { member, ids } = await begin();
    await call(member, 'POST', path, { balance: 70, date: '2026-06-10', transactionIds: ids });
    const refused = await call(member, 'POST', path, body);
    expect(refused).toMatchObject({ status: 400, error: { details: [{ field }] } });
  });

  once('an account has a history of its own', async () => {
    const { member } = await begin();
    const { data } = await call<{ history: { date: string; expenses: number; balance: number }[] }>(
      member,
      'GET',
      `/accounts/${FIRST_ACCOUNT}/history/monthly?months=2`,
    );
    expect(data.history).toEqual([
      { date: '2026-05-01', income: 0, expenses: 0, balance: 100 },
      { date: '2026-06-01', income: 0, expenses: 35, balance: 65 },
    ]);
    const whole = await call<typeof data>(member, 'GET', '/transactions/balance/history/weekly?months=2');
    const own = await call<typeof data>(member, 'GET', `/accounts/${FIRST_ACCOUNT}/history/weekly?months=2`);
    expect(own.data).toEqual(whole.data);
  });

  once('the account of somebody else is not there', async () => {
    const [member, stranger] = [await createMember(testApp), await createMember(testApp)];
    const { data } = await call<{ account: { id: string } }>(stranger, 'POST', '/accounts', {
      name: 'Secret',
    });
    expect((await call(member, 'GET', `/accounts/${data.account.id}/reconcile`)).status).toBe(404);
    expect(
      (await call(member, 'POST', `/accounts/${data.account.id}/reconcile`, { balance: 0 })).status,
    ).toBe(404);
  });
});
