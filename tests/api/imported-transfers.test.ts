import { beforeEach, describe, expect, test } from 'vitest';
import { checkTotalsOf } from '../../src/domain/ledger/check.ts';
import { forAppOnSqlite } from '../support/app.ts';
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

forAppOnSqlite((testApp, engine) => {
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
    const figures = { worth: data.net_worth, income, expenses };
    return { ...figures, ...Object.fromEntries(balances) } as typeof figures & Record<string, number>;
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
      expect(await moneyOf(member)).toEqual({ ...NONE, 'Main account': -372, Dollars: 100 });
    });

    test.each([
      [{ ...left, amount: -450, originalAmount: -100, originalCurrency: 'USD' }, arrived],
      [
        { ...left, amount: -450 },
        { ...arrived, originalAmount: 450, originalCurrency: 'ILS' },
      ],
    ])(
      'is found by what one of its rows says was paid abroad, however far from the rate',
      async (...both) => {
        for (const calls of [both, both.toReversed()])
          for (const rule of [
            ['to dollars', 'Dollars'],
            ['from shekels', 'Main'],
          ] as [string, string][]) {
            const { member } = await begin(rule);
            for (const each of calls) await sendRows(member, each);
            expect(await moneyOf(member)).toEqual({ ...NONE, 'Main account': -450, Dollars: 100 });
          }
      },
    );

    test.each([
      [
        'what left',
        [
          [left, left],
          [arrived, arrived],
        ],
      ],
      [
        'what arrived',
        [
          [arrived, arrived],
          [left, left],
        ],
      ],
    ])('so are two equal ones of a day: %s first', async (_name, calls) => {
      for (const others of [[], [['from shekels', 'Main']]] as [string, string][][]) {
        const { member } = await begin(['to dollars', 'Dollars'], ...others);
        for (const each of calls) await sendRows(member, ...each);
        expect(await moneyOf(member)).toMatchObject({
          'Main account': -744,
          Dollars: 200,
          income: 0,
          expenses: 0,
        });
      }
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

  describe('a transfer of which two files have a side each', () => {
    const start = async () => {
      const started = await begin();
      const { member, ids } = started;
      await call(member, 'PUT', `/accounts/${ids.Savings}`, { number: '12-777-888' });
      const file = async (account: string, line: string) => {
        const { id } = await preview(member, csv(line, '2026-05-20,Fee,-1.00'), `${line}.csv`, {
          accountId: ids[account] ?? '',
        });
        await imports.call(member, 'PUT', `/${id}/mapping`, { sign: 'minus_out' });
        const [found] = await rows(member, id);
        await carryOut(member, id);
        return { id, found };
      };
      return { ...started, file };
    };
    const [left, arrived] = ['2026-05-14,Transfer to 777-888,-270.00', '2026-05-15,From the main one,270.00'];

    test.each([
      [
        'what left',
        [
          ['Main', left],
          ['Savings', arrived],
        ],
      ],
      [
        'what arrived',
        [
          ['Savings', arrived],
          ['Main', left],
        ],
      ],
    ])('is joined where one of them names the other account: %s first', async (_name, files) => {
      const { member, file } = await start();
      const [[first = '', one = ''] = [], [second = '', other = ''] = []] = files;
      await file(first, one);
      const { id, found } = await file(second, other);
      expect(found).toMatchObject({
        state: 'transfer',
        decision: 'transfer',
        why: expect.stringMatching(
          /^Moves money to or from (Savings|Main account), where its other side is$/,
        ),
      });
      expect(await moneyOf(member)).toEqual({
        ...{ worth: -2, income: 0, expenses: 2 },
        ...{ 'Main account': -271, Savings: 269 },
      });
      expect((await undo(member, id)).status).toBe(200);
      const { income, expenses } = await moneyOf(member);
      expect(income + expenses).toBe(271);
    });

    test('is joined within one call, and offered where none of them names the other', async () => {
      const { member } = await start();
      const both = { date: '2026-05-14' };
      const sent = await sendRows(
        member,
        row('Main', -250, 'Transfer to SAVINGS 5', both),
        row('Savings', 250, 'Deposit', both),
        row('Main', -90, 'Transfer to somebody', both),
        row('Savings', 90, 'Salary', both),
        row('Main', -80, 'No other side', both),
      );
      const offered = 'May be a transfer: Savings has the same amount with the other sign';
      expect(await rows(member, sent.import.id)).toMatchObject([
        { state: 'transfer', decision: 'transfer' },
        { state: 'transfer', decision: 'leave_out', why: 'The other side of line 1' },
        { state: 'new', decision: 'import', why: offered },
        { state: 'new', decision: 'import' },
        { state: 'new', decision: 'import', why: null },
      ]);
      expect(await moneyOf(member)).toMatchObject({ income: 90, expenses: 170 });
      const { data } = await call<{ candidates: object[] }>(member, 'GET', '/transfers/candidates');
      expect(data.candidates).toMatchObject([{ expense: { amount: 90 } }]);
    });
  });

  describe('our own CSV file', () => {
    const written = async (member: Member, query = '') => {
      const headers = { authorization: `Bearer ${member.accessToken}` };
      const answer = await testApp.request(`/api/v1/export/csv${query}`, { headers });
      return Buffer.from(await answer.arrayBuffer());
    };
    const fill = async () => {
      const { member, ids } = await begin();
      await call(member, 'PUT', `/accounts/${ids.Main}`, {
        opening_balance: 1000,
        opening_date: '2026-05-01',
      });
      await call(member, 'PUT', `/accounts/${ids.Dollars}`, {
        opening_balance: 50,
        opening_date: '2026-05-01',
      });
      const at = { date: '2026-06-14' };
      const move = (from = '', to = '', amount = 0, amountTo?: number) =>
        call(member, 'POST', '/transfers', { fromAccountId: from, toAccountId: to, amount, amountTo, ...at });
      const spend = (body: object) => call(member, 'POST', '/transactions/expense', { ...at, ...body });
      await move(ids.Main, ids.Savings, 70);
      await move(ids.Main, ids.Dollars, 38, 10);
      await move(ids.Dollars, ids.Savings, 5, 18);
      await move(ids.Dollars, ids.Yen, 20, 2980);
      await spend({ amount: 12.5, description: '=Bread', notes: 'fresh' });
      await spend({ accountId: ids.Savings, amount: 9, description: 'Cake' });
      await spend({ accountId: ids.Dollars, amount: 3, description: 'Cloud' });
      await spend({ originalAmount: 20, originalCurrency: 'USD', description: 'Book' });
      await spend({ amount: 30, installments: 3, description: 'Sofa' });
      return member;
    };

    test.each(['en', 'he'])('is read as what it says, in %s', async (language) => {
      const from = await fill();
      const before = await moneyOf(from);
      for (const style of ['iso', 'own']) {
        const file = await written(from, `?style=${style}&language=${language}`);
        const { member } = await begin();
        const found = await preview(member, file, 'pruta.csv');
        const lines = await rows(member, found.id);
        expect([found.status, found.counts]).toMatchObject([
          'preview',
          { transfer: 4, skipped: 2, error: 0, new: 5 },
        ]);
        expect(lines.filter(({ state }) => state === 'skipped').map(({ why }) => why)).toHaveLength(2);
        await carryOut(member, found.id);
        // The later payments of the sofa are not in the file, and opening balances are no rows.
        expect(await moneyOf(member)).toEqual({
          ...before,
          worth: expect.any(Number),
          expenses: before.expenses - 20,
          Dollars: (before.Dollars ?? 0) - 50,
          'Main account': (before['Main account'] ?? 0) - 1000,
        });
        const { data } = await call<{ transactions: { description: string }[] }>(
          member,
          'GET',
          '/transactions?status=any&limit=200&sort=date',
        );
        expect(data.transactions).toEqual(
          expect.arrayContaining([
            expect.objectContaining({ description: '=Bread', notes: 'fresh' }),
            expect.objectContaining({
              description: 'Book',
              original: expect.objectContaining({ amount: 20 }),
            }),
            expect.objectContaining({
              description: 'Sofa',
              installment: { n: 1, of: 3, total: 30 },
            }),
          ]),
        );
        const again = await preview(member, file, 'again.csv', { again: 'true' });
        expect(again.counts).toMatchObject({ new: 0, transfer: 0 });
      }
    });

    test('loses nothing of a day without a rate', async () => {
      const { member: from, ids } = await begin();
      const at = { date: UNKNOWN, originalAmount: 100 };
      await call(from, 'POST', '/transactions/expense', { ...at, originalCurrency: 'USD' });
      await call(from, 'POST', '/transactions/income', {
        ...at,
        accountId: ids.Dollars,
        originalCurrency: 'ILS',
      });
      const { member } = await begin();
      const found = await preview(member, await written(from), 'pruta.csv');
      await carryOut(member, found.id);
      const paid = async (as: Member) =>
        (
          await call<{ transactions: { type: string; original: object }[] }>(
            as,
            'GET',
            '/transactions?status=any',
          )
        ).data.transactions
          .map(({ type, original }) => JSON.stringify([type, original]))
          .toSorted();
      expect(await paid(member)).toEqual(await paid(from));
      expect(await paid(member)).toHaveLength(2);
    });

    test('asks for accounts that are not there, and says what it cannot know', async () => {
      const from = await fill();
      const member = await createMember(testApp);
      const asked = await preview(member, await written(from), 'pruta.csv');
      expect(asked).toMatchObject({ status: 'needs_mapping', ambiguous: ['account'] });
      const { data } = await call<{ accounts: Account[] }>(from, 'GET', '/accounts');
      const savings = data.accounts.find(({ name }) => name === 'Savings')?.id;
      const one = await preview(member, await written(from, `?account=${savings}`), 'savings.csv');
      const lines = await rows(member, one.id);
      expect(lines.map(({ state, message }) => [state, message]).toSorted()).toEqual([
        ['error', 'The file does not name both accounts of this transfer'],
        ['error', 'The file does not name both accounts of this transfer'],
        ['new', null],
      ]);
    });
  });
});
