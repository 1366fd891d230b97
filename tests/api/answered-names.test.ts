import { beforeEach, expect, test } from 'vitest';
import { FIRST_ACCOUNT } from '../../src/domain/money-accounts/first-account.ts';
import { forEachApp } from '../support/app.ts';
import { createMember, type Member } from '../support/members.ts';
import { storeRates } from '../support/rate-provider.ts';

type Template = Record<string, unknown> & { id: string };

const TEMPLATES = '/transactions/templates';

forEachApp((testApp) => {
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
      [{ account_amount: 20 }, { amount: 74, account_amount: 20 }],
      [{ amount: 12 }, { amount: 44.4, account_amount: 12 }],
      [{ notes: 'x' }, { amount: 44.4, account_amount: 12 }],
    ]) {
      const { data: before } = await call<{ template: Template }>('GET', `${TEMPLATES}/${made.id}`);
      const { status, data } = await change(made, { ...before.template, ...changes });
      expect([status, data.template]).toMatchObject([200, amounts]);
    }
    const refused = await call<never>('PUT', `${TEMPLATES}/${made.id}`, { amount: 5, account_amount: 6 });
    expect([refused.status, refused.error.details]).toMatchObject([400, [{ field: 'account_amount' }]]);
    const { id: _id, ...like } = made;
    expect(await repeat(like)).toMatchObject({ amount: 37, account_amount: 10 });
    const own = { type: 'expense', description: 'x', amount: 5, account_amount: 6 };
    expect((await call('POST', TEMPLATES, own)).status).toBe(400);
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
    expect(await change({ amount: 12 })).toMatchObject({ account_amount: 12, amount: 44.4 });
    expect(await change({ notes: 'x' })).toMatchObject({ account_amount: 12, amount: 44.4 });
    expect(await change({ original: { amount: 12, currency: 'USD', rate: 4 } })).toMatchObject({
      account_amount: 12,
      amount: 48,
    });
    expect(await change({ original: { amount: 10, currency: 'EUR' } })).toMatchObject({
      original: { amount: 10, currency: 'EUR' },
    });
    const path = `/transactions/expense/${row.id}`;
    const refused = await call<never>('PUT', path, { amount: 5, account_amount: 6 });
    expect([refused.status, refused.error.details]).toMatchObject([400, [{ field: 'account_amount' }]]);
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
