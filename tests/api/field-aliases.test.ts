import { beforeEach, expect, test } from 'vitest';
import { multiplied } from '../../src/domain/exchange/decimal.ts';
import { FIRST_ACCOUNT } from '../../src/domain/money-accounts/first-account.ts';
import { forAppOnSqlite } from '../support/app.ts';
import { createMember, type Member } from '../support/members.ts';
import { storeRates } from '../support/rate-provider.ts';

type Template = Record<string, unknown> & { id: string };

const TEMPLATES = '/transactions/templates';

forAppOnSqlite((testApp) => {
  let member: Member;
  beforeEach(async () => {
    member = await createMember(testApp);
    await storeRates(testApp.app.database.db, { rates: { ILS: '3.7', EUR: '0.8' } });
  });

  const call = <Data>(method: string, path: string, body?: object) =>
    testApp.call<Data>(method, path, { as: member, ...(body && { body }) });

  async function open(name: string, currency?: string) {
    const { data } = await call<{ account: { id: string } }>('POST', '/accounts', { name, currency });
    return data.account.id;
  }

  async function repeat(body: object) {
    const { status, data } = await call<{ template: Template }>('POST', TEMPLATES, {
      description: 'Saving',
      interval_type: 'monthly',
      ...body,
    });
    expect(status).toBe(201);
    return data.template;
  }

  const change = ({ id }: Template, body: object) =>
    call<{ template: Template }>('PUT', `${TEMPLATES}/${id}`, body);

  test('where a recurring transfer arrives is taken by each name of an answer', async () => {
    const [cash, savings] = [await open('Cash'), await open('Savings')];
    const transfer = { type: 'transfer', amount: 10, account_id: FIRST_ACCOUNT };
    const made = await repeat({ ...transfer, account_to: cash });
    expect(made).toMatchObject({ account_to: cash, to_account_id: cash });
    for (const [changes, to] of [
      [{ account_to: savings }, savings],
      [{ to_account_id: cash }, cash],
      [{ toAccountId: savings, account_to: savings, to_account_id: undefined }, savings],
      [{}, savings],
    ] as const) {
      const { data: before } = await call<{ template: Template }>('GET', `${TEMPLATES}/${made.id}`);
      const { data } = await change(made, { ...before.template, ...changes });
      expect(data.template).toMatchObject({ account_to: to, to_account_id: to });
    }
    const other = await open('Other');
    const refused = await call<never>('PUT', `${TEMPLATES}/${made.id}`, {
      account_to: cash,
      to_account_id: other,
    });
    expect([refused.status, refused.error.details]).toMatchObject([400, [{ field: 'account_to' }]]);
    const two = { ...transfer, description: 'x', account_to: cash, toAccountId: savings };
    expect((await call('POST', TEMPLATES, two)).status).toBe(400);
  });

  test('what recurs in another currency is changed in each amount of an answer', async () => {
    const accountId = await open('Travel', 'USD');
    const made = await repeat({ type: 'expense', amount: 10, accountId });
    expect(made).toMatchObject({ amount: 37, account_amount: 10 });
    for (const [changes, amounts] of [
      [{ account_amount: 20 }, { amount: 74, account_amount: 20, rate: 3.7 }],
      [{ amount: 80 }, { amount: 80, account_amount: 20, rate: 4 }],
      [{ notes: 'x' }, { amount: 80, account_amount: 20, rate: 4 }],
      [
        { amount: 50, account_amount: 10, rate: undefined },
        { amount: 50, account_amount: 10, rate: 5 },
      ],
      [{ rate: 6 }, { amount: 60, account_amount: 10, rate: 6 }],
    ]) {
      const { data: before } = await call<{ template: Template }>('GET', `${TEMPLATES}/${made.id}`);
      const { status, data } = await change(made, { ...before.template, ...changes });
      expect([status, data.template]).toMatchObject([200, amounts]);
    }
    const two = { amount: 5, account_amount: 6, rate: 4 };
    const refused = await call<never>('PUT', `${TEMPLATES}/${made.id}`, two);
    expect([refused.status, refused.error.details]).toMatchObject([400, [{ field: 'rate' }]]);
    const { id: _id, ...like } = made;
    expect(await repeat(like)).toMatchObject({ amount: 37, account_amount: 10 });
    const { rate: _rate, ...worth } = like;
    expect(await repeat({ ...worth, amount: 40 })).toMatchObject({ amount: 40, account_amount: 10, rate: 4 });
    const own = { type: 'expense', description: 'x', amount: 5, account_amount: 6 };
    expect((await call('POST', TEMPLATES, own)).status).toBe(400);
    // Without `amount`; a minus says the type.
    const charged = { accountId, account_amount: -10 };
    expect(await repeat(charged)).toMatchObject({ type: 'expense', amount: 37, account_amount: 10 });
    const none = await call<never>('POST', TEMPLATES, { description: 'x' });
    expect(none.error.details).toMatchObject([{ field: 'amount' }]);
  });

  test('a transaction in another currency is changed in each amount of an answer', async () => {
    const accountId = await open('Travel', 'USD');
    type Row = Record<string, unknown> & { id: string; type: string };
    const create = async (body: object) => {
      const answer = await call<{ transaction: Row }>('POST', '/transactions/transaction', body);
      expect([answer.status, answer.error]).toEqual([201, undefined]);
      return answer.data.transaction;
    };
    let row = await create({ type: 'expense', amount: 10, accountId });
    const change = async (changes: object) => {
      const { id, type } = row;
      const answer = await call<{ transaction: Row }>('PUT', `/transactions/${type}/${id}`, {
        ...row,
        ...changes,
      });
      expect([answer.status, answer.error]).toEqual([200, undefined]);
      row = answer.data.transaction;
      return row;
    };
    const dollars = { currency: 'USD', rate: 3.7 };
    expect(await change({ account_amount: 20 })).toMatchObject({
      amount: 74,
      original: { amount: 20, ...dollars },
    });
    // Beside what the account is charged, the amount is its worth.
    const dearer = { account_amount: 20, amount: 80, original: { amount: 20, currency: 'USD', rate: 4 } };
    expect(await change({ amount: 80 })).toMatchObject(dearer);
    expect(await change({ notes: 'x' })).toMatchObject(dearer);
    expect(await change({ original: { amount: 12, currency: 'USD', rate: 4.5 } })).toMatchObject({
      account_amount: 12,
      amount: 54,
    });
    expect(await change({ amount: 30, account_amount: 6 })).toMatchObject({
      account_amount: 6,
      amount: 30,
      original: { amount: 6, rate: 5 },
    });
    // What is paid in another currency is worth what is sent beside it.
    expect(await change({ original: { amount: 4, currency: 'EUR' } })).toMatchObject({
      account_amount: 6,
      amount: 30,
      original: { amount: 4, currency: 'EUR', rate: 7.5 },
    });
    expect(await change({ account_amount: 5 })).toMatchObject({ account_amount: 5, amount: 30 });
    const path = `/transactions/expense/${row.id}`;
    const refused = await call<never>('PUT', path, { amount: 25, originalAmount: 4, convertedAmount: 26 });
    expect([refused.status, refused.error.details]).toMatchObject([400, [{ field: 'originalCurrency' }]]);
    const two = await call<never>('PUT', path, { amount: 25, account_amount: 6, rate: 4 });
    expect([two.status, two.error.details]).toMatchObject([400, [{ field: 'rate' }]]);
    // What an answer has is recorded as it is there.
    const { id: _id, ...first } = await create({ type: 'expense', amount: 10, accountId, rate: 3.5 });
    const amounts = { amount: 35, account_amount: 10, original: { amount: 10, currency: 'USD', rate: 3.5 } };
    expect(first).toMatchObject(amounts);
    expect(await create(first)).toMatchObject(amounts);
    const { id: _paid, ...paid } = await create({
      type: 'expense',
      amount: 70,
      originalAmount: 20,
      originalCurrency: 'USD',
    });
    expect(await create(paid)).toMatchObject({
      amount: 70,
      original: { amount: 20, currency: 'USD', rate: 3.5 },
    });
    const { id: _unrated, ...unrated } = await create({
      type: 'expense',
      amount: 10,
      accountId,
      date: '2026-01-05',
    });
    expect(unrated).toMatchObject({ amount: null });
    expect(await create(unrated)).toMatchObject({ amount: null, account_amount: 10 });
    // A minus says the type, by whichever name.
    const [out, ...others] = [
      { account_amount: -10 },
      { account_amount: -10, amount: 40 },
      { account_amount: 10, amount: -40 },
    ];
    for (const signed of [out, ...others])
      expect(await create({ accountId, ...signed })).toMatchObject({ type: 'expense', account_amount: 10 });
  });

  interface Row {
    id: string;
    amount: number | null;
    account_amount: number | null;
    original: { amount: number; currency: string; rate: number | null } | null;
  }
  const fieldsOf = ({ details }: { details?: unknown }) =>
    ((details ?? []) as { field: string }[]).map(({ field }) => field).sort();
  const send = async (method: string, path: string, body: object) => {
    const { status, data, error } = await call<{ transaction: Row }>(method, path, body);
    return { status, row: data?.transaction, fields: error ? fieldsOf(error) : [] };
  };
  const record = async (body: object) => {
    const { status, row } = await send('POST', '/transactions/expense', body);
    expect(status).toBe(201);
    return row;
  };
  const dollars = { currency: 'USD', rate: 3 };

  test.each([
    [{ original: { amount: 5 } }, ['original.currency']],
    [{ amount: 5, original: { currency: 'USD' } }, ['original.amount']],
    [{ amount: 5, original: { amount: 'x', currency: 'USD' } }, ['original.amount']],
    [
      {
        amount: 10,
        original: { amount: 5, currency: 'EUR' },
        originalAmount: 6,
        originalCurrency: 'USD',
      },
      ['originalAmount', 'originalCurrency'],
    ],
    [{ original: { amount: 5, currency: 'EUR', rate: 3 }, rate: 4 }, ['rate']],
    [{ amount: 3, original: { amount: 10, currency: 'USD', rate: 5 } }, ['original.rate']],
    [{ amount: 5, account_amount: 6 }, ['amount']],
    [{ amount: 5, accountAmount: 6 }, ['amount']],
    [{ original: null }, ['amount']],
  ])('%j is refused where it is recorded, one or many', async (body, fields) => {
    const refused = await send('POST', '/transactions/expense', body);
    expect([refused.status, refused.fields]).toEqual([400, fields]);
    const { data } = await call<{ errors: object[] }>('POST', '/transactions/bulk', { transactions: [body] });
    expect(data.errors.map(fieldsOf)).toEqual([fields]);
  });

  test.each([
    [{ currency: 'CHF' }, { amount: 35 }],
    [{ amount: 9, currency: 'CHF', rate: 4.1 }, { amount: 36.9 }],
    [{ amount: 36, currency: 'ILS', rate: 1 }, { amount: 36 }],
    [{ amount: 9, currency: 'CHF', rate: null }, { amount: 35 }],
  ])('an account keeps what is sent beside %j as it was answered', async (changes, worth) => {
    const accountId = await open('Travel', 'USD');
    for (const date of ['2026-06-15', '2026-01-05']) {
      const { id, ...row } = await record({ accountId, amount: 10, rate: 3.5, date });
      const original = { ...row.original, ...changes };
      const changed = await send('PUT', `/transactions/expense/${id}`, { ...row, original });
      expect([changed.status, changed.fields]).toEqual([200, []]);
      const { amount, currency } = original;
      expect(changed.row).toMatchObject({ ...worth, account_amount: 10, original: { amount, currency } });
      const alone = { accountAmount: 10, originalAmount: 9, originalCurrency: 'EUR', rate: 4.1 };
      expect((await send('PUT', `/transactions/expense/${id}`, alone)).row).toMatchObject({
        amount: 36.9,
        account_amount: 10,
      });
    }
  });

  test('what was charged and its rate, as answered, say nothing of another currency', async () => {
    const [dollars, euros] = [await open('Travel', 'USD'), await open('Rome', 'EUR')];
    const record = async (body: object) =>
      (await call<{ transaction: Template }>('POST', '/transactions/expense', { description: 'x', ...body }))
        .data.transaction;
    const put = async ({ id }: Template, body: object) => {
      const answer = await call<{ transaction: Template }>('PUT', `/transactions/expense/${id}`, body);
      expect(answer.status, answer.text).toBe(200);
      return answer.data.transaction;
    };
    const spent = { amount: 10, accountId: dollars };
    const paid = { amount: 10, currency: 'USD', rate: 5 };
    const inRome = await record(spent);
    expect(await put(inRome, { ...inRome, account_id: euros, amount: 50 })).toMatchObject({
      amount: 50,
      account_amount: 8,
      original: paid,
    });
    const here = await record(spent);
    expect(await put(here, { ...here, account_id: FIRST_ACCOUNT, amount: 50 })).toMatchObject({
      amount: 50,
      account_amount: null,
      original: paid,
    });
    // A charge beside a worth that no answer had is meant.
    const own = await record({ amount: 37 });
    expect(await put(own, { accountId: dollars, accountAmount: 37, amount: 111 })).toMatchObject({
      amount: 111,
      account_amount: 37,
    });
    const kept = await record({ amount: 37 });
    const moved = await put(kept, { account_id: dollars });
    expect(moved).toMatchObject({ amount: 37, account_amount: 10, original: { currency: 'ILS', rate: 1 } });
    const pounds = { ...(moved.original as object), amount: 8, currency: 'GBP' };
    expect(await put(moved, { ...moved, original: pounds })).toMatchObject({
      amount: 37,
      account_amount: 10,
      original: { amount: 8, currency: 'GBP' },
    });
  });

  test('two worths of what the account was charged are refused', async () => {
    const accountId = await open('Travel', 'USD');
    const charged = { account_amount: 10, amount: 40, accountId };
    const two = await send('POST', '/transactions/expense', { ...charged, convertedAmount: 41 });
    expect([two.status, two.fields]).toEqual([400, ['convertedAmount']]);
    const original = { amount: 9, currency: 'USD', rate: 4 };
    const other = await send('POST', '/transactions/expense', { ...charged, original });
    expect([other.status, other.fields]).toEqual([400, ['original.currency', 'original.rate']]);
  });

  test('an answer is recorded as it is, and changed in one field it means what it says', async () => {
    const [usd, eur] = [await open('Travel', 'USD'), await open('Rome', 'EUR')];
    const old = { date: '2026-01-05' };
    for (const body of [
      { amount: 10, accountId: usd },
      { amount: 10.01, accountId: usd, rate: '3.3333' },
      { amount: 10, accountId: usd, ...old },
      { amount: 10, accountId: usd, originalAmount: 9, originalCurrency: 'EUR' },
      { accountId: usd, originalAmount: 900, originalCurrency: 'JPY', rate: 0.03, ...old },
      { accountId: usd, originalAmount: 900, originalCurrency: 'JPY', ...old },
      { amount: 10, accountId: usd, originalAmount: 40, originalCurrency: 'ILS' },
      { amount: 40, originalAmount: 10, originalCurrency: 'USD' },
      { amount: 40 },
    ]) {
      const message = JSON.stringify(body);
      const { id: _id, ...answer } = await record(body);
      const money = ({ amount, account_amount, original }: Omit<Row, 'id'>) => ({
        amount,
        account_amount,
        original,
      });
      const as = money(answer);
      const put = async (changes: object) =>
        send('PUT', `/transactions/expense/${(await record(body)).id}`, { ...answer, ...changes });
      expect(money(await record(answer)), message).toEqual(as);
      const same = await put({ notes: 'x' });
      expect([same.status, money(same.row)], message).toEqual([200, as]);
      const worth = await put({ amount: 55 });
      // What was paid in the person's currency is worth nothing else.
      if (as.original?.currency === 'ILS')
        expect(worth, message).toMatchObject({ status: 400, fields: ['amount'] });
      else {
        const { amount, currency } = as.original ?? {};
        const original = as.original && { amount, currency };
        expect(worth.row, message).toMatchObject({ ...as, amount: 55, original });
      }
      if (as.original?.currency === 'USD' && as.account_amount !== null) {
        // Moved elsewhere, it is worth as much as before, or it is refused.
        const moved = await put({ account_id: eur });
        const account_amount = multiplied(as.account_amount * 100, '0.8', 2) / 100;
        if (as.amount === null) expect([moved.status, moved.fields]).toEqual([400, ['account_amount']]);
        else expect(moved.row, message).toMatchObject({ ...as, account_amount });
      }
    }
  });

  test('what was paid is recorded by the name of answers alone', async () => {
    const original = { amount: 30, currency: 'USD', rate: 4 };
    const { status, data } = await call<{ transactions: Row[] }>('POST', '/transactions/expense', {
      original,
      installments: 3,
    });
    expect([status, data.transactions.map(({ amount }) => amount)]).toEqual([201, [40, 40, 40]]);
    const made = await call<{ transactions: Row[] }>('POST', '/transactions/bulk', {
      transactions: [{ original }, { original, originalAmount: -30, originalCurrency: 'USD', rate: '4.0' }],
    });
    expect(made.data.transactions).toMatchObject([
      { type: 'income', amount: 120, original },
      { type: 'expense', amount: 120, original },
    ]);
  });

  test.each<[string, object, object]>([
    ['by the name of answers', { original: { amount: 6, currency: 'USD', rate: 9 } }, { amount: 54 }],
    [
      'beside what was answered',
      { amount: 20, original: { amount: 6, currency: 'USD', rate: 9 } },
      { amount: 54 },
    ],
    ['by the names of inputs', { originalAmount: 6, originalCurrency: 'USD', rate: 9 }, { amount: 54 }],
    ['by both', { original: { amount: 6, currency: 'USD' }, rate: 9 }, { amount: 54 }],
  ])('a row of one currency gets what was paid and its rate %s', async (_by, body, expected) => {
    const { id } = await record({ amount: 20 });
    const changed = await send('PUT', `/transactions/expense/${id}`, body);
    expect(changed).toMatchObject({
      status: 200,
      row: { ...expected, original: { amount: 6, currency: 'USD', rate: 9 } },
    });
    const read = await send('GET', `/transactions/${id}`, undefined as never);
    expect(read.row).toMatchObject(expected);
  });

  test.each<[object, string[]]>([
    [{ original: { amount: 6, currency: 'USD', rate: 9 }, amount: 5 }, ['original.rate']],
    [{ original: { rate: 3.5 }, rate: 4 }, ['rate']],
    [
      { original: { amount: 7, currency: 'USD' }, originalAmount: 8, originalCurrency: 'EUR' },
      ['originalAmount', 'originalCurrency'],
    ],
    [{ original: { amount: 6 } }, ['original.currency']],
    [{ original: { currency: 'EUR' } }, ['original.amount']],
    [{ original: null, originalAmount: 8, originalCurrency: 'USD' }, ['originalAmount']],
  ])('%j is refused as a change', async (body, fields) => {
    const { id } = await record({ original: { amount: 5, ...dollars } });
    const refused = await send('PUT', `/transactions/expense/${id}`, body);
    expect([refused.status, refused.fields]).toEqual([400, fields]);
  });

  test.each<[object, object]>([
    [
      { original: { amount: 5, ...dollars }, originalAmount: 8, originalCurrency: 'USD' },
      { amount: 24, original: { amount: 8, ...dollars } },
    ],
    [
      { original: { amount: 7, ...dollars }, originalAmount: 5, originalCurrency: 'USD', rate: 3 },
      { amount: 21, original: { amount: 7, ...dollars } },
    ],
    [
      { original: { amount: 5, ...dollars }, rate: 4 },
      { amount: 20, original: { rate: 4 } },
    ],
    [
      { original: { rate: 4 }, rate: 3 },
      { amount: 20, original: { rate: 4 } },
    ],
    [
      { original: { amount: 5, ...dollars }, amount: 16 },
      { amount: 16, original: { amount: 5, rate: 3.2 } },
    ],
    [
      { amount: 15, original: { amount: 30, currency: 'EUR', rate: 3.1 } },
      { amount: 93, original: { amount: 30, currency: 'EUR', rate: 3.1 } },
    ],
    [
      // The rate of dollars, as it was answered.
      { amount: 15, original: { amount: 30, currency: 'EUR', rate: 3 } },
      { amount: 15, original: { amount: 30, currency: 'EUR', rate: 0.5 } },
    ],
    [
      { originalAmount: 30, originalCurrency: 'EUR', rate: 3 },
      { amount: 90, original: { amount: 30, currency: 'EUR', rate: 3 } },
    ],
    [{ original: null }, { amount: 15, original: null }],
  ])('%j changes what is no longer as it was answered', async (body, expected) => {
    const { id } = await record({ original: { amount: 5, ...dollars } });
    const { status, row } = await send('PUT', `/transactions/expense/${id}`, body);
    expect([status, row]).toMatchObject([200, expected]);
  });

  test('what was paid is not taken away where nothing would be left', async () => {
    const { id } = await record({ original: { amount: 9, currency: 'EUR' }, date: '2026-01-05' });
    for (const body of [{ original: null }, { originalAmount: null }]) {
      const refused = await send('PUT', `/transactions/expense/${id}`, body);
      expect([refused.status, refused.fields]).toEqual([400, ['amount']]);
    }
    const { row } = await send('PUT', `/transactions/expense/${id}`, { original: null, amount: 30 });
    expect(row).toMatchObject({ amount: 30, original: null });
  });

  test('a rate of many decimals is sent back as it was answered', async () => {
    for (const [amount, yen] of [
      [0.02, 3],
      [0.01, 1_000_000],
    ]) {
      const { id } = await record({ amount, original: { amount: yen, currency: 'JPY' } });
      const { row } = await send('GET', `/transactions/${id}`, undefined as never);
      const { original } = row;
      const { status, row: same } = await send('PUT', `/transactions/expense/${id}`, { ...row, notes: 'x' });
      expect([status, same]).toMatchObject([200, { amount, original }]);
      expect(await record({ original })).toMatchObject({ amount, original });
    }
  });

  test('the category of what recurs is changed by its name in an answer too', async () => {
    const [food, rent] = await Promise.all(
      ['Sushi', 'Castle'].map((name) =>
        call<{ category: { id: string } }>('POST', '/categories', { name, type: 'expense' }),
      ),
    );
    const made = await repeat({ type: 'expense', amount: 10, categoryId: food?.data.category.id });
    const renamed = await change(made, { ...made, category_name: 'Castle' });
    expect(renamed.data.template).toMatchObject({ category_id: rent?.data.category.id });
    const back = await change(made, { ...renamed.data.template, category_id: food?.data.category.id });
    expect(back.data.template).toMatchObject({ category_name: 'Sushi' });
    const none = await repeat({ type: 'expense', amount: 10 });
    const named = await change(none, { ...none, category_name: 'Castle' });
    expect(named.data.template).toMatchObject({ category_id: rent?.data.category.id });
  });

  test.each([
    ['POST', '/transactions/expense', { amount: 0, account_id: 5 }, ['amount', 'account_id']],
    [
      'POST',
      '/transactions/expense',
      { amount: 5, accountId: 'no', chargeDate: 'x' },
      ['chargeDate', 'accountId'],
    ],
    ['POST', '/transactions/expense', { amount: 5, charge_date: 'x' }, ['charge_date']],
    [
      'POST',
      '/accounts',
      { name: 'x', startDay: 3, billingDay: 99, paysFrom: 5 },
      ['billingDay', 'paysFrom'],
    ],
    ['POST', '/budgets', { categoryIds: [], amount: 5, startDay: 99 }, ['categoryIds', 'startDay']],
    // What is missing, in the case of the others, or as it is described.
    ['POST', '/users/change-password', { new_password: 'x' }, ['new_password', 'current_password']],
    ['POST', '/users/change-password', {}, ['currentPassword', 'newPassword']],
    // Described in snake case.
    [
      'POST',
      '/transactions/templates',
      { amount: 5, name: 'q', intervalType: 'monthly', endType: 'date' },
      ['end_date'],
    ],
    [
      'POST',
      '/users/register',
      { acceptedTerms: 'x' },
      ['acceptedTerms', 'email', 'firstName', 'lastName', 'password'],
    ],
    // Fields of rows by the other names that they may have, in the case of the row.
    [
      'POST',
      '/imports/rows',
      [
        {
          chargedAmount: 'x',
          processed_date: 'q',
          charged_currency: 'zz',
          installments: { number: 9, total: 3 },
        },
      ],
      ['chargedAmount', 'charged_currency', 'date', 'installments.number', 'processed_date'].map(
        (name) => `rows.0.${name}`,
      ),
    ],
    [
      'POST',
      '/imports/rows',
      { rows: [{ date: '2026-06-10', amount: -5, original_amount: 7 }] },
      ['rows.0.original_currency'],
    ],
    ['GET', '/transactions?dateFrom=x&date_to=y', undefined, ['dateFrom', 'date_to']],
  ])('%s %s %j names faulty fields as they were sent', async (method, path, body, fields) => {
    const { status, error } = await call<never>(method, path, body);
    const named = (error.details as { field: string }[]).map(({ field }) => field);
    expect([status, named.sort()]).toEqual([400, [...fields].sort()]);
  });

  test('items of a request are named as they were sent too', async () => {
    const { data } = await call<{ errors: { details: object[] }[] }>('POST', '/transactions/bulk', {
      transactions: [
        { amount: 5, account_id: 'no' },
        { amount: 5, accountId: 'no' },
      ],
    });
    const named = data.errors.map(({ details }) => details);
    expect(named).toMatchObject([[{ field: 'account_id' }], [{ field: 'accountId' }]]);
  });
});
