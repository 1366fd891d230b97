import { beforeEach, expect, test } from 'vitest';
import { readDayPanel } from '../../src/domain/balance/read.ts';
import { readAvailable } from '../../src/domain/budgets/available.ts';
import { FIRST_ACCOUNT } from '../../src/domain/money-accounts/first-account.ts';
import { readAccountReport } from '../../src/domain/money-accounts/report/report.ts';
import { forEachApp } from '../support/app.ts';
import { bankImports, type Line } from '../support/bank-imports.ts';
import { contextOf, createMember, keepSignedIn, type Member, type Transaction } from '../support/members.ts';

interface Expected {
  amount: number;
  charge_date: string;
  installment: { n: number; of: number };
}

type Listed = Transaction & { charge_date: string; payments_end: boolean; installment: { n: number } | null };

/** The third of ten payments of 450, charged on 10 June; today is 15 June. */
const SOFA = {
  date: '2026-03-05',
  amount: -450,
  description: 'Oak Sofas',
  account: '7716',
  chargeDate: '2026-06-10',
  installment: { n: 3, of: 10, total: 4500 },
};

const payment = (n: number, more: object = {}) => ({
  ...SOFA,
  chargeDate: `2026-${String(n + 3).padStart(2, '0')}-10`,
  installment: { n, of: 10, total: 4500 },
  ...more,
});

/** A payment of which nobody says the charge. */
const unsaid = (n: number, date = '2026-05-05') => payment(n, { date, chargeDate: undefined });

const byNumber = (one: Listed, other: Listed) => (one.installment?.n ?? 0) - (other.installment?.n ?? 0);

