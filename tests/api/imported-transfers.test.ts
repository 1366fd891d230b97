import { beforeEach, describe, expect, test } from 'vitest';
import { checkTotalsOf } from '../../src/domain/ledger/check.ts';
import { forEachApp } from '../support/app.ts';
import { bankImports, csv, type Import } from '../support/bank-imports.ts';
import { createMember, type Member } from '../support/members.ts';
import { storeRates } from '../support/rate-provider.ts';

interface Account {
  id: string;
  name: string;
  balance: number;
  balance_converted: number | null;
}

interface Sent {
  import: Import;
  added: number;
  matched: number;
  left_out: number;
}

/** With a rate of 3.7 shekels for a dollar, and a day near which none is kept. */
const [KNOWN, UNKNOWN] = ['2026-06-12', '2026-01-05'];

forEachApp((testApp, engine) => {
  const imports = bankImports(testApp);
  const { preview, rows, carryOut, undo } = imports;
  const call = <Data>(member: Member, method: string, path: string, body?: object) =>
    testApp.call<Data>(method, path, { as: member, ...(body && { body }) });

  beforeEach(() =>
    storeRates(engine.db, { date: '2026-06-10', rates: { ILS: '3.7', EUR: '0.8', JPY: '150' } }),
  );

  const begin = async (...rules: [text: string, to: string][]) => {
    const member = await createMember(testApp);
    const ids: Record<string, string> = {};
    for (const [name, currency] of [
      ['Dollars', 'USD'],
      ['Yen', 'JPY'],
      ['Savings', 'ILS'],
    ]) {
      const { data } = await call<{ account: Account }>(member, 'POST', '/accounts', { name, currency });
      ids[name ?? ''] = data.account.id;
    }
    const { data } = await call<{ accounts: Account[] }>(member, 'GET', '/accounts');
    ids.Main = data.accounts[0]?.id ?? '';
    for (const [value, to] of rules) {
      const conditions = [{ field: 'text', operator: 'contains', value }];
      await call(member, 'POST', '/rules', { conditions, actions: { account_to: ids[to] } });
    }
    return { member, ids };
  };
  const sendRows = async (as: Member, ...body: object[]) => {
    const answer = await testApp.call<Sent>('POST', '/imports/rows', { as, body });
    expect([answer.status, answer.text.slice(0, 300)]).toEqual([201, expect.anything()]);
    return answer.data;
  };
  const row = (account: string, amount: number, description: string, more: object = {}) => ({
    date: KNOWN,
    amount,
    description,
    account: account === 'Main' ? 'Main account' : account,
    ...more,
  });
  const moneyOf = async (member: Member) => {
    const { data } = await call<{ accounts: Account[]; net_worth: number }>(member, 'GET', '/accounts');
    const summary = await call<{ summary: { income: number; expenses: number } }>(
      member,
      'GET',
      '/transactions?status=any',
    );
    const { income, expenses } = summary.data.summary;
    expect(await checkTotalsOf(engine.db, member.id)).toEqual([]);
    const balances = data.accounts
      .filter(({ balance }) => balance !== 0)
      .map((one) => [one.name, one.balance]);
    return { ...Object.fromEntries(balances), worth: data.net_worth, income, expenses };
  };
  const NONE = { worth: 0, income: 0, expenses: 0 };

  describe('a transfer between currencies', () => {
    test('moves what its row says in the currency in which it says it', async () => {
      const { member } = await begin(['wire', 'Dollars']);
      const abroad = { originalAmount: -100, originalCurrency: 'USD' };
      await sendRows(
        member,
        row('Main', -100, 'wire of dollars', { currency: 'USD' }),
        row('Main', -371, 'wire of a known sum', { date: '2026-06-13', ...abroad }),
      );
      expect(await moneyOf(member)).toEqual({ ...NONE, 'Main account': -741, Dollars: 200 });
    });

    test('of a row of another currency than its account has what that is there', async () => {
      const { member, ids } = await begin(['home', 'Main']);
      await sendRows(member, row('Dollars', -200, 'home', { currency: 'ILS' }));
      expect(await moneyOf(member)).toEqual({ ...NONE, 'Main account': 200, Dollars: -54.05 });
      const { id } = await preview(member, csv(`${KNOWN},Cheque,-74.00`), 'a.csv', {
        accountId: ids.Main ?? '',
      });
      const decisions = [{ index: 0, decision: 'transfer', accountId: ids.Dollars }];
      expect((await imports.call(member, 'PUT', `/${id}/rows`, { decisions })).status).toBe(200);
      await carryOut(member, id);
      expect(await moneyOf(member)).toEqual({ ...NONE, 'Main account': 126, Dollars: -34.05 });
    });

    test('that cannot name both amounts stays what it was until somebody can', async () => {
      const { member, ids } = await begin(['wire', 'Dollars']);
      const sent = await sendRows(member, row('Main', -370, 'wire', { date: UNKNOWN }));
      expect(await rows(member, sent.import.id)).toMatchObject([
        {
          decision: 'import',
          why: 'Moves money to or from Dollars, but no exchange rate of its day is known',
        },
      ]);
      expect(await moneyOf(member)).toEqual({ worth: -370, income: 0, expenses: 370, 'Main account': -370 });
      const { id } = await preview(member, csv(`${UNKNOWN},Cheque,-74.00`), 'a.csv', {
        accountId: ids.Main ?? '',
      });
      const decisions = [{ index: 0, decision: 'transfer', accountId: ids.Dollars }];
      const refused = await imports.call(member, 'PUT', `/${id}/rows`, { decisions });
      expect([refused.status, refused.error.details]).toMatchObject([
        400,
        [{ field: 'decisions.0.decision', message: expect.stringContaining('No exchange rate is known') }],
      ]);
      expect((await rows(member, id))[0]).toMatchObject({ state: 'new', decision: 'import' });
    });

    const left = row('Main', -372, 'to dollars');
    const arrived = row('Dollars', 100, 'from shekels', { date: '2026-06-13' });
    test.each([
      ['what left', [[left], [arrived]]],
      ['what arrived', [[arrived], [left]]],
      ['both at once', [[left, arrived]]],
    ])('is one where the file of each account has its side: %s first', async (_name, calls) => {
      const { member } = await begin(['to dollars', 'Dollars']);
      for (const each of calls) await sendRows(member, ...each);
      const money = await moneyOf(member);
      expect(money).toEqual({ ...NONE, 'Main account': -372, Dollars: 100 });
      for (const each of calls) expect(await sendRows(member, ...each)).toMatchObject({ added: 0 });
      const { data } = await call<{ imports: Import[] }>(member, 'GET', '/imports');
      expect((await undo(member, data.imports[0]?.id ?? '')).status).toBe(200);
      expect(await moneyOf(member)).toEqual(NONE);
    });

    test.each([
      ['what left', [[left], [arrived]]],
      ['what arrived', [[arrived], [left]]],
      ['both at once', [[left, arrived]]],
    ])('so is one that rules know from both sides: %s first', async (_name, calls) => {
      const { member } = await begin(['to dollars', 'Dollars'], ['from shekels', 'Main']);
      for (const each of calls) await sendRows(member, ...each);
      expect(await moneyOf(member)).toMatchObject({
        'Main account': -372,
        Dollars: 100,
        income: 0,
        expenses: 0,
      });
    });

    test.each([
      ['what left', [[left], [{ ...arrived, amount: 94 }]]],
      ['what arrived', [[{ ...arrived, amount: 94 }], [left]]],
    ])('is asked about where the amounts are less near: %s first', async (_name, calls) => {
      const { member } = await begin(['to dollars', 'Dollars']);
      for (const each of calls) await sendRows(member, ...each);
      const { data } = await call<{ imports: Import[] }>(member, 'GET', '/imports');
      const id = data.imports[0]?.id ?? '';
      const waiting = (await rows(member, id)).filter(({ decision }) => decision === 'leave_out');
      expect([data.imports[0]?.status, waiting.length]).toEqual(['preview', 1]);
      const decision = waiting[0]?.state === 'probable' ? 'merge' : 'transfer';
      const decisions = [{ index: waiting[0]?.index, decision }];
      expect((await imports.call(member, 'PUT', `/${id}/rows`, { decisions })).status).toBe(200);
      await carryOut(member, id);
      expect(await moneyOf(member)).toEqual({ ...NONE, 'Main account': -372, Dollars: 94 });
    });
  });

  test('an amount with decimals that its currency lacks is refused at its row', async () => {
    const { member, ids } = await begin();
    const body = [
      row('Yen', -1.5, 'x'),
      row('Main', -1.5, 'x', { currency: 'JPY' }),
      row('Yen', -1.5, 'x', { currency: 'ILS' }),
      row('Yen', -150, 'x', { originalAmount: -1.5, originalCurrency: 'USD' }),
      row('Main', -3, 'x', { originalAmount: -100.5, originalCurrency: 'JPY' }),
    ];
    const { status, error } = await testApp.call('POST', '/imports/rows', { as: member, body });
    expect([status, error.details]).toEqual([
      400,
      ['rows.0.amount', 'rows.1.amount', 'rows.4.originalAmount'].map((field) => ({
        field,
        message: 'Amounts in ¥ have no decimal places',
      })),
    ]);
    const file = csv(`${KNOWN},Half,-1.50`, `${KNOWN},Whole,-2.00`);
    const found = await preview(member, file, 'yen.csv', { accountId: ids.Yen ?? '' });
    expect(await rows(member, found.id)).toMatchObject([
      { state: 'error', message: 'The amount has more decimals than its currency' },
      { state: 'new', amount: 2 },
    ]);
  });

  test.each([4, -4])('a side that is booked %i days off is the same in either order', async (apart) => {
    const moved = row('Main', -100, 'to savings', { date: '2026-06-08' });
    const other = row('Savings', 100, 'from main', { date: `2026-06-${apart > 0 ? '12' : '04'}` });
    for (const calls of [
      [moved, other],
      [other, moved],
    ]) {
      const { member } = await begin(['to savings', 'Savings']);
      for (const each of calls) await sendRows(member, each);
      expect(await moneyOf(member)).toEqual({ ...NONE, 'Main account': -100, Savings: 100 });
    }
  });
});
