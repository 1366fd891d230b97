import { beforeEach, expect, test } from 'vitest';
import { multiplied } from '../../src/domain/exchange/decimal.ts';
import { checkTotalsOf } from '../../src/domain/ledger/check.ts';
import { FIRST_ACCOUNT } from '../../src/domain/money-accounts/first-account.ts';
import { forEachApp } from '../support/app.ts';
import { createMember, type Member, type Transaction } from '../support/members.ts';
import { storeRates } from '../support/rate-provider.ts';
import { makeTemplate, occurrencesOf } from '../support/templates.ts';

interface Account {
  id: string;
  currency: string;
  balance: number;
  balance_converted: number;
  lacks_rate: boolean;
  opening_balance: number;
}

interface Row extends Transaction {
  account_id: string;
  account_amount: number | null;
  account_currency: string | null;
  original: { amount: number; currency: string; rate: number | null } | null;
}

interface FieldError {
  field: string;
  message: string;
}

const DOLLARS = { originalAmount: 20, originalCurrency: 'USD' };

const CONTRADICTING = 'This does not match the other amounts. Leave one of them out';

/** A day near which no rates are kept. */
const UNKNOWN = '2026-01-05';

forEachApp((testApp, engine) => {
  const { once } = engine;

  beforeEach(async () => {
    await storeRates(testApp.app.database.db, { date: '2026-06-10', rates: { ILS: '3.5' } });
    await storeRates(testApp.app.database.db, { rates: { ILS: '3.7', EUR: '0.8', JPY: '150' } });
  });

  const call = <Data>(member: Member, method: string, path: string, body?: object) =>
    testApp.call<Data>(method, path, { as: member, ...(body && { body }) });
  const open = async (member: Member, body: object = {}) => {
    const answer = await call<{ account: Account }>(member, 'POST', '/accounts', {
      name: 'Travel',
      currency: 'USD',
      ...body,
    });
    expect(answer.status).toBe(201);
    return answer.data.account;
  };
  const spend = async (member: Member, body: object) => {
    const answer = await call<{ transaction: Row }>(member, 'POST', '/transactions/expense', body);
    expect(answer.status).toBe(201);
    return answer.data.transaction;
  };
  const change = async (member: Member, { id }: Row, body: object) => {
    const answer = await call<{ transaction: Row }>(member, 'PUT', `/transactions/expense/${id}`, body);
    expect(answer.status).toBe(200);
    return answer.data.transaction;
  };
  const accounts = async (member: Member) =>
    (
      await call<{ accounts: Account[]; net_worth: number; lacking_rates: string[] }>(
        member,
        'GET',
        '/accounts',
      )
    ).data;
  const balances = async (member: Member) =>
    (await accounts(member)).accounts.map(({ balance, balance_converted }) => [balance, balance_converted]);

  once('an account of another currency has its balance in it, and in that of its person', async () => {
    const member = await createMember(testApp);
    const travel = await open(member, { opening_balance: 100, opening_date: '2026-06-11' });
    expect(travel).toMatchObject({ currency: 'USD', opening_balance: 100, balance: 100 });
    const lunch = await spend(member, { amount: 20, accountId: travel.id });
    expect(lunch).toMatchObject({
      amount: 74,
      account_amount: 20,
      account_currency: 'USD',
      original: { amount: 20, currency: 'USD', rate: 3.7 },
    });
    expect(await balances(member)).toEqual([
      [0, 0],
      [80, 276],
    ]);
    expect(await accounts(member)).toMatchObject({ net_worth: 276 });
    const { data } = await call<object>(member, 'GET', '/transactions/balance');
    expect(data).toMatchObject({ balance: 276, expenses: 74 });
    const renamed = await call<{ account: Account }>(member, 'PUT', `/accounts/${travel.id}`, {
      opening_balance: 350,
    });
    expect(renamed.data.account).toMatchObject({ opening_balance: 350, balance: 330 });
  });

  once.each([
    [{ rate: '4' }, { amount: 80, original: { amount: 20, currency: 'USD', rate: 4 } }],
    [{ rate: 3.65 }, { amount: 73, original: { amount: 20, currency: 'USD', rate: 3.65 } }],
    [{ convertedAmount: 75 }, { amount: 75, original: { amount: 20, currency: 'USD', rate: 3.75 } }],
    [{ date: '2026-06-12' }, { amount: 70, original: { amount: 20, currency: 'USD', rate: 3.5 } }],
    [{ date: UNKNOWN }, { amount: null, original: { amount: 20, currency: 'USD', rate: null } }],
  ])('in an account of another currency, %j makes the amount', async (more, expected) => {
    const member = await createMember(testApp);
    const { id } = await open(member);
    const row = await spend(member, { amount: 20, accountId: id, ...more });
    expect(row).toMatchObject({ ...expected, account_amount: 20 });
  });

  once('what was paid in another currency is kept beside what was charged', async () => {
    const member = await createMember(testApp);
    const paid = { originalAmount: 20, originalCurrency: 'USD' };
    const plain = { account_amount: null, account_currency: null };
    const byRate = await spend(member, paid);
    expect(byRate).toMatchObject({
      ...plain,
      amount: 74,
      original: { amount: 20, currency: 'USD', rate: 3.7 },
    });
    expect(await spend(member, { ...paid, amount: 76 })).toMatchObject({
      ...plain,
      amount: 76,
      original: { amount: 20, currency: 'USD', rate: 3.8 },
    });
    expect(await spend(member, { amount: 5, originalAmount: 5, originalCurrency: 'ILS' })).toMatchObject({
      ...plain,
      amount: 5,
      original: null,
    });
    const { id } = await open(member);
    expect(await spend(member, { accountId: id, originalAmount: 8, originalCurrency: 'EUR' })).toMatchObject({
      amount: 37,
      account_amount: 10,
      original: { amount: 8, currency: 'EUR', rate: 4.625 },
    });
    expect(
      await spend(member, { accountId: id, originalAmount: 74, originalCurrency: 'ILS', amount: 21 }),
    ).toMatchObject({ amount: 74, account_amount: 21, original: { amount: 74, currency: 'ILS', rate: 1 } });
    expect(await balances(member)).toEqual([
      [-155, -155],
      [-31, -111],
    ]);
  });

  once('no amount is overwritten by what was paid, and no minus is swallowed', async () => {
    const member = await createMember(testApp);
    const { id: accountId } = await open(member, { name: 'Tokyo', currency: 'JPY' });
    const row = await spend(member, { amount: 5 });
    const yen = await spend(member, { amount: 5, accountId, date: UNKNOWN });
    const [kept, keptYen] = [row, yen].map(({ id }) => `/transactions/expense/${id}`) as [string, string];
    const shekels = { originalAmount: 20, originalCurrency: 'ILS' };
    const refused: [method: string, path: string, body: object, field: string][] = [
      ['POST', '/transactions/expense', { amount: 5, ...shekels }, 'originalCurrency'],
      ['PUT', kept, { amount: 6, ...shekels }, 'originalCurrency'],
      ['PUT', keptYen, { amount: 0.12, originalAmount: 5, originalCurrency: 'JPY' }, 'originalCurrency'],
      ['PUT', keptYen, { amount: 0.12 }, 'amount'],
      [
        'POST',
        '/transactions/expense',
        { amount: 9, originalAmount: -1, originalCurrency: 'USD' },
        'originalAmount',
      ],
      ['PUT', kept, { originalAmount: -1, originalCurrency: 'USD' }, 'originalAmount'],
      ['POST', '/transactions/expense', { amount: 9, accountId, convertedAmount: -1 }, 'convertedAmount'],
      ['POST', `/accounts/${accountId}/reconcile`, { balance: 10.5 }, 'balance'],
    ];
    for (const [method, path, body, field] of refused) {
      const answer = await call<never>(member, method, path, body);
      const [first] = (answer.error?.details ?? []) as object[];
      expect([path, body, answer.status, first]).toMatchObject([path, body, 400, { field }]);
    }
    const many = await call<{ errors: { details: object[] }[] }>(member, 'POST', '/transactions/bulk', {
      transactions: [{ amount: -5, description: 'x', ...shekels }],
    });
    expect(many.data.errors).toMatchObject([{ details: [{ field: 'originalCurrency' }] }]);
    // The sign of what was paid says the type where nothing else does.
    const signed = await call<{ transactions: Row[] }>(member, 'POST', '/transactions/bulk', {
      transactions: [{ originalAmount: -20, originalCurrency: 'USD', description: 'x' }],
    });
    expect(signed.data.transactions).toMatchObject([{ type: 'expense', amount: 74 }]);
    // A client of before sends back what it was given.
    expect(await change(member, row, { amount: 5, ...shekels })).toMatchObject({
      amount: 20,
      original: null,
    });
    const paid = { amount: 30, installments: 3, type: 'expense', description: 'x' };
    const parts = await call<{ transactions: { installment: object }[] }>(
      member,
      'POST',
      '/transactions/bulk',
      {
        transactions: [paid],
      },
    );
    expect(parts.data.transactions.map(({ installment }) => installment)).toMatchObject(
      [1, 2, 3].map((n) => ({ n, of: 3, total: 30 })),
    );
  });

  once('who names no account means amounts in their own currency, whatever account is first', async () => {
    const member = await createMember(testApp);
    const { id } = await open(member);
    const cash = await open(member, { name: 'Cash', currency: undefined });
    await call(member, 'PUT', `/accounts/${FIRST_ACCOUNT}`, { is_archived: true });
    expect(await spend(member, { amount: 4 })).toMatchObject({ amount: 4, account_id: cash.id });
    await call(member, 'PUT', `/accounts/${cash.id}`, { is_archived: true });
    // Where no account has it, the first one is as good as any.
    expect(await spend(member, { amount: 4 })).toMatchObject({ amount: 14.8, account_id: id });
  });

  once(
    'a recurring transfer has the amount of its transactions, in the currency of the account that pays',
    async () => {
      const member = await createMember(testApp);
      const { id } = await open(member);
      const body = {
        type: 'transfer',
        amount: 10,
        amountTo: 37,
        fromAccountId: id,
        toAccountId: FIRST_ACCOUNT,
      };
      const made = await call<{ template: { id: string } }>(member, 'POST', '/transactions/templates', {
        ...body,
        name: 'Saving',
        description: 'Saving',
        day_of_month: 20,
        interval_type: 'monthly',
      });
      expect([made.status, made.error]).toEqual([201, undefined]);
      const path = `/transactions/templates/${made.data.template.id}`;
      const { data } = await call<{ template: object; upcoming: object[] }>(member, 'GET', path);
      const amounts = { amount: 10, amount_to: 37 };
      expect(data.template).toMatchObject({ ...amounts, prices: [{ amount: 10 }] });
      expect(data.upcoming[0]).toMatchObject(amounts);
      const more = await call(member, 'PUT', path, { amount: 37, amountTo: 140 });
      expect(more.data).toMatchObject({ template: { amount: 37, amount_to: 140 } });
    },
  );

  once('amounts in yen have no decimals', async () => {
    const member = await createMember(testApp);
    const { id } = await open(member, { name: 'Tokyo', currency: 'JPY' });
    const refused = await call(member, 'POST', '/transactions/expense', { amount: 1.5, accountId: id });
    expect(refused.status).toBe(400);
    const paid = { accountId: id, originalAmount: 1.01, originalCurrency: 'USD' };
    expect(await spend(member, paid)).toMatchObject({ account_amount: 152, amount: 3.74 });
    expect(await spend(member, { ...paid, originalAmount: 0.01 })).toMatchObject({
      account_amount: 2,
      amount: 0.04,
    });
  });

  once('a transaction without a rate counts in its account, and is given one later', async () => {
    const member = await createMember(testApp);
    const { id } = await open(member);
    const row = await spend(member, { amount: 20, accountId: id, date: UNKNOWN });
    expect(await balances(member)).toEqual([
      [0, 0],
      [-20, 0],
    ]);
    // Something is missing there, which is said.
    expect(await accounts(member)).toMatchObject({
      net_worth: 0,
      lacking_rates: [id],
      accounts: [{ lacks_rate: false }, { lacks_rate: true }],
    });
    expect(await change(member, row, { description: 'Lunch' })).toMatchObject({ amount: null });
    // The whole answer is sent back.
    expect(await change(member, row, { ...row, description: 'Late' })).toMatchObject({
      amount: null,
      account_amount: 20,
      description: 'Late',
    });
    expect(await change(member, row, { rate: 3.6 })).toMatchObject({
      amount: 72,
      account_amount: 20,
      original: { rate: 3.6 },
    });
    expect(await accounts(member)).toMatchObject({
      net_worth: -72,
      lacking_rates: [],
      accounts: [{}, { balance_converted: -72 }],
    });
    const own = { originalAmount: 50, originalCurrency: 'ILS', accountId: id, date: UNKNOWN };
    const { id: without } = await spend(member, own);
    expect(await accounts(member)).toMatchObject({ lacking_rates: [id] });
    expect((await call(member, 'DELETE', `/transactions/expense/${without}`)).status).toBe(200);
    const other = await spend(member, { originalAmount: 10, originalCurrency: 'USD', date: UNKNOWN });
    expect(other).toMatchObject({ amount: null, original: { amount: 10, currency: 'USD', rate: null } });
    expect(await change(member, other, { amount: 35 })).toMatchObject({
      amount: 35,
      original: { amount: 10, currency: 'USD', rate: 3.5 },
    });
    expect(await checkTotalsOf(testApp.app.database.db, member.id)).toEqual([]);
  });

  once('what is recorded stays fixed until its money is changed', async () => {
    const member = await createMember(testApp);
    const { id } = await open(member);
    const row = await spend(member, { amount: 20, accountId: id });
    // A client of before sends back what it was given.
    const same = await change(member, row, { amount: row.amount, description: 'Tea', date: '2026-06-12' });
    expect(same).toMatchObject({ amount: 74, account_amount: 20, description: 'Tea' });
    // Alone, it is in the currency of the account, whatever it is in the person’s.
    expect(await change(member, same, { amount: 74 })).toMatchObject({ amount: 273.8, account_amount: 74 });
    await change(member, row, { amount: 20 });
    expect(await change(member, row, { amount: 30 })).toMatchObject({ amount: 111, account_amount: 30 });
    expect(await change(member, row, { convertedAmount: 100 })).toMatchObject({
      amount: 100,
      account_amount: 30,
    });
    expect(await change(member, row, { amount: 15 })).toMatchObject({ amount: 50, account_amount: 15 });
  });

  once('an amount that is said with its currency is in it, whatever it is in the person’s', async () => {
    const member = await createMember(testApp);
    const { id } = await open(member);
    const row = await spend(member, { amount: 20, accountId: id });
    const dollars = { originalAmount: 74, originalCurrency: 'USD' };
    expect(await change(member, row, dollars)).toMatchObject({ account_amount: 74, amount: 273.8 });
    const euros = await spend(member, {
      amount: 11,
      accountId: id,
      originalAmount: 8,
      originalCurrency: 'EUR',
    });
    expect(euros).toMatchObject({ amount: 37, account_amount: 11 });
    const charged = { amount: 37, originalAmount: 8, originalCurrency: 'EUR' };
    expect(await change(member, euros, charged)).toMatchObject({ amount: 37, account_amount: 37 });
  });

  once('what was paid in another currency is added to what was charged, and taken away', async () => {
    const member = await createMember(testApp);
    await open(member);
    const row = await spend(member, { amount: 80 });
    const added = { amount: 80, originalAmount: 20, originalCurrency: 'USD' };
    expect(await change(member, row, added)).toMatchObject({
      amount: 80,
      original: { amount: 20, currency: 'USD', rate: 4 },
    });
    expect(await change(member, row, { amount: 80, originalAmount: null })).toMatchObject({
      amount: 80,
      original: null,
    });
    await change(member, row, added);
    expect(await change(member, row, { originalAmount: null })).toMatchObject({ amount: 80, original: null });
    expect(await checkTotalsOf(testApp.app.database.db, member.id)).toEqual([]);
  });

  once('a transaction that moves to another account keeps what was paid', async () => {
    const member = await createMember(testApp);
    const { id } = await open(member);
    const row = await spend(member, { amount: 20, accountId: id, rate: 4 });
    const original = { amount: 20, currency: 'USD', rate: 4 };
    expect(await change(member, row, { accountId: FIRST_ACCOUNT })).toMatchObject({
      amount: 80,
      account_amount: null,
      original,
    });
    expect(await change(member, row, { accountId: id })).toMatchObject({
      amount: 80,
      account_amount: 20,
      original,
    });
    const shekels = await spend(member, { amount: 37 });
    expect(await change(member, shekels, { accountId: id })).toMatchObject({
      amount: 37,
      account_amount: 10,
      original: { amount: 37, currency: 'ILS' },
    });
    expect(await change(member, shekels, { accountId: FIRST_ACCOUNT })).toMatchObject({
      amount: 37,
      account_amount: null,
      original: null,
    });
    expect(await checkTotalsOf(testApp.app.database.db, member.id)).toEqual([]);
  });

  once('what a purchase in payments costs is not known while no rate is', async () => {
    const member = await createMember(testApp);
    const { id } = await open(member);
    const body = { amount: 10, accountId: id, installments: 3, date: UNKNOWN };
    const { data } = await call<{ transactions: object[] }>(member, 'POST', '/transactions/expense', body);
    expect(data.transactions[0]).toMatchObject({ account_amount: 3.34, installment: { n: 1, total: null } });
  });

  once(
    'an amount that is typed after a move is what was paid, unless somebody had said what that was',
    async () => {
      const member = await createMember(testApp);
      const { id } = await open(member);
      const shekels = await spend(member, { amount: 100 });
      expect(await change(member, shekels, { accountId: id })).toMatchObject({
        account_amount: 27.03,
        amount: 100,
      });
      const noted = await change(member, shekels, { notes: 'x', amount: 27.03 });
      expect(noted).toMatchObject({ account_amount: 27.03, amount: 100 });
      const original = { amount: 50, currency: 'USD', rate: 3.7 };
      expect(await change(member, shekels, { amount: 50 })).toMatchObject({
        account_amount: 50,
        amount: 185,
        original,
      });
      const rated = await spend(member, { amount: 100 });
      await change(member, rated, { accountId: id });
      expect(await change(member, rated, { rate: 4 })).toMatchObject({
        account_amount: 27.03,
        amount: 108.12,
      });
      const echoed = await spend(member, { amount: 100 });
      await change(member, echoed, { accountId: id });
      const kept = { originalAmount: 100, originalCurrency: 'ILS' };
      expect(await change(member, echoed, { amount: 50, ...kept })).toMatchObject({ amount: 185, original });
      const said = await spend(member, { accountId: id, originalAmount: 74, originalCurrency: 'ILS' });
      expect(await change(member, said, { amount: 21 })).toMatchObject({ account_amount: 21, amount: 74 });
      expect(await checkTotalsOf(testApp.app.database.db, member.id)).toEqual([]);
    },
  );

  once('several transactions that change their account keep what was paid', async () => {
    const member = await createMember(testApp);
    const { id } = await open(member);
    const rows = [await spend(member, { amount: 37 }), await spend(member, { amount: 74 })];
    const move = (accountId: string) =>
      call<{ updated_count: number }>(member, 'POST', '/transactions/bulk-update', {
        transactionIds: rows.map((row) => row.id),
        changes: { accountId },
      });
    expect((await move(id)).data.updated_count).toBe(2);
    const { data: moved } = await call<{ transaction: Row }>(member, 'GET', `/transactions/${rows[0]?.id}`);
    expect(moved.transaction).toMatchObject({
      amount: 37,
      account_amount: 10,
      original: { amount: 37, currency: 'ILS', rate: 1, is_kept: true },
    });
    expect(await balances(member)).toEqual([
      [0, 0],
      [-30, -111],
    ]);
    await move(FIRST_ACCOUNT);
    expect(await balances(member)).toEqual([
      [-111, -111],
      [0, 0],
    ]);
    expect(await checkTotalsOf(testApp.app.database.db, member.id)).toEqual([]);
  });

  once('what the account was charged stays where no rate says what another amount comes to', async () => {
    const member = await createMember(testApp);
    const { id } = await open(member);
    const shekels = await spend(member, { amount: 100, date: UNKNOWN });
    expect(await change(member, shekels, { originalAmount: 16, originalCurrency: 'EUR' })).toMatchObject({
      amount: 100,
      original: { amount: 16, currency: 'EUR', rate: 6.25 },
    });
    // As it is with a rate that was fixed before.
    expect(await change(member, shekels, { originalAmount: 8, originalCurrency: 'EUR' })).toMatchObject({
      amount: 50,
    });
    const dollars = await spend(member, { amount: 20, accountId: id, date: UNKNOWN });
    const inEuros = await change(member, dollars, { originalAmount: 16, originalCurrency: 'EUR' });
    expect(inEuros).toMatchObject({ amount: null, account_amount: 20, original: { amount: 16 } });
    expect(await balances(member)).toEqual([
      [-50, -50],
      [-20, 0],
    ]);
    const { template } = await makeTemplate(testApp, member, { start_date: '2026-01-05', day_of_month: 5 });
    const [first] = await occurrencesOf(engine, member, template.id);
    for (const scope of ['future', 'all']) {
      const paid = { originalAmount: 5, originalCurrency: 'EUR', scope };
      const answer = await call(member, 'PUT', `/transactions/expense/${first?.id}`, paid);
      expect([scope, answer.status]).toEqual([scope, 200]);
    }
    const { data } = await call(member, 'GET', `/transactions/templates/${template.id}`);
    expect(data).toMatchObject({ template: { amount: template.amount } });
    expect(await checkTotalsOf(testApp.app.database.db, member.id)).toEqual([]);
  });

  once('no transaction moves to where it would be worth nothing, because no rate is known', async () => {
    const member = await createMember(testApp);
    const { id } = await open(member);
    const shekels = await spend(member, { amount: 37, date: UNKNOWN });
    const known = await spend(member, { amount: 37 });
    const path = `/transactions/expense/${shekels.id}`;
    for (const body of [{ accountId: id }, { accountId: id, amount: 37 }]) {
      const refused = await call<never>(member, 'PUT', path, body);
      expect(refused.status).toBe(400);
      expect(refused.error.details).toMatchObject([{ field: 'amount' }]);
    }
    const moved = await call(member, 'POST', '/transactions/bulk-update', {
      transactionIds: [shekels.id, known.id],
      changes: { accountId: id },
    });
    expect(moved.data).toMatchObject({ updated_count: 1, failed: 1 });
    expect(await balances(member)).toEqual([
      [-37, -37],
      [-10, -37],
    ]);
    // What the account was charged may be said.
    expect(await change(member, shekels, { accountId: id, amount: 11 })).toMatchObject({
      account_amount: 11,
    });
    const dollars = await spend(member, { amount: 20, accountId: id, date: UNKNOWN });
    const back = await call(member, 'PUT', `/transactions/expense/${dollars.id}`, {
      accountId: FIRST_ACCOUNT,
    });
    expect(back.status).toBe(400);
    const before = await balances(member);
    const merge = () => call<never>(member, 'DELETE', `/accounts/${id}?moveTo=${FIRST_ACCOUNT}`);
    const refused = await merge();
    expect([refused.status, refused.error.details]).toMatchObject([400, [{ field: 'moveTo' }]]);
    expect(await balances(member)).toEqual(before);
    await change(member, dollars, { rate: 4 });
    await change(member, shekels, { convertedAmount: 40 });
    expect((await merge()).status).toBe(200);
    expect(await balances(member)).toEqual([[-157, -157]]);
  });

  once('what recurs in an account of another currency is in its currency', async () => {
    const member = await createMember(testApp);
    const { id } = await open(member);
    const made = await call<{ template: { id: string; amount: number } }>(
      member,
      'POST',
      '/transactions/templates',
      {
        amount: -10,
        description: 'Storage',
        accountId: id,
        interval_type: 'monthly',
        start_date: '2026-06-15',
      },
    );
    expect(made.data.template).toMatchObject({ amount: 37 });
    expect(await balances(member)).toEqual([
      [0, 0],
      [-10, -37],
    ]);
    const path = `/transactions/templates/${made.data.template.id}`;
    const same = await call<{ template: object }>(member, 'PUT', path, { amount: 37, scope: 'all' });
    expect(same.data.template).toMatchObject({ amount: 37 });
    const dearer = await call<{ template: object }>(member, 'PUT', path, { amount: 12, scope: 'all' });
    expect(dearer.data.template).toMatchObject({ amount: 44.4 });
    expect((await balances(member))[1]).toEqual([-12, -44.4]);
    await call(member, 'PUT', path, { accountId: FIRST_ACCOUNT, scope: 'all' });
    expect(await balances(member)).toEqual([
      [-44.4, -44.4],
      [0, 0],
    ]);
    expect(await checkTotalsOf(testApp.app.database.db, member.id)).toEqual([]);
  });

  once(
    'a new amount of a series leaves what recurred in other accounts in their accounts and currencies',
    async () => {
      const member = await createMember(testApp);
      const { id: dollars } = await open(member);
      const [savings, cash] = [
        await open(member, { name: 'Savings', currency: 'ILS' }),
        await open(member, { name: 'Cash', currency: 'ILS' }),
      ];
      const balances = async () => {
        const { data } = await call<{ accounts: Account[] }>(member, 'GET', '/accounts');
        return Object.fromEntries(data.accounts.map(({ id, balance }) => [id, balance]));
      };
      const recur = async (body: object, ...changes: object[]) => {
        const { data } = await call<{ template: { id: string } }>(member, 'POST', '/transactions/templates', {
          ...{ interval_type: 'monthly', start_date: '2026-04-10', name: 'Series' },
          ...body,
        });
        for (const each of changes)
          expect(
            (await call(member, 'PUT', `/transactions/templates/${data.template.id}`, each)).status,
          ).toBe(200);
      };
      const here = { accountId: FIRST_ACCOUNT, amount: 350, scope: 'future' };
      await recur({ type: 'income', amount: 100, accountId: dollars, rate: '3.5' }, here, {
        amount: 400,
        scope: 'all',
      });
      expect(await balances()).toMatchObject({ [dollars]: 300, [FIRST_ACCOUNT]: 0 });
      const there = { accountId: dollars, amount: 30, rate: '3.5', scope: 'future' };
      await recur({ type: 'income', amount: 100 }, there, { amount: 40, scope: 'all' });
      expect(await balances()).toMatchObject({ [dollars]: 300, [FIRST_ACCOUNT]: 300 });
      const order = { type: 'transfer', amount: 50, fromAccountId: FIRST_ACCOUNT, toAccountId: savings.id };
      const elsewhere = { toAccountId: cash.id, scope: 'future' };
      await recur(order, elsewhere, { amount: 60, scope: 'all' });
      expect(await balances()).toMatchObject({ [FIRST_ACCOUNT]: 120, [savings.id]: 180, [cash.id]: 0 });
      const { data } = await call<{ transactions: Row[] }>(
        member,
        'GET',
        '/transactions?status=upcoming&includeTransfers=true&dateTo=2026-07-31',
      );
      expect(data.transactions.map((row) => row.account_amount ?? row.amount).toSorted()).toEqual([
        40, 400, 60,
      ]);
      expect(await checkTotalsOf(testApp.app.database.db, member.id)).toEqual([]);
    },
  );

  once('what recurs keeps its earlier amounts in an account of another currency', async () => {
    const member = await createMember(testApp);
    const { id } = await open(member);
    const { data } = await call<{ template: { id: string } }>(member, 'POST', '/transactions/templates', {
      amount: -10,
      description: 'Storage',
      accountId: id,
      interval_type: 'monthly',
      start_date: '2026-06-15',
    });
    const path = `/transactions/templates/${data.template.id}`;
    await call(member, 'PUT', path, { accountAmount: 12, scope: 'future' });
    const listed = async () => {
      const answer = await call<{ transactions: { amount: number; account_amount: number | null }[] }>(
        member,
        'GET',
        '/transactions?status=any&order=asc&dateFrom=2026-06-02&dateTo=2026-08-31',
      );
      return answer.data.transactions.map((row) => [row.amount, row.account_amount]);
    };
    for (const [accountId, charged] of [
      [FIRST_ACCOUNT, null],
      [id, 10],
    ] as const) {
      await call(member, 'PUT', path, { accountId, scope: 'all' });
      const rows = await listed();
      expect(rows.map(([amount]) => amount)).toEqual([37, 44.4, 44.4]);
      expect(rows.map(([, amount]) => amount)).toEqual([charged, charged && 12, charged && 12]);
    }
    expect(await checkTotalsOf(testApp.app.database.db, member.id)).toEqual([]);
  });

  once.each([
    [{ amount: 20, rate: 0 }, 'rate'],
    [{ amount: 20, rate: '0.000' }, 'rate'],
    [{ amount: 20, rate: -3 }, 'rate'],
    [{ amount: 20, rate: 'x' }, 'rate'],
    [{ amount: 20, convertedAmount: 0 }, 'convertedAmount'],
    [{ originalAmount: 20 }, 'originalCurrency'],
    [{ amount: 20, originalCurrency: 'EUR' }, 'originalAmount'],
    [{ originalAmount: 20, originalCurrency: 'XYZ' }, 'originalCurrency'],
    [{ originalAmount: 1.5, originalCurrency: 'JPY' }, 'originalAmount'],
    [{}, 'amount'],
    [{ amount: 1_000_000, rate: 3 }, 'rate'],
    [{ amount: 1_000_000 }, 'amount'],
    [{ originalAmount: 999_999, originalCurrency: 'EUR' }, 'originalAmount'],
  ])('%j is refused', async (body, field) => {
    const member = await createMember(testApp);
    const { id } = await open(member);
    const answer = await call<never>(member, 'POST', '/transactions/expense', { accountId: id, ...body });
    expect(answer.status).toBe(400);
    expect(answer.error.details).toMatchObject([{ field }]);
    expect((await balances(member)).flat()).toEqual([0, 0, 0, 0]);
    const many = { transactions: [{ type: 'expense', accountId: id, ...body }] };
    const { data } = await call<{ errors: object[] }>(member, 'POST', '/transactions/bulk', many);
    expect(data.errors).toMatchObject([{ details: [{ field }] }]);
  });

  once.each([
    [{ amount: 70, ...DOLLARS, convertedAmount: 90 }, 'convertedAmount', {}],
    [{ amount: 70, ...DOLLARS, rate: 4 }, 'rate', {}],
    [{ ...DOLLARS, convertedAmount: 70, rate: '3.6' }, 'rate', {}],
    [{ amount: 10, convertedAmount: 40 }, 'convertedAmount', {}],
    [{ amount: 10, rate: 4 }, 'rate', {}],
    [{ amount: 10, convertedAmount: 39, rate: 5 }, 'rate', { currency: 'USD' }],
    [{ amount: 10, originalAmount: 40, originalCurrency: 'ILS', rate: 4 }, 'rate', { currency: 'USD' }],
  ])('%j contradicts itself', async (body, field, account) => {
    const member = await createMember(testApp);
    const { id } = await open(member, { currency: undefined, ...account });
    const sent = { ...body, accountId: id };
    const refused = await call<never>(member, 'POST', '/transactions/expense', sent);
    expect([refused.status, refused.error.details]).toEqual([400, [{ field, message: CONTRADICTING }]]);
    const many = { transactions: [{ type: 'expense', ...sent }] };
    const { data } = await call<{ errors: object[] }>(member, 'POST', '/transactions/bulk', many);
    expect(data.errors).toMatchObject([{ details: [{ field }] }]);
    const row = await spend(member, { amount: 1, accountId: id });
    const changed = await call<never>(member, 'PUT', `/transactions/expense/${row.id}`, body);
    expect([changed.status, changed.error.details]).toEqual([400, [{ field, message: CONTRADICTING }]]);
  });

  once.each([
    [{ amount: 70, ...DOLLARS, convertedAmount: 70, rate: 3.5 }, {}],
    [{ amount: 70.01, ...DOLLARS, rate: '3.5004' }, {}],
    [{ amount: 10, convertedAmount: 10, rate: 1 }, {}],
    [{ amount: 10, convertedAmount: 37.5, rate: '3.75' }, { currency: 'USD' }],
    // A rate of two decimals is a rounded one.
    [{ amount: 1000, convertedAmount: 3754, rate: '3.75' }, { currency: 'USD' }],
  ])('%j says one thing several times', async (body, account) => {
    const member = await createMember(testApp);
    const { id } = await open(member, { currency: undefined, ...account });
    await spend(member, { ...body, accountId: id });
  });

  once('the currency of an account with transactions stays', async () => {
    const member = await createMember(testApp);
    const { id } = await open(member);
    const put = (body: object) => call<{ account: Account }>(member, 'PUT', `/accounts/${id}`, body);
    expect((await put({ currency: 'EUR' })).data.account).toMatchObject({ currency: 'EUR' });
    const row = await spend(member, { amount: 20, accountId: id });
    const refused = await put({ currency: 'USD', name: 'Rome' });
    expect(refused).toMatchObject({ status: 409, error: { code: 'CURRENCY_FIXED' } });
    expect((await put({ currency: 'EUR', name: 'Rome' })).status).toBe(200);
    await call(member, 'DELETE', `/transactions/expense/${row.id}`);
    expect((await put({ currency: 'USD' })).status).toBe(200);
  });

  once('the currency of a person stays while amounts were converted into it', async () => {
    const member = await createMember(testApp);
    const { id } = await open(member);
    const put = (currency_preference: string) =>
      call<never>(member, 'PUT', '/users/profile', { currency_preference });
    const row = await spend(member, { amount: 20, accountId: id });
    const refused = await put('USD');
    expect(refused.status).toBe(400);
    expect(refused.error.details).toMatchObject([{ field: 'currency_preference' }]);
    expect((await put('ILS')).status).toBe(200);
    await call(member, 'DELETE', `/transactions/expense/${row.id}`);
    expect((await put('USD')).status).toBe(200);
    // The account follows from now on, as one that never had another currency.
    expect((await put('EUR')).status).toBe(200);
    expect((await accounts(member)).accounts.map(({ currency }) => currency)).toEqual(['EUR', 'EUR']);
  });

  test('the transactions of a deleted account move within its currency, or into the own', async () => {
    const member = await createMember(testApp);
    const { id } = await open(member);
    const euros = await open(member, { name: 'Rome', currency: 'EUR' });
    await spend(member, { amount: 20, accountId: id, rate: 4, time: '08:00' });
    const refused = await call<never>(member, 'DELETE', `/accounts/${id}?moveTo=${euros.id}`);
    expect(refused.status).toBe(400);
    expect(refused.error.details).toMatchObject([{ field: 'moveTo' }]);
    await spend(member, { accountId: id, originalAmount: 8, originalCurrency: 'EUR', time: '23:59' });
    const before = await balances(member);
    const deleted = await call<{ undo_id: string }>(
      member,
      'DELETE',
      `/accounts/${id}?moveTo=${FIRST_ACCOUNT}`,
    );
    expect(await balances(member)).toEqual([
      [-117, -117],
      [0, 0],
    ]);
    expect(await checkTotalsOf(testApp.app.database.db, member.id)).toEqual([]);
    const { data } = await call<{ transactions: Row[] }>(member, 'GET', '/transactions');
    expect(data.transactions).toMatchObject([
      { amount: 37, account_amount: null, original: { amount: 8, currency: 'EUR' } },
      { amount: 80, account_amount: null, original: { amount: 20, currency: 'USD' } },
    ]);
    await call(member, 'POST', '/transactions/restore', { undo_id: deleted.data.undo_id });
    expect(await balances(member)).toEqual(before);
    expect(await checkTotalsOf(testApp.app.database.db, member.id)).toEqual([]);
  });

  test('what a series generated while its account was merged goes back to that account with it', async () => {
    const member = await createMember(testApp);
    const { id } = await open(member);
    const savings = await open(member, { name: 'Savings', currency: 'ILS' });
    const series = { start_date: '2026-05-15', interval_type: 'monthly' };
    const made: string[] = [];
    for (const body of [
      { name: 'Rent', type: 'expense', amount: 100, accountId: id, rate: '3.5' },
      {
        name: 'Save',
        type: 'transfer',
        amount: 70,
        fromAccountId: savings.id,
        toAccountId: id,
        amountTo: 20,
      },
    ]) {
      const answer = await call<{ template: { id: string } }>(member, 'POST', '/transactions/templates', {
        ...series,
        ...body,
      });
      expect(answer.status).toBe(201);
      made.push(answer.data.template.id);
    }
    const rows = async () => {
      const path = '/transactions?status=any&includeTransfers=true';
      const { data } = await call<{ transactions: (Row & { to_account_id?: string; amount_to?: number })[] }>(
        member,
        'GET',
        path,
      );
      return data.transactions
        .map(({ date, amount, account_id, account_amount, to_account_id, amount_to }) =>
          [date, amount, account_id, account_amount, to_account_id, amount_to].join(' '),
        )
        .toSorted();
    };
    const before = [await rows(), await balances(member)];
    const merged = await call<{ undo_id: string }>(
      member,
      'DELETE',
      `/accounts/${id}?moveTo=${FIRST_ACCOUNT}`,
    );
    for (const template of made)
      expect((await call(member, 'POST', `/transactions/templates/${template}/regenerate`)).status).toBe(200);
    await call(member, 'POST', '/transactions/restore', { undo_id: merged.data.undo_id });
    expect([await rows(), await balances(member)]).toEqual(before);
    expect(await checkTotalsOf(testApp.app.database.db, member.id)).toEqual([]);
  });

  once(
    'after any history, balances are sums of rows in their currencies, and totals of fixed amounts',
    async () => {
      const member = await createMember(testApp);
      const ids = [FIRST_ACCOUNT];
      for (const currency of ['USD', 'EUR', 'JPY'])
        ids.push((await open(member, { name: currency, currency })).id);
      let state = 7;
      const random = (below: number) => {
        state = (state * 48_271) % 2_147_483_647;
        return state % below;
      };
      const any = <Value>(values: readonly Value[]) => values[random(values.length)] as Value;
      const money = () => ({
        ...any([
          { amount: 1 + random(500) },
          { originalAmount: 1 + random(500), originalCurrency: any(['USD', 'EUR', 'JPY', 'ILS', 'GBP']) },
          { amount: 1 + random(500), originalAmount: 1 + random(90), originalCurrency: any(['GBP', 'CHF']) },
        ]),
        ...any([{}, {}, { rate: any(['3.5', '0.0257', '12']) }, { convertedAmount: 1 + random(900) }]),
      });
      const rows: Row[] = [];
      const undos: string[] = [];
      for (let step = 0; step < 60; step += 1) {
        const accountId = any(ids);
        const act = random(10);
        if (act < 4 || rows.length === 0) {
          const date = any(['2026-06-15', '2026-06-12', UNKNOWN]);
          const body = { ...money(), accountId, date };
          const answer = await call<{ transaction: Row }>(member, 'POST', '/transactions/expense', body);
          if (answer.status === 201) rows.push(answer.data.transaction);
          else expect(answer.error.details).toMatchObject([{ message: CONTRADICTING }]);
        } else if (act < 8) {
          const sent = any([money(), { accountId }, { ...money(), accountId }, { description: 'x' }]);
          const answer = await call<never>(member, 'PUT', `/transactions/expense/${any(rows).id}`, sent);
          // Some would be worth nothing in the other account.
          const refused = answer.status === 200 ? [] : (answer.error.details as FieldError[]);
          for (const { field, message } of refused)
            if (field !== 'amount') expect(message).toBe(CONTRADICTING);
        } else if (act === 8) {
          const [row] = rows.splice(random(rows.length), 1);
          const path = `/transactions/expense/${row?.id}`;
          const { data } = await call<{ undo_id: string }>(member, 'DELETE', path);
          undos.push(data.undo_id);
        } else if (undos.length > 0)
          await call(member, 'POST', '/transactions/restore', { undo_id: undos.pop() });
      }
      const { data } = await call<{ transactions: Row[]; summary: { expenses: number } }>(
        member,
        'GET',
        '/transactions?limit=100',
      );
      const minor = (amount: number) => Math.round(amount * 100);
      const sum = (list: Row[], of: (row: Row) => number) =>
        list.reduce((total, row) => total - minor(of(row)), 0);
      const all = await accounts(member);
      const listed = all.accounts;
      for (const { id, balance, balance_converted, lacks_rate } of listed) {
        const own = data.transactions.filter(({ account_id }) => account_id === id);
        expect(minor(balance)).toBe(
          sum(own, (row) => (row.account_currency === null ? row.amount : (row.account_amount ?? 0))),
        );
        expect(minor(balance_converted)).toBe(sum(own, ({ amount }) => amount));
        expect(lacks_rate).toBe(
          own.some(
            (row) => row.amount === null || (row.account_currency !== null && row.account_amount === null),
          ),
        );
      }
      expect(minor(all.net_worth)).toBe(
        listed.reduce((total, one) => total + minor(one.balance_converted), 0),
      );
      expect(all.lacking_rates).toEqual(listed.filter((one) => one.lacks_rate).map(({ id }) => id));
      expect(-minor(data.summary.expenses)).toBe(sum(data.transactions, ({ amount }) => amount));
      for (const { amount, original, account_amount, account_currency, account_id } of data.transactions) {
        const currency = listed.find(({ id }) => id === account_id)?.currency;
        if (currency === 'ILS') expect(account_amount).toBeNull();
        // What was paid in the currency of the account is known.
        else if (account_amount === null) expect(original?.currency).not.toBe(currency);
        expect(account_currency ?? 'ILS').toBe(currency);
        if (account_amount !== null) expect(original).not.toBeNull();
        if (original?.rate)
          expect(
            Math.abs(minor(amount) - multiplied(minor(original.amount), String(original.rate), 2)),
          ).toBeLessThanOrEqual(1);
      }
      expect(await checkTotalsOf(testApp.app.database.db, member.id)).toEqual([]);
    },
  );
});