forEachApp((testApp, engine) => {
  const { once } = engine;
  const { sendRows, undo, preview, carryOut } = bankImports(testApp);

  beforeEach(() => testApp.setClock('2026-06-15T09:00:00Z'));

  const call = <Data>(member: Member, method: string, path: string, body?: object) =>
    testApp.call<Data>(method, path, { as: member, ...(body && { body }) });

  const withCard = async (more: object = {}) => {
    const member = await createMember(testApp);
    await keepSignedIn(engine, member);
    const { data } = await call<{ account: { id: string } }>(member, 'POST', '/accounts', {
      ...{ name: 'Max', kind: 'credit_card', number: '7716', billing_day: 10, pays_from: FIRST_ACCOUNT },
      ...more,
    });
    return { member, card: data.account.id };
  };
  /** What a program sends on one day is one import. */
  const sendOn = async (member: Member, day: string, ...rows: object[]) => {
    testApp.setClock(`${day}T09:00:00Z`);
    return (await sendRows(member, rows)).import.id;
  };
  const listed = async (member: Member) =>
    (await call<{ transactions: Listed[] }>(member, 'GET', '/transactions?status=any&limit=100')).data
      .transactions;
  const upcoming = async (member: Member) => {
    const { data } = await call<{
      transactions: object[];
      expected_payments: Expected[];
      projection: { in_90_days: { balance: number } };
    }>(member, 'GET', '/transactions/upcoming');
    return { ...data, balance: data.projection.in_90_days.balance };
  };
  const expectedOf = async (member: Member) =>
    (await upcoming(member)).expected_payments.map(({ installment: { n }, charge_date, amount }) =>
      [n, charge_date, amount].join(' '),
    );

  const readInto = async (other: Member, member: Member) => {
    const headers = { authorization: `Bearer ${member.accessToken}` };
    const file = await testApp.request('/api/v1/users/export-account', { headers });
    await carryOut(other, (await preview(other, Buffer.from(await file.arrayBuffer()))).id);
  };
  const copyOf = async (member: Member) => {
    const copy = await createMember(testApp);
    await keepSignedIn(engine, copy);
    await readInto(copy, member);
    return copy;
  };

  once('the payments after one that a file has shown are expected, and are no transactions', async () => {
    const { member, card } = await withCard();
    const made = await sendOn(member, '2026-06-15', SOFA);
    expect(await listed(member)).toHaveLength(1);
    expect(await expectedOf(member)).toEqual(['4 2026-07-10 450', '5 2026-08-10 450', '6 2026-09-10 450']);
    // Charged on 10 June, July, August and September.
    expect((await upcoming(member)).balance).toBe(-1800);
    const context = await contextOf(testApp, member);
    expect((await readDayPanel(context, '2026-08-10')).balance).toBe(-135_000);
    // Between the day of a payment and its charge, nothing that was bought is missing.
    expect((await readDayPanel(context, '2026-06-29')).uncharged).toBe(0);
    const report = await readAccountReport(context, card);
    // The third, and the one of September, which is charged in October.
    expect(report.ahead.last.balance).toBe(-90_000);
    expect(report.card).toMatchObject({
      current: { date: '2026-07-10', amount: 45_000, count: 0, expected: 1 },
      next: { date: '2026-08-10', amount: 45_000 },
      later: { amount: 5 * 45_000, count: 5 },
      plans: [{ next: 4, total: 10, left: 7 * 45_000, until: '2027-01-10' }],
    });
    const payer = await readAccountReport(context, FIRST_ACCOUNT);
    expect(payer.ahead.last.balance).toBe(-3 * 45_000);
    await undo(member, made);
    expect(await upcoming(member)).toMatchObject({ expected_payments: [], balance: 0 });
  });

  once('what is recorded to be paid to a card pays for those too', async () => {
    const { member, card } = await withCard();
    await sendOn(member, '2026-06-15', SOFA);
    await call(member, 'POST', '/transactions/transfer', {
      ...{ fromAccountId: FIRST_ACCOUNT, toAccountId: card, amount: 450, date: '2026-07-10' },
    });
    const context = await contextOf(testApp, member);
    expect((await readAccountReport(context, card)).ahead.last.balance).toBe(-90_000);
    expect((await readAccountReport(context, FIRST_ACCOUNT)).ahead.last.balance).toBe(-3 * 45_000);
  });

  once('budgets know those of which each has its own day', async () => {
    const { member } = await withCard();
    await keepSignedIn(engine, member);
    const { data: made } = await call<{ category: { id: string } }>(member, 'POST', '/categories', {
      ...{ name: 'Furniture', type: 'expense' },
    });
    const category = made.category.id;
    await call(member, 'POST', '/budgets', {
      ...{ categoryIds: [category], period: 'monthly', amount: 1000, from: '2026-05-01' },
    });
    const own = (n: number, date: string) =>
      payment(n, { date, chargeDate: undefined, installment: { n, of: 6 } });
    await sendOn(member, '2026-06-15', own(1, '2026-05-02'), own(2, '2026-06-02'));
    for (const { id } of await listed(member))
      await call(member, 'PUT', `/transactions/expense/${id}`, { categoryId: category });
    const stateOn = async (date: string) =>
      (await call<{ states: object[] }>(member, 'GET', `/budgets/state?date=${date}`)).data.states;
    expect(await stateOn('2026-07-01')).toMatchObject([{ spent: 0, committed: 450, projected: 450 }]);
  });

  once('what follows a payment that was deleted alone follows its category too, and back', async () => {
    const { member } = await withCard();
    const made: string[] = [];
    const budgets: string[] = [];
    for (const name of ['Furniture', 'Home', 'House']) {
      const body = { name, type: 'expense' };
      const { data } = await call<{ category: { id: string } }>(member, 'POST', '/categories', body);
      made.push(data.category.id);
      const budget = await call<{ budget: { id: string } }>(member, 'POST', '/budgets', {
        ...{ categoryIds: [data.category.id], period: 'monthly', amount: 1000, from: '2026-06-01' },
      });
      budgets.push(budget.data.budget.id);
    }
    const [furniture = '', home = '', house = ''] = made;
    const bought = { date: '2026-06-05', installment: { n: 1, of: 4 } };
    await sendOn(member, '2026-06-15', payment(3, { ...bought, chargeDate: '2026-06-10' }));
    const [first] = await listed(member);
    await call(member, 'PUT', `/transactions/expense/${first?.id}`, { categoryId: furniture });
    await call(member, 'DELETE', `/transactions/expense/${first?.id}`);
    const committed = async () => {
      const { data } = await call<{ states: { budget_id: string; committed: number }[] }>(
        ...([member, 'GET', '/budgets/state'] as const),
      );
      return budgets.map((id) => data.states.find(({ budget_id }) => budget_id === id)?.committed);
    };
    expect(await committed()).toEqual([1350, 0, 0]);
    const undos: string[] = [];
    for (const [from, to] of [
      [furniture, home],
      [home, house],
    ]) {
      const path = `/categories/${from}?moveTo=${to}`;
      undos.push((await call<{ undo_id: string }>(member, 'DELETE', path)).data.undo_id);
      testApp.advance(1);
    }
    expect((await committed()).at(-1)).toBe(1350);
    expect(await expectedOf(await copyOf(member))).toEqual(await expectedOf(member));
    // The first goes back first: what has passed on since follows it.
    for (const [index, undo_id] of undos.entries()) {
      await call(member, 'POST', '/transactions/restore', { undo_id });
      if (index === 0) expect((await committed())[0]).toBe(1350);
    }
    expect(await committed()).toEqual([1350, 0, 0]);
    const { data } = await call<{ undo_id: string }>(member, 'DELETE', `/categories/${furniture}`);
    expect(await committed()).not.toContain(1350);
    await call(member, 'POST', '/transactions/restore', { undo_id: data.undo_id });
    expect(await committed()).toEqual([1350, 0, 0]);
  });

  once('budgets know those with the day of the purchase before they come', async () => {
    const { member } = await withCard();
    const { data: made } = await call<{ category: { id: string } }>(member, 'POST', '/categories', {
      ...{ name: 'Furniture', type: 'expense' },
    });
    const categoryId = made.category.id;
    await call(member, 'POST', '/budgets', {
      ...{ categoryIds: [categoryId], period: 'monthly', amount: 1000, carry: 'all', from: '2026-06-01' },
    });
    await call(member, 'PUT', `/accounts/${FIRST_ACCOUNT}`, { opening_balance: 5000 });
    await call(member, 'POST', '/transactions/templates', {
      ...{ name: 'Salary', description: 'Salary', type: 'income', amount: 9000 },
      ...{ interval_type: 'monthly', start_date: '2026-07-20' },
    });
    const stateOn = async (date: string) => {
      const { data } = await call<{
        states: { carried: number; spent: number; committed: number }[];
        available: { free: { amount: number } };
      }>(member, 'GET', `/budgets/state?date=${date}`);
      const [state] = data.states;
      return [state?.carried, state?.spent, state?.committed, data.available?.free.amount];
    };
    const part = (n: number) =>
      payment(n, { date: '2026-06-05', chargeDate: `2026-0${n + 5}-10`, installment: { n, of: 3 } });
    const free: unknown[] = [];
    for (const n of [1, 2, 3]) {
      await sendOn(member, '2026-06-15', part(n));
      const listedNow = await listed(member);
      const latest = listedNow.find(({ installment }) => installment?.n === n);
      await call(member, 'PUT', `/transactions/expense/${latest?.id}`, { categoryId });
      const [carried, spent, committed, left] = await stateOn('2026-06-15');
      expect([carried, spent, committed]).toEqual([0, 450 * n, 450 * (3 - n)]);
      if (n < 3) free.push(left);
      expect((await stateOn('2026-07-20')).slice(0, 3)).toEqual([-350, 0, 0]);
    }
    expect(free[1]).toBe(free[0]);
  });

  once('what can be spent lacks those before payday', async () => {
    const { member } = await withCard();
    await call(member, 'PUT', `/accounts/${FIRST_ACCOUNT}`, { opening_balance: 5000 });
    await call(member, 'POST', '/transactions/templates', {
      ...{ name: 'Salary', description: 'Salary', type: 'income', amount: 9000 },
      ...{ interval_type: 'monthly', start_date: '2026-07-20' },
    });
    await sendOn(member, '2026-06-15', SOFA);
    const { data } = await call<{ available: { amount: number } }>(member, 'GET', '/budgets/state');
    // The third payment, and those of tomorrow and of 5 July.
    expect(data.available.amount).toBe(5000 - 3 * 450);
  });

  once('those of payday are named, and the card of an old purchase is not silent', async () => {
    const { member } = await withCard();
    await call(member, 'PUT', `/accounts/${FIRST_ACCOUNT}`, { opening_balance: 5000 });
    await call(member, 'POST', '/transactions/templates', {
      ...{ name: 'Salary', description: 'Salary', type: 'income', amount: 9000 },
      ...{ interval_type: 'monthly', start_date: '2026-07-05' },
    });
    await sendOn(member, '2026-06-15', payment(4));
    expect(await readAvailable(await contextOf(testApp, member))).toMatchObject({
      onPayday: { date: '2026-07-05', amount: 45_000 },
      silent: [],
    });
    testApp.setClock('2026-08-20T09:00:00Z');
    expect(await readAvailable(await contextOf(testApp, member))).toMatchObject({
      silent: [{ since: '2026-06-10' }],
    });
  });

  test('files in any order, and their undo, change nothing in what follows from what is there', async () => {
    const { member } = await withCard();
    const rest = ['4 2026-07-10 450', '5 2026-08-10 450', '6 2026-09-10 450'];
    const third = await sendOn(member, '2026-06-15', SOFA);
    const fourth = await sendOn(member, '2026-06-16', payment(4));
    expect(await expectedOf(member)).toEqual(rest.slice(1));
    const second = await sendOn(member, '2026-06-17', payment(2), payment(1));
    expect(await expectedOf(member)).toEqual(rest.slice(1));
    await undo(member, fourth);
    expect(await expectedOf(member)).toEqual(rest);
    await undo(member, third);
    expect(await expectedOf(member)).toEqual(rest);
    await undo(member, second);
    expect(await listed(member)).toEqual([]);
    expect(await expectedOf(member)).toEqual([]);
    await sendOn(member, '2026-06-18', payment(10, { chargeDate: '2027-01-10' }));
    await sendOn(member, '2026-06-19', SOFA);
    expect(await expectedOf(member)).toEqual([]);
    expect((await upcoming(member)).balance).toBe(-450);
  });

  once('two purchases alike are two, and a refund or what is charged already is none', async () => {
    const { member } = await withCard();
    const other = { description: 'Desk', amount: -90, installment: { n: 3, of: 10, total: 900 } };
    await sendOn(member, '2026-06-15', SOFA, SOFA, payment(2), { ...SOFA, ...other });
    const july = (await expectedOf(member)).filter((text) => text.startsWith('4 '));
    expect(july.toSorted()).toEqual(['4 2026-07-10 450', '4 2026-07-10 450', '4 2026-07-10 90']);
    const early = await withCard();
    await sendOn(
      early.member,
      '2026-06-15',
      payment(3, { installment: { n: 3, of: 5 }, chargeDate: '2026-04-10' }),
      payment(2, { amount: 450, description: 'Sofa back' }),
    );
    expect(await expectedOf(early.member)).toEqual([]);
  });

  once('a payment that is there is not expected, however its purchase is told', async () => {
    // Each payment on its own day, in months of other lengths.
    const dated = await withCard();
    const own = (n: number, date: string) =>
      payment(n, { date, chargeDate: undefined, installment: { n, of: 5 } });
    await sendOn(dated.member, '2026-06-15', own(1, '2026-05-31'), own(2, '2026-06-30'));
    expect(await expectedOf(dated.member)).toEqual(['3 2026-08-10 450', '4 2026-09-10 450']);
    // Bought on the billing day: a month after each payment is its charge.
    const onDay = await withCard();
    const { id: cash } = (
      await call<{ account: { id: string } }>(onDay.member, 'POST', '/accounts', { name: 'Cash' })
    ).data.account;
    const months = [1, 2, 3].map((n) =>
      payment(n, { date: `2026-0${n + 2}-10`, chargeDate: `2026-0${n + 3}-10`, installment: { n, of: 4 } }),
    );
    await sendOn(onDay.member, '2026-06-15', ...months);
    expect(await expectedOf(onDay.member)).toEqual(['4 2026-07-10 450']);
    const inAccounts = async (...ids: string[]) => {
      const path = `/transactions/upcoming?account=${ids.join()}`;
      return (await call<{ projection: { in_90_days: { balance: number } } }>(onDay.member, 'GET', path)).data
        .projection.in_90_days.balance;
    };
    // That payment is charged to the first one, and what nobody has paid stays on the card.
    expect(await inAccounts(FIRST_ACCOUNT)).toBe(-450);
    expect(await inAccounts(onDay.card)).toBe(-1350);
    expect(await inAccounts(FIRST_ACCOUNT, onDay.card, cash)).toBe(-1800);
    // Changed by hand, or with the number in its text.
    const { member, card } = await withCard();
    await sendOn(member, '2026-06-15', payment(2, { description: 'Oak Sofas 2/10', amount: -700 }));
    await sendOn(member, '2026-06-16', { ...SOFA, description: 'Oak Sofas 3/10' });
    const rest = ['4 2026-07-10 450', '5 2026-08-10 450', '6 2026-09-10 450'];
    expect(await expectedOf(member)).toEqual(rest);
    for (const { id } of await listed(member))
      await call(member, 'PUT', `/transactions/expense/${id}`, {
        date: '2026-06-01',
        description: `My ${id}`,
      });
    expect(await expectedOf(member)).toEqual(rest);
    // On the card that took the place of a lost one.
    const { data } = await call<{ account: { id: string } }>(member, 'POST', '/accounts', {
      ...{ name: 'New', kind: 'credit_card', number: '9999', billing_day: 10, pays_from: FIRST_ACCOUNT },
    });
    await sendOn(member, '2026-06-17', payment(4, { account: '9999' }));
    expect(await expectedOf(member)).toEqual(rest.slice(1));
    await call(member, 'PUT', `/accounts/${card}`, { is_archived: true });
    expect(await expectedOf(member)).toEqual(rest.slice(1));
    const [latest] = (await listed(member)).filter(({ installment }) => installment?.n === 4);
    await call(member, 'PUT', `/transactions/expense/${latest?.id}`, { accountId: FIRST_ACCOUNT });
    expect(await expectedOf(member)).toEqual([]);
    await call(member, 'PUT', `/transactions/expense/${latest?.id}`, { accountId: data.account.id });
    expect(await expectedOf(member)).toEqual(rest.slice(1));
    await call(member, 'PUT', `/accounts/${data.account.id}`, { is_archived: true });
    expect(await expectedOf(member)).toEqual([]);
  });

  once('payments that are charged in one month are of several purchases', async () => {
    const shown = (n: number, description: string, date: string, amount = -100) =>
      payment(n, { description, amount, date, chargeDate: '2026-07-10', installment: { n, of: 3 } });
    const near = await withCard();
    await sendOn(near.member, '2026-06-15', shown(2, 'Oak Sofas', '2026-06-11'));
    await sendOn(near.member, '2026-06-15', shown(1, 'Phones', '2026-06-13', -110));
    const ofPhone = ['2 2026-08-10 110', '3 2026-09-10 110'];
    expect((await expectedOf(near.member)).toSorted()).toEqual([...ofPhone, '3 2026-08-10 100'].toSorted());
    const monthly = await withCard();
    await sendOn(monthly.member, '2026-06-15', ...[3, 2, 1].map((n) => shown(n, 'Lenses', '2026-06-12')));
    expect((await expectedOf(monthly.member)).toSorted()).toEqual(
      ['2 2026-08-10 100', '3 2026-08-10 100', '3 2026-09-10 100'].toSorted(),
    );
  });

  once(
    'payments on another card are of another purchase, unless it took the place of the first',
    async () => {
      const { member } = await withCard();
      const { data } = await call<{ account: { id: string } }>(member, 'POST', '/accounts', {
        ...{ name: 'New', kind: 'credit_card', number: '9999', billing_day: 10, pays_from: FIRST_ACCOUNT },
      });
      const shown = (n: number, more: object = {}) =>
        payment(n, {
          date: '2026-05-12',
          installment: { n, of: 3 },
          chargeDate: `2026-0${n + 5}-10`,
          ...more,
        });
      const alike = { description: 'Phones', amount: -100 };
      await sendOn(member, '2026-06-15', shown(1, { ...alike, account: '9999' }));
      await sendOn(member, '2026-06-16', shown(1, alike));
      await sendOn(member, '2026-06-17', shown(2, alike));
      const on = async (account: string) =>
        (
          await call<{ expected_payments: Expected[] }>(
            member,
            'GET',
            `/transactions/upcoming?account=${account}`,
          )
        ).data.expected_payments;
      expect((await on(data.account.id)).map(({ installment: { n } }) => n)).toEqual([2, 3]);
      expect(await expectedOf(member)).toEqual(['2 2026-07-10 100', '3 2026-08-10 100', '3 2026-08-10 100']);
      const other = await withCard();
      await call(other.member, 'POST', '/accounts', {
        ...{ name: 'New', kind: 'credit_card', number: '9999', billing_day: 10, pays_from: FIRST_ACCOUNT },
      });
      await sendOn(other.member, '2026-06-15', shown(1, { amount: -100 }));
      await sendOn(
        other.member,
        '2026-06-16',
        shown(2, { description: 'Super', amount: -95, account: '9999' }),
        shown(3, { description: 'Super', amount: -95, account: '9999' }),
      );
      expect(await expectedOf(other.member)).toEqual(['2 2026-07-10 100', '3 2026-08-10 100']);
    },
  );

  once('two payments of which nobody said the charge tell whether each has its own day', async () => {
    const own = (of: number) => (n: number, date: string) =>
      payment(n, { date, chargeDate: undefined, installment: { n, of } });
    const six = await withCard();
    await sendOn(six.member, '2026-06-15', own(6)(1, '2026-05-02'), own(6)(2, '2026-06-02'));
    expect(await expectedOf(six.member)).toEqual([
      '3 2026-07-10 450',
      '4 2026-08-10 450',
      '5 2026-09-10 450',
    ]);
    const ten = await withCard();
    const months = [1, 2, 3].map((n) => own(10)(n, `2026-0${n}-05`));
    await sendOn(ten.member, '2026-06-15', ...months);
    expect(await expectedOf(ten.member)).toEqual([
      '7 2026-07-10 450',
      '8 2026-08-10 450',
      '9 2026-09-10 450',
    ]);
  });

  test.each([
    ['first', [1, 2, 3]],
    ['last', [3, 1, 2]],
  ])('payments on the day of the purchase are charged monthly, the %s one first', async (_, order) => {
    const { member } = await withCard();
    for (const [index, n] of order.entries()) await sendOn(member, `2026-06-1${5 + index}`, unsaid(n));
    const rows = (await listed(member)).toSorted(byNumber);
    expect(rows.map(({ charge_date }) => charge_date)).toEqual(['2026-05-10', '2026-06-10', '2026-07-10']);
    expect((await expectedOf(member))[0]).toBe('4 2026-08-10 450');
    // Sent again, they are known.
    expect(await sendRows(member, [unsaid(1), unsaid(3)])).toMatchObject({ added: 0, matched: 2 });
  });

  once('a payment on the day of the purchase comes into the month of its charge for checks', async () => {
    const { member, card } = await withCard();
    await sendOn(member, '2026-06-15', unsaid(1));
    const check = { date: '2026-05-20', balance: -450 };
    await call(member, 'POST', `/accounts/${card}/reconcile`, check);
    expect(await sendRows(member, [unsaid(2)])).toMatchObject({ added: 1, errors: [] });
  });

  once(
    'equal purchases of each month, whose payments have days of their own, are charged as those say',
    async () => {
      const { member } = await withCard();
      for (const month of [2, 3, 4, 5]) {
        const rows = [1, 2, 3].filter((n) => n < month);
        const own = (n: number) => unsaid(n, `2026-0${month}-05`);
        await sendOn(member, '2026-06-15', ...rows.map(own));
      }
      const rows = await listed(member);
      expect(rows.map(({ charge_date }) => charge_date)).toEqual(
        rows.map(({ date }) => `${date.slice(0, 8)}10`),
      );
    },
  );

  test('a person can end what is expected of a purchase, and expect it again', async () => {
    const { member, card } = await withCard();
    await sendOn(member, '2026-06-15', SOFA, payment(4));
    const [last, first] = await listed(member);
    const rest = await expectedOf(member);
    expect(rest).toEqual(['5 2026-08-10 450', '6 2026-09-10 450']);
    const { balance } = await upcoming(member);
    const address = `/transactions/expense/${first?.id}`;
    const change = (body: object, path = address) =>
      call<{ transaction: Listed; undo_id: string | null }>(member, 'PUT', path, body);
    const { data: ended } = await change({ payments_end: true, basedOn: first?.updated_at });
    expect(ended.transaction).toMatchObject({ payments_end: true, amount: 450 });
    expect(await expectedOf(member)).toEqual([]);
    // Charged on 10 June and July, and nothing later.
    expect((await upcoming(member)).balance).toBe(balance + 2 * 450);
    const context = await contextOf(testApp, member);
    expect((await readAccountReport(context, card)).card).toMatchObject({
      ...{ next: { amount: 0 }, later: { amount: 0 } },
      plans: [{ next: 5, isEnded: true }],
    });
    const { data: other } = await call<{ transaction: Listed }>(member, 'GET', `/transactions/${last?.id}`);
    expect(other.transaction).toMatchObject({ payments_end: true });
    // As it was answered says nothing, and another version is not overwritten.
    const again = await change({ ...ended.transaction, basedOn: ended.transaction.updated_at });
    expect(again.data.undo_id).toBeNull();
    const stale = await change({ payments_end: false, basedOn: first?.updated_at });
    expect(stale.status).toBe(409);
    await call(member, 'POST', '/transactions/restore', { undoId: ended.undo_id });
    expect(await expectedOf(member)).toEqual(rest);
    await change({ payments_end: true });
    // Whichever of them is deleted, the purchase stays ended.
    await call(member, 'DELETE', `/transactions/expense/${last?.id}`);
    expect(await expectedOf(member)).toEqual([]);
    await change({ payments_end: false });
    expect(await expectedOf(member)).toEqual(rest);
  });

  once(
    'a payment of a purchase that has ended comes in, with a word about it, and ends it as before',
    async () => {
      const { member } = await withCard();
      await sendOn(member, '2026-06-15', SOFA);
      const [third] = await listed(member);
      await call(member, 'PUT', `/transactions/expense/${third?.id}`, { payments_end: true });
      const id = await sendOn(member, '2026-07-15', payment(4), payment(1, { date: '2026-07-01' }));
      const { data } = await call<{ rows: Line[] }>(member, 'GET', `/imports/${id}/rows`);
      expect(data.rows.map(({ state, decision, why }) => ({ state, decision, why }))).toEqual([
        { state: 'new', decision: 'import', why: 'No more payments of this purchase were expected' },
        { state: 'new', decision: 'import', why: null },
      ]);
      // Those of the other purchase alone.
      expect((await upcoming(member)).expected_payments.map(({ installment: { n } }) => n)).toEqual([
        2, 3, 4,
      ]);
      const ended = (await listed(member)).map(({ installment, payments_end }) => [
        installment?.n,
        payments_end,
      ]);
      expect(ended.toSorted()).toEqual([
        [1, false],
        [3, true],
        [4, true],
      ]);
    },
  );

  once('deleting later payments that files brought ends what is expected, until it is undone', async () => {
    const { member } = await withCard();
    await sendOn(member, '2026-06-15', SOFA, payment(4));
    const [fourth] = await listed(member);
    const rest = await expectedOf(member);
    const { data } = await call<{ deleted_count: number; undo_id: string }>(
      ...([member, 'DELETE', `/transactions/expense/${fourth?.id}?deleteFuture=true`] as const),
    );
    expect(data.deleted_count).toBe(1);
    expect(await expectedOf(member)).toEqual([]);
    await call(member, 'POST', '/transactions/restore', { undoId: data.undo_id });
    expect(await listed(member)).toMatchObject([{ payments_end: false }, { payments_end: false }]);
    expect(await expectedOf(member)).toEqual(rest);
  });

  const removePayment = async (member: Member, id: string | undefined, query = '') => {
    const path = `/transactions/expense/${id}${query}`;
    return (await call<{ undo_id: string }>(member, 'DELETE', path)).data.undo_id;
  };
  const restore = (member: Member, undoId: string) =>
    call(member, 'POST', '/transactions/restore', { undoId });
  const REST = ['4 2026-07-10 450', '5 2026-08-10 450', '6 2026-09-10 450'];

  once('a payment that is deleted alone leaves those after it, until its import is undone', async () => {
    const { member } = await withCard();
    const made = await sendOn(member, '2026-06-15', SOFA);
    const [third] = await listed(member);
    const undoId = await removePayment(member, third?.id);
    expect(await listed(member)).toEqual([]);
    expect(await expectedOf(member)).toEqual(REST);
    // Without that of 10 June.
    expect((await upcoming(member)).balance).toBe(-1350);
    expect((await upcoming(member)).expected_payments[0]).toMatchObject({ transaction_id: null });
    const copy = await copyOf(member);
    expect(await expectedOf(copy)).toEqual(REST);
    const [imported] = (await call<{ imports: { id: string }[] }>(copy, 'GET', '/imports')).data.imports;
    await undo(copy, imported?.id ?? '');
    expect(await expectedOf(copy)).toEqual([]);
    await restore(member, undoId);
    expect(await expectedOf(member)).toEqual(REST);
    expect((await upcoming(member)).balance).toBe(-1800);
    await removePayment(member, third?.id);
    await undo(member, made);
    expect(await expectedOf(member)).toEqual([]);
  });

  once('a payment that was deleted alone and comes again is of the same purchase', async () => {
    const { member } = await withCard();
    await sendOn(member, '2026-06-15', SOFA, SOFA);
    const [third] = await listed(member);
    const both = REST.flatMap((text) => [text, text]);
    expect(await expectedOf(member)).toEqual(both);
    await removePayment(member, third?.id);
    expect(await expectedOf(member)).toEqual(both);
    const again = await sendOn(member, '2026-06-16', SOFA, SOFA);
    expect(await listed(member)).toHaveLength(2);
    expect(await expectedOf(member)).toEqual(both);
    await undo(member, again);
    expect(await expectedOf(member)).toEqual(both);
    await sendOn(member, '2026-07-15', payment(4), payment(4));
    expect(await expectedOf(member)).toEqual([
      ...['5 2026-08-10 450', '5 2026-08-10 450', '6 2026-09-10 450', '6 2026-09-10 450'],
      ...['7 2026-10-10 450', '7 2026-10-10 450'],
    ]);
  });

  once('one that came again and is deleted once more is expected once, or no more', async () => {
    const { member } = await withCard();
    await sendOn(member, '2026-06-15', SOFA);
    await removePayment(member, (await listed(member))[0]?.id);
    await sendOn(member, '2026-06-16', SOFA);
    const [again] = await listed(member);
    const alone = await removePayment(member, again?.id);
    expect(await expectedOf(member)).toEqual(REST);
    await restore(member, alone);
    await removePayment(member, again?.id, '?deleteAll=true');
    expect(await expectedOf(member)).toEqual([]);
  });

  once('all payments of one that came again end, until that is undone', async () => {
    const { member } = await withCard();
    await sendOn(member, '2026-06-15', SOFA);
    await removePayment(member, (await listed(member))[0]?.id);
    await sendOn(member, '2026-06-16', SOFA);
    const [again] = await listed(member);
    const all = await removePayment(member, again?.id, '?deleteAll=true');
    expect(await expectedOf(member)).toEqual([]);
    await restore(member, all);
    expect(await expectedOf(member)).toEqual(REST);
  });

  once('one that was deleted alone ends with its purchase, and is restored with it', async () => {
    const { member } = await withCard();
    await sendOn(member, '2026-06-15', SOFA, payment(4));
    const [fourth, third] = await listed(member);
    await removePayment(member, fourth?.id);
    expect(await expectedOf(member)).toEqual(REST.slice(1));
    const all = await removePayment(member, third?.id, '?deleteAll=true');
    expect(await expectedOf(member)).toEqual([]);
    await restore(member, all);
    expect(await expectedOf(member)).toEqual(REST.slice(1));
    const end = (payments_end: boolean) =>
      call(member, 'PUT', `/transactions/expense/${third?.id}`, { payments_end });
    await end(true);
    expect(await expectedOf(member)).toEqual([]);
    // Ended as it was, whichever of them is there.
    const alone = await removePayment(member, third?.id);
    expect(await expectedOf(member)).toEqual([]);
    expect(await expectedOf(await copyOf(member))).toEqual([]);
    await restore(member, alone);
    await end(false);
    expect(await expectedOf(member)).toEqual(REST.slice(1));
    await end(true);
    const id = await sendOn(member, '2026-06-16', payment(5));
    const { data: lines } = await call<{ rows: Line[] }>(member, 'GET', `/imports/${id}/rows`);
    expect(lines.rows).toMatchObject([{ why: 'No more payments of this purchase were expected' }]);
    expect(await expectedOf(member)).toEqual([]);
  });

  once('what a deleted payment left goes with its card to another one, and back', async () => {
    const { member, card } = await withCard();
    await sendOn(member, '2026-06-15', SOFA);
    const [third] = await listed(member);
    await removePayment(member, third?.id);
    const { data } = await call<{ account: { id: string } }>(member, 'POST', '/accounts', {
      ...{ name: 'Visa', kind: 'credit_card', billing_day: 10, pays_from: FIRST_ACCOUNT },
    });
    const cards = async () => {
      const { expected_payments } = await upcoming(member);
      return new Set(expected_payments.map((one) => (one as Expected & { account_id: string }).account_id));
    };
    const path = `/accounts/${card}?moveTo=${data.account.id}`;
    const { data: removed } = await call<{ undo_id: string }>(member, 'DELETE', path);
    expect(await cards()).toEqual(new Set([data.account.id]));
    await restore(member, removed.undo_id);
    expect(await cards()).toEqual(new Set([card]));
  });

  once('only a payment that a file brought is the last one by word', async () => {
    const { member, card } = await withCard();
    const { data } = await call<{ transactions: { id: string }[] }>(member, 'POST', '/transactions/expense', {
      ...{ amount: 300, description: 'Chairs', date: '2026-06-15', accountId: card, installments: 3 },
    });
    const address = `/transactions/expense/${data.transactions[0]?.id}`;
    const refused = await call<object>(member, 'PUT', address, { payments_end: true });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('payments_end')]);
    expect((await call(member, 'PUT', address, { payments_end: false })).status).toBe(200);
  });

  once('the copy of an account knows which purchases have ended', async () => {
    const { member } = await withCard();
    await sendOn(member, '2026-06-15', SOFA, payment(1, { date: '2026-06-01', chargeDate: '2026-06-10' }));
    const third = (await listed(member)).find(({ installment }) => installment?.n === 3);
    await call(member, 'PUT', `/transactions/expense/${third?.id}`, { payments_end: true });
    const rest = await expectedOf(member);
    expect(rest).toHaveLength(3);
    const copy = await copyOf(member);
    expect(await expectedOf(copy)).toEqual(rest);
  });

  once('the copy of an account knows how payments were shown that were changed since', async () => {
    const { member } = await withCard();
    await sendOn(member, '2026-06-15', SOFA, payment(4));
    const changes = [
      { date: '2026-07-09', description: 'The rest of it' },
      { description: 'My sofa', amount: 200 },
    ];
    for (const [index, { id }] of (await listed(member)).entries())
      await call(member, 'PUT', `/transactions/expense/${id}`, changes[index]);
    const rest = await expectedOf(member);
    expect(rest.map((text) => text.split(' ')[0])).toEqual(['5', '6']);
    const copy = await copyOf(member);
    expect(await listed(copy)).toHaveLength(2);
    expect(await expectedOf(copy)).toEqual(rest);
  });

  once('the copy of an account knows what banks said of charges', async () => {
    const { member } = await withCard();
    // Of two purchases, because both are charged in June; and one whose charge date is changed.
    const each = (n: number, description: string, chargeDate: string) =>
      payment(n, { date: '2026-05-05', chargeDate, description, installment: { n, of: 5 } });
    const rows = [each(2, 'Chairs', '2026-06-10'), each(3, 'Chairs', '2026-06-10')];
    const lenses = [each(1, 'Lenses', '2026-05-10'), each(2, 'Lenses', '2026-06-10')];
    await sendOn(member, '2026-06-15', ...rows, ...lenses);
    const changed = (await listed(member)).find(
      ({ description, installment }) => description === 'Lenses' && installment?.n === 2,
    );
    const path = `/transactions/expense/${changed?.id}`;
    expect((await call(member, 'PUT', path, { chargeDate: '2026-06-20' })).status).toBe(200);
    const rest = await expectedOf(member);
    const copy = await copyOf(member);
    expect(await expectedOf(copy)).toEqual(rest);
    await sendOn(copy, '2026-06-15', ...rows, ...lenses);
    expect(await listed(copy)).toHaveLength(4);
  });

  once('accounts in use learn from the file of an account which purchases have ended', async () => {
    const { member } = await withCard();
    await sendOn(member, '2026-06-15', SOFA, payment(4));
    const [fourth] = await listed(member);
    await call(member, 'PUT', `/transactions/expense/${fourth?.id}`, { payments_end: true });
    const { member: other } = await withCard();
    await call(other, 'POST', '/transactions/expense', { amount: 1, description: 'Bread' });
    await readInto(other, member);
    const payments = (await listed(other)).filter(({ installment }) => installment);
    expect(payments).toMatchObject([{ payments_end: true }, { payments_end: true }]);
    expect(await expectedOf(other)).toEqual([]);
  });

  once('undoing the import that told the charge of another payment takes that back', async () => {
    const { member } = await withCard();
    await sendOn(member, '2026-06-15', unsaid(2));
    const before = (await upcoming(member)).expected_payments;
    const charges = async () => (await listed(member)).map(({ charge_date }) => charge_date);
    expect(await charges()).toEqual(['2026-05-10']);
    const told = await sendOn(member, '2026-06-16', unsaid(1));
    expect((await charges()).toSorted()).toEqual(['2026-05-10', '2026-06-10']);
    await undo(member, told);
    expect(await charges()).toEqual(['2026-05-10']);
    expect((await upcoming(member)).expected_payments).toEqual(before);
  });

  once('what is kept when its import is undone is as the file showed it', async () => {
    const { member, card } = await withCard();
    const first = payment(1, { date: '2026-06-05', chargeDate: '2026-06-10', amount: -100 });
    const typed = { amount: 100, description: SOFA.description, date: first.date, accountId: card };
    await call(member, 'POST', '/transactions/expense', typed);
    const id = await sendOn(member, '2026-06-15', { ...first, installment: { n: 1, of: 3, total: 300 } });
    const [row] = await listed(member);
    await call(member, 'PUT', `/transactions/expense/${row?.id}`, { amount: 90 });
    const expected = ['2 2026-07-10 100', '3 2026-08-10 100'];
    expect(await expectedOf(member)).toEqual(expected);
    await call(member, 'POST', `/imports/${id}/undo`, { keepChanged: true });
    expect(await listed(member)).toHaveLength(1);
    expect(await expectedOf(member)).toEqual(expected);
  });

  once('accounts in use learn what banks said of charges from the file of an account', async () => {
    const { member } = await withCard();
    // Of two purchases, because both are charged in June.
    const rows = [2, 3].map((n) =>
      payment(n, { date: '2026-05-15', chargeDate: '2026-06-10', installment: { n, of: 5 } }),
    );
    await sendOn(member, '2026-06-15', ...rows);
    const { balance, expected_payments } = await upcoming(member);
    expect(expected_payments).toHaveLength(5);
    const { member: other } = await withCard();
    await call(other, 'POST', '/transactions/expense', { amount: 1, description: 'Bread' });
    await readInto(other, member);
    expect(await expectedOf(other)).toEqual(await expectedOf(member));
    expect((await upcoming(other)).balance).toBe(balance - 1);
    // And their charges follow the card as before.
    const charges = async (of: Member) =>
      (await listed(of)).map(({ description, charge_date }) => [description, charge_date]).toSorted();
    expect(await charges(other)).toEqual(expect.arrayContaining(await charges(member)));
  });

  once('what a person had typed is known as the file shows it, whatever becomes of it', async () => {
    const { member, card } = await withCard();
    const part = (n: number) =>
      payment(n, { date: '2026-05-05', chargeDate: `2026-0${n + 4}-10`, installment: { n, of: 4 } });
    const typed = { amount: 450, description: 'Oak Sofas', date: '2026-05-05', accountId: card };
    await call(member, 'POST', '/transactions/expense', typed);
    await sendOn(member, '2026-05-15', part(1));
    const [row] = await listed(member);
    expect(row?.installment?.n).toBe(1);
    const changes = { date: '2026-06-05', chargeDate: '2026-06-20', description: 'My sofa', amount: 200 };
    await call(member, 'PUT', `/transactions/expense/${row?.id}`, changes);
    await sendOn(member, '2026-06-15', part(2));
    expect(await expectedOf(member)).toEqual(['3 2026-07-10 450', '4 2026-08-10 450']);
    expect(await expectedOf(await copyOf(member))).toEqual(await expectedOf(member));
  });

  once('the price leaves of the rest what the file showed of the first payment', async () => {
    const { member } = await withCard();
    await sendOn(member, '2026-06-15', payment(1, { chargeDate: '2026-06-10' }));
    const rest = await expectedOf(member);
    expect(rest[0]).toBe('2 2026-07-10 450');
    const [row] = await listed(member);
    await call(member, 'PUT', `/transactions/expense/${row?.id}`, { amount: 400 });
    expect(await expectedOf(member)).toEqual(rest);
  });

  once('a payment that was moved to another account stays one of its purchase', async () => {
    const { member } = await withCard();
    const phone = payment(1, { date: '2026-07-01', chargeDate: '2026-07-10', description: 'Phone' });
    await sendOn(member, '2026-06-15', SOFA, payment(4), phone);
    const rest = await expectedOf(member);
    const moved = (await listed(member)).find(({ installment }) => installment?.n === 4);
    const moveTo = (accountId: string) =>
      call(member, 'PUT', `/transactions/expense/${moved?.id}`, { accountId });
    const { data } = await call<{ account: { id: string } }>(member, 'POST', '/accounts', {
      ...{ name: 'Visa', kind: 'credit_card', billing_day: 10 },
    });
    await moveTo(data.account.id);
    expect(await expectedOf(member)).toEqual(rest);
    await moveTo(FIRST_ACCOUNT);
    expect(await expectedOf(member)).toEqual(['2 2026-08-10 450', '3 2026-09-10 450']);
  });

  once(
    'the price of a purchase divides what is expected, also in a file of ours that is read again',
    async () => {
      const { member } = await withCard();
      await sendOn(
        member,
        '2026-06-15',
        payment(1, { amount: -333.34, installment: { n: 1, of: 3, total: 1000 } }),
      );
      const rest = ['2 2026-05-10 333.33', '3 2026-06-10 333.33'];
      testApp.setClock('2026-04-15T09:00:00Z');
      expect(await expectedOf(member)).toEqual(rest);
      const headers = { authorization: `Bearer ${member.accessToken}` };
      for (const path of ['/api/v1/export/csv', '/api/v1/users/export-account']) {
        const file = await testApp.request(path, { headers });
        const { member: other, card } = await withCard();
        await call(other, 'POST', '/transactions/expense', {
          amount: 5,
          description: 'Bread',
          accountId: card,
        });
        const found = await preview(other, Buffer.from(await file.arrayBuffer()), path.slice(-3), {
          accountId: card,
        });
        await carryOut(other, found.id);
        expect([path, await expectedOf(other)]).toEqual([path, rest]);
      }
    },
  );

  once('a row that a bank has shown as one payment is no other payment of the purchase', async () => {
    const { member, card } = await withCard();
    await call(member, 'POST', '/transactions/expense', {
      ...{ amount: 450, description: 'Oak Sofas', date: '2026-06-05', accountId: card },
    });
    const part = (n: number, chargeDate: string) =>
      payment(n, { date: '2026-06-05', chargeDate, installment: { n, of: 3 } });
    await sendOn(member, '2026-06-15', part(1, '2026-06-10'));
    expect(await listed(member)).toHaveLength(1);
    await sendOn(member, '2026-07-15', part(2, '2026-07-10'));
    expect(await listed(member)).toHaveLength(2);
    await sendOn(member, '2026-08-15', part(3, '2026-08-10'), part(2, '2026-07-10'));
    expect(await listed(member)).toHaveLength(3);
  });

  once(
    'what was typed on the day of the purchase is its first payment, whichever file comes first',
    async () => {
      const { member, card } = await withCard();
      const typed = { amount: 450, description: 'Oak Sofas', date: '2026-05-05', accountId: card };
      await call(member, 'POST', '/transactions/expense', typed);
      const part = (n: number) =>
        payment(n, { date: '2026-05-05', chargeDate: `2026-0${n + 4}-10`, installment: { n, of: 3 } });
      const numbers = async () =>
        (await listed(member)).map(({ installment }) => installment?.n ?? null).sort();
      await sendOn(member, '2026-06-15', part(2));
      expect(await numbers()).toEqual([2, null]);
      expect(await expectedOf(member)).toEqual(['3 2026-07-10 450']);
      await sendOn(member, '2026-06-15', part(1), part(2));
      expect(await numbers()).toEqual([1, 2]);
      expect(await expectedOf(member)).toEqual(['3 2026-07-10 450']);
    },
  );

  once('charges follow another billing day where those that are recorded do', async () => {
    const { member, card } = await withCard();
    // The card's own rule charges the first on 10 July, and the file says another day of the second purchase.
    await sendOn(
      member,
      '2026-06-15',
      payment(1, { date: '2026-06-12', chargeDate: '2026-07-10', installment: { n: 1, of: 3 } }),
      payment(2, { date: '2026-05-20', description: 'Chairs', chargeDate: '2026-07-12', amount: -90 }),
    );
    const days = async () => (await upcoming(member)).expected_payments.map((one) => one.charge_date);
    expect(await days()).toEqual(['2026-08-10', '2026-08-12', '2026-09-10', '2026-09-12']);
    await call(member, 'PUT', `/accounts/${card}`, { billing_day: 20 });
    expect(await listed(member)).toMatchObject([
      { charge_date: '2026-06-20' },
      { charge_date: '2026-07-12' },
    ]);
    expect(await days()).toEqual(['2026-07-20', '2026-08-12', '2026-08-20', '2026-09-12']);
    await call(member, 'PUT', `/accounts/${card}`, { billing_day: 10 });
    expect(await days()).toEqual(['2026-08-10', '2026-08-12', '2026-09-10', '2026-09-12']);
  });

  once('charges follow a billing day that months lack', async () => {
    const { member } = await withCard({ billing_day: 31 });
    const june = { ...SOFA, chargeDate: '2026-06-30', installment: { n: 3, of: 6 } };
    await sendOn(member, '2026-06-15', june);
    expect(await expectedOf(member)).toEqual(['4 2026-07-31 450', '5 2026-08-31 450']);
  });

  once('nothing is expected in other accounts, or after a payment that is left of a purchase', async () => {
    const { member } = await withCard({ kind: 'bank', billing_day: null, pays_from: null });
    await sendOn(member, '2026-06-15', SOFA);
    expect(await expectedOf(member)).toEqual([]);
    const { member: other, card } = await withCard();
    const { data } = await call<{ transactions: { id: string }[] }>(other, 'POST', '/transactions/expense', {
      ...{ amount: 300, description: 'Chairs', date: '2026-06-15', accountId: card, installments: 3 },
    });
    for (const { id } of data.transactions.slice(1))
      await call(other, 'DELETE', `/transactions/expense/${id}`);
    expect(await listed(other)).toHaveLength(1);
    expect(await expectedOf(other)).toEqual([]);
  });
});
