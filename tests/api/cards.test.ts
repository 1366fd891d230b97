import { expect, test } from 'vitest';
import { projectBalance } from '../../src/domain/balance/project.ts';
import { readBalance, readDayPanel } from '../../src/domain/balance/read.ts';
import { billsToPay } from '../../src/domain/bank-files/carry-out/card-bills.ts';
import { startCarryOut } from '../../src/domain/bank-files/carry-out/carry-out.ts';
import { readBankImport } from '../../src/domain/bank-files/read-imports.ts';
import { payOpenBills, unpayBills } from '../../src/domain/money-accounts/cards/paid-bills.ts';
import { FIRST_ACCOUNT } from '../../src/domain/money-accounts/first-account.ts';
import { readAccountReport } from '../../src/domain/money-accounts/report/report.ts';
import { forEachApp } from '../support/app.ts';
import { bankImports, csv } from '../support/bank-imports.ts';
import { contextOf, createMember, type Member, record, type Transaction } from '../support/members.ts';
import { storeRates } from '../support/rate-provider.ts';

interface Purchase extends Transaction {
  category_name: string | null;
  account_id: string;
  charge_date: string | null;
  installment: { n: number; of: number; total: number } | null;
  updated_at: string;
}

const TODAY = '2026-06-15';

forEachApp((testApp, { once }) => {
  const call = <Data>(member: Member, method: string, path: string, body?: object) =>
    testApp.call<Data>(method, path, { as: member, ...(body && { body }) });

  async function withCard(billing_day: number | null = 10) {
    const member = await createMember(testApp);
    const { status, data } = await call<{ account: { id: string } }>(member, 'POST', '/accounts', {
      name: 'Visa',
      kind: 'credit_card',
      billing_day,
      pays_from: FIRST_ACCOUNT,
    });
    expect(status).toBe(201);
    return { member, card: data.account.id };
  }

  const buy = async (member: Member, body: object) => {
    const answer = await call<{ transaction: Purchase }>(member, 'POST', '/transactions/expense', body);
    expect(answer.status).toBe(201);
    return answer.data.transaction;
  };
  const change = (member: Member, id: string, body: object) =>
    call<{ transaction: Purchase }>(member, 'PUT', `/transactions/expense/${id}`, body);
  const listed = async (member: Member) => {
    const { data } = await call<{ transactions: Purchase[] }>(
      member,
      'GET',
      '/transactions?status=any&sort=date&order=asc&limit=100',
    );
    return data.transactions;
  };

  once('each balance ahead tells what it leaves out by card, made or scheduled', async () => {
    const { member, card } = await withCard();
    await record(testApp, member, { type: 'income', amount: 1000, date: '2026-06-01' });
    for (const [date, amount] of [
      ['2026-06-12', 100],
      ['2026-06-20', 220],
      ['2026-07-05', 40],
      ['2026-09-12', 7],
    ] as const)
      await buy(member, { amount, date, description: 'x', accountId: card });
    const context = await contextOf(testApp, member);
    const ahead = await projectBalance(context);
    expect(ahead.pending).toBe(10_000);
    const { soon, monthEnd, inNinetyDays } = ahead;
    expect([soon, monthEnd, inNinetyDays]).toEqual([
      { date: '2026-06-29', balance: 100_000, uncharged: 32_000 },
      { date: '2026-06-30', balance: 100_000, uncharged: 32_000 },
      { date: '2026-09-13', balance: 64_000, uncharged: 700 },
    ]);
    for (const { date, balance, uncharged } of [soon, monthEnd, inNinetyDays])
      expect(balance - uncharged).toBe((await readBalance(context, date)).balance);
    expect(await readDayPanel(context, '2026-06-29')).toMatchObject({ balance: 100_000, uncharged: 32_000 });
    expect(await readDayPanel(context, TODAY)).toMatchObject({ balance: 90_000, uncharged: 0 });
  });

  once('what recurs without end is in no later bill', async () => {
    const { member, card } = await withCard();
    const film = { name: 'Film', amount: 55, type: 'expense', start_date: '2026-06-05', accountId: card };
    expect((await call(member, 'POST', '/transactions/templates', film)).status).toBe(201);
    const later = async () =>
      (await readAccountReport(await contextOf(testApp, member), card)).card?.later ?? null;
    expect(await later()).toMatchObject({ amount: 0, count: 0 });
    await buy(member, { amount: 1000, date: TODAY, description: 'Shoes', accountId: card, installments: 5 });
    expect(await later()).toMatchObject({ amount: 60_000, count: 3 });
  });

  once(
    'an open bill is estimated from what past ones got after the same day, if these are alike',
    async () => {
      const { member, card } = await withCard();
      const onCard = (date: string, amount: number) =>
        buy(member, { amount, date, description: 'x', accountId: card });
      const expected = async () =>
        (await readAccountReport(await contextOf(testApp, member), card)).card?.expected ?? null;
      for (const [month, later] of [600, 590, 620].entries()) {
        await onCard(`2026-0${month + 2}-12`, 100 * (month + 1));
        await onCard(`2026-0${month + 2}-25`, later);
      }
      await onCard('2026-06-12', 300);
      expect(await expected()).toBeNull();
      const fourth = await onCard('2026-05-25', 610);
      // The 300 and the median of 590, 600, 610 and 620.
      expect(await expected()).toBe(90_500);
      // What is recorded for later is in the estimate.
      const planned = await onCard('2026-06-20', 500);
      expect(await expected()).toBe(90_500);
      await change(member, planned.id, { amount: 700 });
      expect(await expected()).toBeNull();
      await call(member, 'DELETE', `/transactions/expense/${planned.id}`);
      await change(member, fourth.id, { amount: 4000 });
      expect(await expected()).toBe(91_000);
      await onCard('2026-04-26', 900);
      expect(await expected()).toBeNull();
    },
  );

  once('where nothing newer is recorded, the last bill is that of the latest purchases', async () => {
    const { member, card } = await withCard();
    const read = async () => (await readAccountReport(await contextOf(testApp, member), card)).card;
    await buy(member, { amount: 70, date: '2026-03-15', description: 'x', accountId: card });
    await buy(member, { amount: 5, date: '2026-03-01', description: 'x', accountId: card });
    expect(await read()).toMatchObject({
      last: { date: '2026-04-10', amount: 7000, count: 1 },
      silentSince: '2026-03-15',
    });
    await buy(member, { amount: 9, date: '2026-06-12', description: 'x', accountId: card });
    expect(await read()).toMatchObject({
      last: { date: '2026-04-10', amount: 7000 },
      current: { date: '2026-07-10', amount: 900 },
      silentSince: null,
    });
    await buy(member, { amount: 8, date: '2026-06-01', description: 'x', accountId: card });
    expect((await read())?.last).toMatchObject({ date: '2026-06-10', amount: 800 });
  });

  once('old bills are paid at once, but for what is paid already, or still to come', async () => {
    const { member, card } = await withCard();
    const onCard = (date: string, amount: number) =>
      buy(member, { amount, date, description: 'x', accountId: card });
    await onCard('2026-01-20', 100);
    await onCard('2026-02-20', 200);
    await onCard('2026-03-20', 40);
    await onCard('2026-06-12', 7);
    const back = { amount: 15, date: '2026-03-25', description: 'back', accountId: card };
    expect((await call(member, 'POST', '/transactions/income', back)).status).toBe(201);
    const pay = (amount: number, date: string) =>
      call(member, 'POST', '/transfers', { fromAccountId: FIRST_ACCOUNT, toAccountId: card, amount, date });
    // That of March, two days late, and a part of April's.
    expect((await pay(200, '2026-03-12')).status).toBe(201);
    expect((await pay(5, '2026-04-10')).status).toBe(201);
    const context = await contextOf(testApp, member);
    const paid = await payOpenBills(context, card);
    // What is no bill's own payment pays the earliest.
    expect(paid.map(({ date, amount }) => [date, amount])).toEqual([
      ['2026-02-10', 9500],
      ['2026-04-10', 2500],
    ]);
    expect(await payOpenBills(context, card)).toEqual([]);
    const { data } = await call<{ accounts: { id: string; balance: number; opening_balance: number }[] }>(
      member,
      'GET',
      '/accounts',
    );
    expect(data.accounts.find(({ id }) => id === card)).toMatchObject({ balance: -7, opening_balance: 0 });
    const { data: list } = await call<{ summary: { income: number } }>(member, 'GET', '/transactions');
    expect(list.summary.income).toBe(15);
    // Without a billing day, a month is a bill, as on the page of the card.
    const without = await withCard(null);
    for (const [date, amount] of [
      ['2026-01-02', 9],
      ['2026-02-01', 4],
      ['2026-06-02', 2],
    ])
      await buy(without.member, { amount, date, description: 'x', accountId: without.card });
    const monthly = await payOpenBills(await contextOf(testApp, without.member), without.card);
    expect(monthly.map(({ date, amount }) => [date, amount])).toEqual([['2026-02-01', 1300]]);
  });

  once('what is said of bills holds up to the day on which it is said', async () => {
    const imports = bankImports(testApp);
    const { member, card } = await withCard();
    const balance = async () => {
      const answer = await call<{ accounts: { id: string; balance: number }[] }>(member, 'GET', '/accounts');
      return answer.data.accounts.find(({ id }) => id === card)?.balance;
    };
    const take = async (row: string, input: { billsPaid?: boolean }, day = TODAY) => {
      const { id } = await imports.preview(member, csv(row), 'card.csv', { accountId: card });
      const context = { ...(await contextOf(testApp, member)), now: new Date(`${day}T09:00:00Z`) };
      await startCarryOut(context, id, input);
    };
    await take('2026-04-15,Dates,-70.00', { billsPaid: true }, '2026-05-12');
    expect(await balance()).toBe(0);
    await take('2026-05-20,Eggs,-30.00', {});
    expect(await balance()).toBe(-30);
    // A bill of then that grows is paid too.
    await take('2026-04-20,Bread,-5.00', {});
    expect(await balance()).toBe(-30);
  });

  test('the bills of all cards in a file are asked about, and paid, together', async () => {
    const imports = bankImports(testApp);
    const { member } = await withCard();
    const cards = { Max: '7716', Other: '8827' };
    for (const [name, number] of Object.entries(cards))
      expect((await call(member, 'POST', '/accounts', { name, kind: 'credit_card', number })).status).toBe(
        201,
      );
    const header = 'תאריך עסקה,שם בית העסק,4 ספרות אחרונות של כרטיס האשראי,סכום חיוב,מטבע חיוב,תאריך חיוב';
    const rows = ['10-02-2026,Dates,7716,70,₪,02-03-2026', '11-03-2026,Eggs,8827,30,₪,02-04-2026'];
    const { id } = await imports.preview(member, Buffer.from([header, ...rows, ''].join('\n')), 'max.csv');
    const context = await contextOf(testApp, member);
    expect(await billsToPay(context, await readBankImport(context, id))).toEqual({
      until: '2026-04-02',
      amounts: new Map([['ILS', 10_000]]),
    });
    await imports.call(member, 'POST', `/${id}/carry-out`, { billsPaid: true });
    const { data } = await call<{ accounts: { balance: number }[] }>(member, 'GET', '/accounts');
    expect(data.accounts.map(({ balance }) => balance)).toEqual([0, 0, 0, 0]);
  });

  once('a bill from after the end of the file of the bank is not known to be paid', async () => {
    const imports = bankImports(testApp);
    const { member, card } = await withCard();
    const take = async (rows: string[], accountId: string) => {
      const { id } = await imports.preview(member, csv(...rows), `${rows.length}.csv`, { accountId });
      return { context: await contextOf(testApp, member), id };
    };
    const toPay = async ({ context, id }: Awaited<ReturnType<typeof take>>) =>
      billsToPay(context, await readBankImport(context, id));
    const purchases = ['2026-03-15,Dates,-70.00', '2026-04-15,Eggs,-30.00'];
    const early = await take(purchases, card);
    expect(await toPay(early)).toEqual({ until: '2026-05-10', amounts: new Map([['ILS', 10_000]]) });
    const bank = await take(['2026-03-01,Rent,-900.00', '2026-05-08,Cheese,-9.00'], FIRST_ACCOUNT);
    await startCarryOut(bank.context, bank.id, {});
    const bills = await toPay(early);
    expect(bills).toMatchObject({ known: '2026-05-08', hasKnown: true });
    await startCarryOut(await contextOf(testApp, member), early.id, { billsPaid: bills?.known });
    const { data } = await call<{ accounts: { id: string; balance: number }[] }>(member, 'GET', '/accounts');
    expect(data.accounts.find(({ id }) => id === card)?.balance).toBe(-30);
    const later = await take(['2026-04-16,Bread,-5.00'], card);
    expect(await toPay(later)).toMatchObject({ known: '2026-05-08', hasKnown: false });
    // Whoever states today's balance knows what it includes.
    await call(member, 'PUT', `/accounts/${FIRST_ACCOUNT}`, { opening_balance: 50, opening_date: TODAY });
    expect(await toPay(later)).not.toHaveProperty('known');
  });

  once.each([
    ['were paid', true, 0],
    ['are open', false, -150],
  ])(
    'the import of what was joined with a bill leaves the bill as it was, whose bills %s',
    async (_, billsPaid, owed) => {
      const imports = bankImports(testApp);
      const { member, card } = await withCard();
      const take = async (row: string, accountId: string, body = {}) => {
        const { id } = await imports.preview(member, csv(row), `${accountId}.csv`, { accountId });
        expect((await imports.call(member, 'POST', `/${id}/carry-out`, body)).status).toBe(200);
        return id;
      };
      const state = async () => {
        const { data } = await call<{ accounts: { id: string; balance: number }[] }>(
          member,
          'GET',
          '/accounts',
        );
        const list = await call<{ summary: { income: number } }>(member, 'GET', '/transactions?status=any');
        return [data.accounts.find(({ id }) => id === card)?.balance, list.data.summary.income];
      };
      const bank = await take('2026-05-10,Card company,-150.00', FIRST_ACCOUNT);
      await take('2026-04-20,Shoes,-150.00', card, { billsPaid });
      expect(await state()).toEqual([owed, 0]);
      const { data } = await call<{
        candidates: { expense: { id: string }; income: { id: string } | null }[];
      }>(member, 'GET', '/transfers/candidates');
      const [pair] = data.candidates;
      const joined = await call(member, 'POST', '/transfers/candidates/join', {
        expenseId: pair?.expense.id,
        ...(pair?.income ? { incomeId: pair.income.id } : { accountId: card }),
      });
      expect([joined.status, await state()]).toEqual([201, [0, 0]]);
      expect((await imports.undo(member, bank, { force: true })).status).toBe(200);
      expect(await state()).toEqual([owed, 0]);
      expect(await listed(member)).toHaveLength(billsPaid ? 2 : 1);
    },
  );

  test('bills that the balance of the paying account lacks become transfers from it, until that is undone', async () => {
    const { member, card } = await withCard();
    const context = await contextOf(testApp, member);
    await call(member, 'PUT', `/accounts/${card}`, { pays_from: FIRST_ACCOUNT });
    for (const [date, amount] of [
      ['2026-01-20', 9],
      ['2026-04-20', 5],
    ])
      await buy(member, { amount, date, description: 'x', accountId: card });
    const balances = async () => {
      const { data } = await call<{ accounts: { id: string; balance: number }[] }>(
        member,
        'GET',
        '/accounts',
      );
      return [FIRST_ACCOUNT, card].map((id) => data.accounts.find((account) => account.id === id)?.balance);
    };
    const path = `/accounts/${card}/pay-bills`;
    const paid = await call(member, 'POST', path, { transfersFrom: '2026-03-01' });
    expect(paid.data).toMatchObject({ paid_count: 2 });
    expect(await balances()).toEqual([-5, 0]);
    const { data } = await call<{ transfers: object[] }>(member, 'GET', '/transfers');
    expect(data.transfers).toMatchObject([{ amount: 5, date: '2026-05-10', from_account_id: FIRST_ACCOUNT }]);
    expect(await unpayBills(context, card, context.now.toISOString())).toBe(2);
    expect(await balances()).toEqual([0, -14]);
    expect(await unpayBills(context, card, context.now.toISOString())).toBe(0);
    await call(member, 'PUT', `/accounts/${card}`, { pays_from: null });
    const refused = await call(member, 'POST', path, { transfersFrom: '2026-03-01' });
    expect([refused.status, refused.error]).toMatchObject([400, { details: [{ field: 'transfersFrom' }] }]);
  });

  once('the old bills of a card are paid by one call, and no other account has any', async () => {
    const { member, card } = await withCard();
    await buy(member, { amount: 9, date: '2026-01-20', description: 'x', accountId: card });
    await buy(member, { amount: 5, date: '2026-01-20', description: 'x' });
    const pay = (as: Member, id: string) => call(as, 'POST', `/accounts/${id}/pay-bills`);
    const paid = await pay(member, card);
    expect([paid.status, paid.data]).toMatchObject([
      200,
      { paid_count: 1, account: { id: card, balance: 0 } },
    ]);
    expect((await pay(member, card)).data).toMatchObject({ paid_count: 0 });
    const bank = await pay(member, FIRST_ACCOUNT);
    expect([bank.status, bank.error]).toMatchObject([400, { details: [{ field: 'kind' }] }]);
    expect(await listed(member)).toHaveLength(3);
    expect((await pay(await createMember(testApp), card)).status).toBe(404);
  });

  once('a bill that an undone import paid stays away when what was joined with it goes', async () => {
    const imports = bankImports(testApp);
    const { member, card } = await withCard();
    const take = async (row: string, accountId: string, billsPaid: boolean) => {
      const { id } = await imports.preview(member, csv(row), `${accountId}.csv`, { accountId });
      await imports.call(member, 'POST', `/${id}/carry-out`, { billsPaid });
      return id;
    };
    await buy(member, { amount: 33, date: '2026-04-20', description: 'By hand', accountId: card });
    const purchases = await take('2026-04-15,Shop,-10.00', card, true);
    const bank = await take('2026-05-10,VISA 4321,-43.00', FIRST_ACCOUNT, false);
    const { data } = await call<{ transfers: object[] }>(member, 'GET', '/transfers');
    expect(data.transfers).toHaveLength(1);
    for (const id of [purchases, bank]) expect((await imports.undo(member, id)).status).toBe(200);
    expect((await listed(member)).map(({ amount }) => amount)).toEqual([33]);
  });

  once(
    'the undo of an import asks about a paid bill that was changed by hand, and counts the others',
    async () => {
      const imports = bankImports(testApp);
      const { member, card } = await withCard();
      const take = async (...rows: string[]) => {
        const { id } = await imports.preview(member, csv(...rows), 'card.csv', { accountId: card });
        const carried = await imports.call(member, 'POST', `/${id}/carry-out`, { billsPaid: true });
        expect(carried.status).toBe(200);
        return id;
      };
      const bills = async () =>
        (await listed(member)).filter(({ description }) => description === 'Bill paid');
      const id = await take('2026-04-15,Dates,-70.00', '2026-05-20,Eggs,-30.00');
      // The bill grows by another import, which no person has changed.
      const later = await take('2026-04-20,Bread,-5.00');
      expect((await bills()).map(({ amount }) => amount)).toEqual([75, 30]);
      expect((await imports.undo(member, later)).data).toMatchObject({ removed_count: 1, changed: [] });
      const [bill] = await bills();
      await call(member, 'PUT', `/transactions/income/${bill?.id}`, { amount: 71 });
      const refused = await imports.undo(member, id);
      expect([refused.status, refused.error?.code]).toEqual([409, 'CHANGED_SINCE']);
      const kept = await imports.undo(member, id, { keepChanged: true });
      expect([kept.status, kept.data]).toMatchObject([200, { removed_count: 3, changed: [bill?.id] }]);
      expect(await listed(member)).toMatchObject([{ id: bill?.id, amount: 71 }]);

      const other = await take('2026-04-15,Dates,-40.00');
      expect((await bills()).length).toBeGreaterThan(0);
      expect((await imports.undo(member, other, { force: true })).status).toBe(200);
    },
  );

  once.each([
    ['amount', { amount: 31 }],
    ['day', { date: '2026-06-11' }],
  ])('imports and their undo leave a paid bill alone whose %s was changed by hand', async (_name, change) => {
    const imports = bankImports(testApp);
    const { member, card } = await withCard();
    const take = async (accountId: string, billsPaid: boolean, ...rows: string[]) => {
      const { id } = await imports.preview(member, csv(...rows), `${rows[0]}.csv`, { accountId });
      expect((await imports.call(member, 'POST', `/${id}/carry-out`, { billsPaid })).status).toBe(200);
      return id;
    };
    const bills = async () => (await listed(member)).filter(({ description }) => description === 'Bill paid');
    const pay = () => call<{ paid_count: number }>(member, 'POST', `/accounts/${card}/pay-bills`);
    const id = await take(card, true, '2026-04-15,Dates,-10.00', '2026-05-20,Eggs,-30.00');
    const bank = await take(FIRST_ACCOUNT, false, '2026-05-10,VISA 4321,-10.00');
    const [bill, ...others] = await bills();
    expect([bill?.amount, others]).toEqual([30, []]);
    const path = `/transactions/income/${bill?.id}`;
    expect((await call(member, 'PUT', path, { notes: 'seen', ...change })).status).toBe(200);
    const changed = { id: bill?.id, amount: 30, date: '2026-06-10', notes: 'seen', ...change };
    // Neither another bill nor more of its own purchases, nor the undo of either.
    const later = await take(card, true, '2026-05-22,Bread,-5.00', '2026-03-15,Rice,-7.00');
    expect(await bills()).toMatchObject([{ amount: 7 }, changed]);
    for (const each of [bank, later]) {
      expect((await imports.undo(member, each)).data).toMatchObject({ changed: [] });
      expect((await bills()).find((one) => one.id === bill?.id)).toMatchObject(changed);
    }
    await pay();
    expect((await bills()).find((one) => one.id === bill?.id)).toMatchObject(changed);
    const refused = await imports.undo(member, id);
    expect([refused.status, refused.error]).toMatchObject([
      409,
      { code: 'CHANGED_SINCE', details: { changed: [bill?.id] } },
    ]);
    expect((await imports.undo(member, id, { keepChanged: true })).status).toBe(200);
    expect(await bills()).toMatchObject([changed]);
  });

  test('a paid bill that was lowered by hand is raised only by the person who calls it paid again', async () => {
    const imports = bankImports(testApp);
    const { member, card } = await withCard();
    const context = () => contextOf(testApp, member);
    await buy(member, { amount: 30, date: '2026-04-20', description: 'x', accountId: card });
    const [bill] = await payOpenBills(await context(), card);
    const lowered = await call<{ undo_id: string }>(member, 'PUT', `/transactions/income/${bill?.id}`, {
      amount: 20,
    });
    expect(lowered.status).toBe(200);
    const paid = async () => (await listed(member)).find(({ id }) => id === bill?.id)?.amount;
    const { id } = await imports.preview(member, csv('2026-04-21,Tea,-3.00'), 'card.csv', {
      accountId: card,
    });
    await startCarryOut(await context(), id, { billsPaid: true });
    expect(await paid()).toBe(20);
    await payOpenBills(await context(), card);
    expect(await paid()).toBe(33);
  });

  once('old bills of a time that was checked against the bank are paid once that was confirmed', async () => {
    const { member, card } = await withCard();
    await buy(member, { amount: 40, date: '2026-04-20', description: 'x', accountId: card });
    await call(member, 'POST', `/accounts/${card}/reconcile`, { balance: -40, date: '2026-06-01' });
    testApp.advance(1);
    const pay = (body?: object) => call(member, 'POST', `/accounts/${card}/pay-bills`, body);
    expect(await pay()).toMatchObject({ status: 409, error: { code: 'LOCKED' } });
    expect(await listed(member)).toHaveLength(1);
    await buy(member, {
      amount: 7,
      date: '2026-05-20',
      description: 'y',
      accountId: card,
      confirmLocked: true,
    });
    expect((await pay({ confirmLocked: true })).data).toMatchObject({
      paid_count: 2,
      account: { balance: 0, reconciled_until: null },
    });
    // The bank has still to show that they were paid, that of a later day too.
    const listedBy = async (date: string) =>
      (await call(member, 'GET', `/accounts/${card}/reconcile?date=${date}`)).data;
    const bill = { date: '2026-05-10', description: 'Bill paid', amount: 40 };
    expect(await listedBy('2026-06-01')).toMatchObject({
      checked: -40,
      transactions: [{ description: 'y' }, bill],
    });
    expect(await listedBy(TODAY)).toMatchObject({
      checked: -40,
      transactions: [{ date: '2026-06-10', description: 'Bill paid', amount: 7 }, { description: 'y' }, bill],
    });
  });

  once('an import changes no assumed payment of a card that it does not concern', async () => {
    const imports = bankImports(testApp);
    const { member, card } = await withCard();
    const { data } = await call<{ account: { id: string } }>(member, 'POST', '/accounts', {
      name: 'Savings',
    });
    const balance = async () => {
      const answer = await call<{ accounts: { id: string; balance: number }[] }>(member, 'GET', '/accounts');
      return answer.data.accounts.find(({ id }) => id === card)?.balance;
    };
    await buy(member, { amount: 200, date: '2026-02-20', description: 'old', accountId: card });
    await payOpenBills(await contextOf(testApp, member), card);
    await buy(member, { amount: 50, date: '2026-05-12', description: 'new', accountId: card });
    const checked = await call(member, 'POST', `/accounts/${card}/reconcile`, {
      date: '2026-05-20',
      balance: -50,
    });
    expect(checked.data).toMatchObject({ difference: 0 });
    // A part of the open bill, ahead: nothing of the old one, which was paid on its day.
    const paid = { fromAccountId: FIRST_ACCOUNT, toAccountId: card, amount: 40, date: '2026-05-28' };
    expect((await call(member, 'POST', '/transfers', paid)).status).toBe(201);
    expect(await balance()).toBe(-10);
    const row = (account: string, amount: number) => ({
      date: '2026-06-01',
      amount,
      description: `of ${account}`,
      account,
    });
    await testApp.call('POST', '/imports/rows', { as: member, body: [row('Savings', -10)] });
    expect(await balance()).toBe(-10);
    const own = await imports.preview(member, csv('2026-06-02,Tea,-3.00'), 'card.csv', { accountId: card });
    await startCarryOut(await contextOf(testApp, member), own.id, {});
    expect(await balance()).toBe(-13);
    expect((await imports.undo(member, own.id)).status).toBe(200);
    expect([await balance(), data.account.id]).toEqual([-10, expect.any(String)]);
  });

  once('the undo of what paid a bill brings back the assumed payment', async () => {
    const imports = bankImports(testApp);
    const { member, card } = await withCard();
    const balance = async () => {
      const answer = await call<{ accounts: { id: string; balance: number }[] }>(member, 'GET', '/accounts');
      return answer.data.accounts.find(({ id }) => id === card)?.balance;
    };
    await call(member, 'PUT', `/accounts/${card}`, { number: '7716' });
    await buy(member, { amount: 150, date: '2026-02-20', description: 'one', accountId: card });
    await buy(member, { amount: 80, date: '2026-03-20', description: 'two', accountId: card });
    await payOpenBills(await contextOf(testApp, member), card);
    for (const row of ['2026-03-10,Visa 7716,-150.00', '2026-04-12,Visa 7716,-30.00']) {
      const bank = await imports.preview(member, csv(row), 'bank.csv', { accountId: FIRST_ACCOUNT });
      const rows = await imports.rows(member, bank.id);
      const answer = await imports.call(member, 'PUT', `/${bank.id}/rows`, {
        decisions: [{ index: rows[0]?.index ?? 1, decision: 'transfer', transferAccountId: card }],
      });
      expect(answer.status).toBe(200);
      await startCarryOut(await contextOf(testApp, member), bank.id, {});
      expect(await balance()).toBe(0);
      expect((await imports.undo(member, bank.id)).status).toBe(200);
      expect(await balance()).toBe(0);
    }
    const list = await listed(member);
    expect(list.filter(({ type }) => type === 'income').map(({ amount }) => amount)).toEqual([150, 80]);
  });

  test('an assumed payment that is sent back as it was answered stays one', async () => {
    const { member, card } = await withCard();
    await buy(member, { amount: 40, date: '2026-02-20', description: 'x', accountId: card });
    await payOpenBills(await contextOf(testApp, member), card);
    const bill = (await listed(member)).find(({ type }) => type === 'income');
    const answer = await call<{ transaction: Purchase }>(member, 'PUT', `/transactions/income/${bill?.id}`, {
      ...bill,
      notes: 'by hand',
    });
    expect([answer.status, answer.data.transaction.category_name]).toEqual([200, 'Bill paid']);
    const bank = { amount: 40, date: '2026-03-10', description: 'Visa' };
    const { id } = await buy(member, bank);
    const { data } = await call<{ candidates: { expense: { id: string }; income: { id: string } | null }[] }>(
      member,
      'GET',
      '/transfers/candidates?days=31',
    );
    expect(data.candidates).toMatchObject([{ expense: { id }, income: { id: bill?.id } }]);
  });

  once.each([
    ['no rate is known', null],
    ['a refund at another rate makes it worth less than nothing', { amount: 2, rate: 30 }],
  ])('a bill of another currency is paid where %s', async (_why, refund) => {
    const { member } = await withCard();
    const { data } = await call<{ account: { id: string } }>(member, 'POST', '/accounts', {
      name: 'Euro card',
      kind: 'credit_card',
      billing_day: 2,
      currency: 'EUR',
    });
    const bought = { amount: 10, date: '2026-02-20', description: 'x', accountId: data.account.id };
    await buy(member, refund ? { ...bought, amount: 12, rate: 4 } : bought);
    if (refund) await call(member, 'POST', '/transactions/income', { ...bought, ...refund });
    const paid = await call<{ account: { balance: number } }>(
      member,
      'POST',
      `/accounts/${data.account.id}/pay-bills`,
    );
    expect([paid.status, paid.data]).toMatchObject([200, { paid_count: 1, account: { balance: 0 } }]);
    const row = (await listed(member)).find(({ category_name }) => category_name === 'Bill paid');
    expect(row).toMatchObject({ amount: null, original: { amount: 10, currency: 'EUR', rate: null } });
  });

  once('programs say that old bills were paid', async () => {
    const imports = bankImports(testApp);
    const { member, card } = await withCard();
    const balance = async () => {
      const answer = await call<{ accounts: { id: string; balance: number }[] }>(member, 'GET', '/accounts');
      return answer.data.accounts.find(({ id }) => id === card)?.balance;
    };
    const row = (date: string, amount: number) => ({
      date,
      amount,
      description: `of ${date}`,
      account: 'Visa',
    });
    const old = [row('2026-03-03', -70), row('2026-04-03', -30), row('2026-06-12', -8)];
    const send = (body: unknown, query = '') =>
      testApp.call<{ import: { id: string } }>('POST', `/imports/rows${query}`, { as: member, body });
    const wrong = await send({ rows: old, billsPaid: 'perhaps' });
    expect([wrong.status, wrong.error]).toMatchObject([400, { details: [{ field: 'billsPaid' }] }]);
    await send(old);
    expect(await balance()).toBe(-108);
    // All of it is there, and only the bills are new.
    const said = await send(old, '?billsPaid=true');
    expect(said.data).toMatchObject({ added: 0, matched: 3 });
    expect(await balance()).toBe(-8);
    await send({ rows: [row('2026-05-20', -40)], bills_paid: true });
    expect(await balance()).toBe(-8);
    expect((await listed(member)).filter(({ type }) => type === 'income')).toHaveLength(3);
    expect((await imports.undo(member, said.data.import.id)).status).toBe(200);
    expect(await listed(member)).toEqual([]);
    expect(await balance()).toBe(0);
  });

  once.each([
    ['first one', 'ab', 'ba'],
    ['second one', 'ba', 'ab'],
    ['first one', 'ab', 'ab'],
  ])('a bill in two files is paid once, the %s first: read %s, undone %s', async (_name, order, undone) => {
    const imports = bankImports(testApp);
    const member = await createMember(testApp);
    const { data } = await call<{ account: { id: string } }>(member, 'POST', '/accounts', {
      name: 'Max',
      kind: 'credit_card',
      number: '7716',
    });
    const card = data.account.id;
    const header = 'תאריך עסקה,שם בית העסק,4 ספרות אחרונות של כרטיס האשראי,סכום חיוב,מטבע חיוב,תאריך חיוב';
    const row = (name: string, amount: number) => `10-02-2026,${name},7716,${amount},₪,02-03-2026`;
    const files: Record<string, string[]> = { a: [row('Dates', 70)], b: [row('Dates', 70), row('Eggs', 30)] };
    const take = async (bytes: Buffer, accountId: string) => {
      const { id } = await imports.preview(member, bytes, 'file.csv', { accountId });
      await startCarryOut(await contextOf(testApp, member), id, { billsPaid: true, keepsStated: true });
      testApp.advance(1);
      return id;
    };
    const balance = async () => {
      const answer = await call<{ accounts: { id: string; balance: number }[] }>(member, 'GET', '/accounts');
      return answer.data.accounts.find(({ id }) => id === card)?.balance;
    };
    const ids: Record<string, string> = {};
    for (const name of order) {
      ids[name] = await take(Buffer.from([header, ...(files[name] ?? []), ''].join('\n')), card);
      expect(await balance()).toBe(0);
    }
    // One payment of the bank for both meets the one bill, and comes apart again.
    const bank = await take(csv('2026-03-02,מקס איט פיננסים,-100.00'), FIRST_ACCOUNT);
    expect(await balance()).toBe(0);
    const transfers = await call<{ pagination: { total: number } }>(member, 'GET', '/transfers');
    expect(transfers.data.pagination.total).toBe(1);
    expect((await imports.undo(member, bank)).status).toBe(200);
    expect(await balance()).toBe(0);
    for (const name of undone) {
      expect((await imports.undo(member, ids[name] ?? '')).status).toBe(200);
      expect(await balance()).toBe(0);
    }
    expect(await listed(member)).toEqual([]);
  });

  once('a purchase by card is charged on the next billing day, or when typed', async () => {
    const { member, card } = await withCard();
    expect(await buy(member, { amount: 5, date: TODAY })).toMatchObject({
      charge_date: null,
      installment: null,
    });
    const shoes = await buy(member, { amount: 300, accountId: card, date: TODAY });
    expect(shoes).toMatchObject({ date: TODAY, charge_date: '2026-07-10' });
    const later = await buy(member, { amount: 300, accountId: card, date: TODAY, charge_date: '2026-08-10' });
    expect(later.charge_date).toBe('2026-08-10');
  });

  once('a charge date that is sent back unchanged still follows the card', async () => {
    const { member, card } = await withCard();
    const { id, charge_date } = await buy(member, { amount: 300, accountId: card, date: TODAY });
    const moved = await change(member, id, { date: '2026-07-12', charge_date });
    expect(moved.data.transaction).toMatchObject({ date: '2026-07-12', charge_date: '2026-08-10' });
    const typed = await change(member, id, { charge_date: '2026-09-10' });
    expect(typed.data.transaction.charge_date).toBe('2026-09-10');
    const cleared = await change(member, id, { charge_date: null });
    expect(cleared.data.transaction.charge_date).toBe('2026-08-10');
    // On its way through an account that is no card, one at a time or with others, it is dropped.
    await change(member, id, { charge_date: '2026-09-10' });
    for (const accountId of [FIRST_ACCOUNT, card])
      await call(member, 'POST', '/transactions/bulk-update', {
        transactionIds: [id],
        changes: { accountId },
      });
    expect((await listed(member)).map((row) => row.charge_date)).toEqual(['2026-08-10']);
  });

  once('a charge date before the purchase is refused at its field, and nothing is written', async () => {
    const { member, card } = await withCard();
    const body = { amount: 300, accountId: card, date: TODAY, charge_date: '2026-06-14' };
    for (const refused of [
      await call(member, 'POST', '/transactions/expense', body),
      await change(member, (await buy(member, { amount: 1, accountId: card, date: TODAY })).id, {
        charge_date: '2026-06-14',
      }),
    ])
      expect(refused).toMatchObject({
        status: 400,
        error: { code: 'VALIDATION_ERROR', details: [{ field: 'charge_date' }] },
      });
    expect((await listed(member)).map(({ charge_date }) => charge_date)).toEqual(['2026-07-10']);
  });

  once('a purchase in payments is one row a month, exact to the cent', async () => {
    const { member, card } = await withCard();
    const first = await buy(member, {
      amount: 1000,
      description: 'Shoes',
      accountId: card,
      date: '2026-01-31',
      installments: 3,
    });
    expect(first).toMatchObject({ amount: 333.34, installment: { n: 1, of: 3, total: 1000 } });
    expect(
      (await listed(member)).map(({ date, amount, charge_date, installment }) => [
        date,
        amount,
        charge_date,
        installment?.n,
      ]),
    ).toEqual([
      ['2026-01-31', 333.34, '2026-02-10', 1],
      ['2026-02-28', 333.33, '2026-03-10', 2],
      ['2026-03-31', 333.33, '2026-04-10', 3],
    ]);
    const { data } = await call<{ accounts: { id: string; balance: number }[] }>(member, 'GET', '/accounts');
    expect(data.accounts.find(({ id }) => id === card)?.balance).toBe(-1000);
  });

  once('a changed payment says what its purchase costs now, and none becomes an income', async () => {
    const { member, card } = await withCard();
    const { id } = await buy(member, { amount: 100, accountId: card, date: '2026-06-01', installments: 3 });
    const change = (body: object) =>
      call<{ transaction: Purchase }>(member, 'PUT', `/transactions/expense/${id}`, body);
    const dearer = await change({ amount: 50 });
    expect(dearer.data.transaction).toMatchObject({ installment: { n: 1, of: 3, total: 116.66 } });
    expect((await listed(member)).map(({ installment }) => installment?.total)).toEqual(
      Array(3).fill(116.66),
    );
    const refused = await change({ type: 'income' });
    expect(refused).toMatchObject({ status: 400, error: { details: [{ field: 'type' }] } });
    const many = await call(member, 'POST', '/transactions/bulk-update', {
      transactionIds: [id],
      changes: { type: 'income' },
    });
    expect(many.data).toMatchObject({ updated_count: 0, failed: 1 });
    expect((await listed(member)).map(({ type }) => type)).toEqual(Array(3).fill('expense'));
  });

  test('payments are deleted alone, from one on, or all, and come back', async () => {
    const { member, card } = await withCard();
    await buy(member, { amount: 100, accountId: card, date: '2026-06-01', installments: 5 });
    const [, second, third] = await listed(member);
    const remove = (id = '', query = '') =>
      call<{ deleted_count: number; undo_id: string }>(
        member,
        'DELETE',
        `/transactions/expense/${id}${query}`,
      );
    const later = await remove(third?.id, '?deleteFuture=true');
    expect(later.data.deleted_count).toBe(3);
    expect(await listed(member)).toHaveLength(2);
    const all = await remove(second?.id, '?deleteAll=true');
    expect(all.data.deleted_count).toBe(2);
    expect(await listed(member)).toHaveLength(0);
    for (const { data } of [all, later])
      await call(member, 'POST', '/transactions/restore', { undo_id: data.undo_id });
    expect((await listed(member)).map(({ installment }) => installment?.n)).toEqual([1, 2, 3, 4, 5]);
    expect((await remove(second?.id)).data.deleted_count).toBe(1);
    expect((await listed(member)).map(({ installment }) => installment?.total)).toEqual([100, 100, 100, 100]);
  });

  once('a late payment can be changed although its date is more than a year ahead', async () => {
    const { member, card } = await withCard();
    await buy(member, { amount: 6000, accountId: card, date: TODAY, installments: 60 });
    const last = (await listed(member)).at(-1);
    const answer = await change(member, last?.id ?? '', { date: last?.date, description: 'Car' });
    expect(answer.data.transaction).toMatchObject({ description: 'Car', date: '2031-05-15' });
    expect((await change(member, last?.id ?? '', { date: '2029-05-16' })).status).toBe(400);
  });

  once('no payments, too many, and an amount too small for so many', async () => {
    const { member } = await withCard();
    for (const installments of [0, 1, 61, 1.5, -2, 'x'])
      expect(await call(member, 'POST', '/transactions/expense', { amount: 10, installments })).toMatchObject(
        {
          status: 400,
          error: { details: [{ field: 'installments' }] },
        },
      );
    expect(
      await call(member, 'POST', '/transactions/expense', { amount: 0.05, installments: 10 }),
    ).toMatchObject({ status: 400, error: { details: [{ field: 'installments' }] } });
    const other = await createMember(testApp);
    const { id } = await record(testApp, other, { amount: 10 });
    const divided = await call(other, 'PUT', `/transactions/expense/${id}`, { installments: 3, date: 'x' });
    expect(divided).toMatchObject({
      status: 400,
      error: { details: [{ field: 'date' }, { field: 'installments' }] },
    });
    expect(await call(member, 'POST', '/transactions/income', { amount: 10, installments: 2 })).toMatchObject(
      {
        status: 400,
        error: { details: [{ field: 'installments', message: expect.stringContaining('Only expenses') }] },
      },
    );
    expect(await listed(member)).toHaveLength(0);
  });

  once('many at once: payments of one item, and the errors of another', async () => {
    const { member, card } = await withCard();
    const { data } = await call<{ transactions: Purchase[]; errors: unknown[]; summary: object }>(
      member,
      'POST',
      '/transactions/bulk',
      {
        transactions: [
          { type: 'expense', amount: 20, accountId: card, installments: 2 },
          { type: 'expense', amount: 20, accountId: card, date: TODAY, charge_date: '2026-01-01' },
        ],
      },
    );
    expect(await listed(member)).toHaveLength(2);
    const [first] = data.transactions;
    expect(first).toMatchObject({ amount: 10, installment: { n: 1, of: 2, total: 20 } });
    expect(data).toMatchObject({ errors: [{ index: 1 }], summary: { successful: 1, failed: 1 } });
  });

  interface Projected {
    projection: Record<'today' | 'month_end' | 'in_90_days', { date: string; balance: number }>;
  }

  const projected = async (member: Member) => {
    const { data } = await call<Projected>(member, 'GET', '/transactions/upcoming');
    const { today, month_end, in_90_days } = data.projection;
    return [today.balance, month_end.balance, in_90_days.balance];
  };

  once('projected balances go by the charge date of purchases by card', async () => {
    const { member, card } = await withCard();
    await buy(member, { amount: 100, date: TODAY });
    expect(await projected(member)).toEqual([-100, -100, -100]);
    // Charged on 10 July, after the end of this month.
    await buy(member, { amount: 30, accountId: card, date: TODAY });
    expect(await projected(member)).toEqual([-130, -100, -130]);
    // Bought later this month, and charged after the ninety days.
    await buy(member, { amount: 7, accountId: card, date: '2026-06-20', charge_date: '2026-10-10' });
    expect(await projected(member)).toEqual([-130, -100, -130]);
    // Without a billing day, a purchase counts at once.
    await call(member, 'PUT', `/accounts/${card}`, { billing_day: null });
    expect(await projected(member)).toEqual([-130, -130, -130]);
  });

  once('a bill moves the balance where only the card counts, or only the account that pays it', async () => {
    const { member, card } = await withCard();
    await call(member, 'PUT', `/accounts/${FIRST_ACCOUNT}`, { opening_balance: 900 });
    await buy(member, { amount: 30, accountId: card, date: TODAY });
    const context = await contextOf(testApp, member);
    const dayOfBill = async () => (await readDayPanel(context, '2026-07-10')).balance;
    await call(member, 'PUT', `/accounts/${card}`, { in_balance: false });
    expect(await projected(member)).toEqual([900, 900, 870]);
    expect(await dayOfBill()).toBe(87_000);
    await call(member, 'POST', '/transactions/templates', {
      ...{ name: 'Salary', description: 'Salary', type: 'income', amount: 500 },
      ...{ interval_type: 'monthly', start_date: '2026-07-20' },
    });
    const { data } = await call<{ available: { amount: number } }>(member, 'GET', '/budgets/state');
    expect(data.available.amount).toBe(870);
    await call(member, 'POST', '/accounts', { name: 'Cash' });
    await call(member, 'PUT', `/accounts/${FIRST_ACCOUNT}`, { in_balance: false });
    await call(member, 'PUT', `/accounts/${card}`, { in_balance: true });
    expect(await dayOfBill()).toBe(0);
  });

  once('payments of a purchase are charged month by month', async () => {
    const { member, card } = await withCard();
    await buy(member, { amount: 400, accountId: card, date: TODAY, installments: 4 });
    // Charged on 10 July, 10 August and 10 September; the ninety days end on 13 September.
    expect(await projected(member)).toEqual([-100, 0, -300]);
    const { data } = await call<{ transactions: Purchase[] }>(member, 'GET', '/transactions/upcoming');
    expect(data.transactions.map(({ installment }) => installment?.n)).toEqual([2, 3]);
  });

  once('the account that pays is charged, and the card is paid', async () => {
    const { member, card } = await withCard();
    await buy(member, { amount: 30, accountId: card, date: TODAY });
    const context = await contextOf(testApp, member);
    const aheadOf = async (id: string) => {
      const { ahead } = await readAccountReport(context, id);
      return [ahead.monthEnd.balance, ahead.last.balance];
    };
    expect(await aheadOf(card)).toEqual([-3000, 0]);
    expect(await aheadOf(FIRST_ACCOUNT)).toEqual([0, -3000]);
    // What is paid ahead is not charged again.
    await call(member, 'POST', '/transactions/income', { amount: 20, accountId: card, date: '2026-05-01' });
    expect(await aheadOf(card)).toEqual([-1000, 0]);
    expect(await aheadOf(FIRST_ACCOUNT)).toEqual([0, -1000]);
  });

  once('a payment recorded ahead stands for the charge of its cycle, up to its amount', async () => {
    const { member, card } = await withCard();
    await buy(member, { amount: 30, accountId: card, date: TODAY });
    await buy(member, { amount: 50, accountId: card, date: '2026-07-15' });
    const pay = async (amount: number, date: string) => {
      const { data, status } = await call<{ transfer: { id: string } }>(member, 'POST', '/transfers', {
        fromAccountId: FIRST_ACCOUNT,
        toAccountId: card,
        amount,
        date,
      });
      expect(status).toBe(201);
      return () => call(member, 'DELETE', `/transfers/${data.transfer.id}`);
    };
    const context = await contextOf(testApp, member);
    const lastOf = async (id: string) => (await readAccountReport(context, id)).ahead.last.balance;
    const both = async () => [await lastOf(FIRST_ACCOUNT), await lastOf(card)];
    expect(await both()).toEqual([-8000, 0]);
    for (const [amount, date, expected] of [
      // Before the bill, on its day, and when the bank was open again.
      [30, '2026-07-03', [-8000, 0]],
      [30, '2026-07-10', [-8000, 0]],
      [30, '2026-07-12', [-8000, 0]],
      [10, '2026-07-10', [-8000, 0]],
      // What is too much pays the next bill, and then nothing.
      [45, '2026-07-10', [-8000, 0]],
      [100, '2026-07-10', [-10_000, 2000]],
      // That of the August bill does not pay July's.
      [70, '2026-08-09', [-10_000, 2000]],
    ] as const) {
      const undo = await pay(amount, date);
      expect([date, await both()]).toEqual([date, expected]);
      await undo();
    }
    // The bill of 10 June, which was not paid yet.
    await buy(member, { amount: 20, accountId: card, date: '2026-06-01' });
    await pay(20, '2026-06-16');
    expect(await both()).toEqual([-10_000, 0]);
  });

  once('a card is charged in the currency of the account that pays it', async () => {
    await storeRates(testApp.app.database.db, { rates: { ILS: '3.7' } });
    const member = await createMember(testApp);
    const { data } = await call<{ account: { id: string } }>(member, 'POST', '/accounts', {
      name: 'Abroad',
      kind: 'credit_card',
      currency: 'USD',
      billing_day: 10,
      pays_from: FIRST_ACCOUNT,
    });
    const { id } = data.account;
    await buy(member, { amount: 20, accountId: id, date: TODAY });
    const { ahead } = await readAccountReport(await contextOf(testApp, member), FIRST_ACCOUNT);
    expect(ahead.last.balance).toBe(-7400);
    // In a third currency, what it will cost is known by today's rate.
    await storeRates(testApp.app.database.db, { rates: { ILS: '3.7', EUR: '0.8' } });
    const euros = await call<{ account: { id: string } }>(member, 'POST', '/accounts', {
      name: 'Rome',
      currency: 'EUR',
    });
    await call(member, 'PUT', `/accounts/${id}`, { pays_from: euros.data.account.id });
    const report = await readAccountReport(await contextOf(testApp, member), euros.data.account.id);
    expect(report.ahead.last.balance).toBe(-1600);
  });

  once('what was paid to a card, the latest first, with the account that paid', async () => {
    const { member, card } = await withCard();
    for (const [amount, date] of [
      [10, '2026-04-10'],
      [30, '2026-07-10'],
      [20, '2026-05-10'],
    ])
      await call(member, 'POST', '/transfers', {
        fromAccountId: FIRST_ACCOUNT,
        toAccountId: card,
        amount,
        date,
      });
    const { card: report } = await readAccountReport(await contextOf(testApp, member), card);
    expect(report?.payments.map(({ date, amount, from }) => [date, amount, from?.id])).toEqual([
      ['2026-07-10', 3000, FIRST_ACCOUNT],
      ['2026-05-10', 2000, FIRST_ACCOUNT],
      ['2026-04-10', 1000, FIRST_ACCOUNT],
    ]);
  });

  once('the bills of a card: the last one, this one, the next one and later ones', async () => {
    const { member, card } = await withCard();
    for (const [amount, date] of [
      [1, '2026-04-20'],
      [10, '2026-05-10'],
      [20, '2026-06-09'],
      [100, '2026-06-10'],
      [200, '2026-07-09'],
      [1000, '2026-07-10'],
      [5000, '2026-08-10'],
    ])
      await buy(member, { amount, accountId: card, date });
    const { card: report } = await readAccountReport(await contextOf(testApp, member), card);
    expect(report).toMatchObject({
      last: { date: '2026-06-10', amount: 3000, count: 2 },
      current: { date: '2026-07-10', amount: 30_000, count: 2 },
      next: { date: '2026-08-10', amount: 100_000, count: 1 },
      later: { amount: 500_000, count: 1 },
      overdue: 3100,
    });
  });
});
