import { expect, test } from 'vitest';
import { checkTotalsOf } from '../../src/domain/ledger/check.ts';
import { FIRST_ACCOUNT } from '../../src/domain/money-accounts/first-account.ts';
import { forEachApp } from '../support/app.ts';
import { createMember, type Member } from '../support/members.ts';
import { storeRates } from '../support/rate-provider.ts';

const TEMPLATES = '/transactions/templates';

interface Made {
  template: { id: string };
}

// None is known until the last test stores one.
forEachApp((testApp, { once }) => {
  const call = <Data>(member: Member, method: string, path: string, body?: object) =>
    testApp.call<Data>(method, path, { as: member, ...(body && { body }) });

  async function open(member: Member, currency: string, name = currency) {
    const { data } = await call<{ account: { id: string } }>(member, 'POST', '/accounts', { name, currency });
    return data.account.id;
  }

  async function repeat(member: Member, body: object) {
    const asked = { interval_type: 'monthly', description: 'Storage', start_date: '2026-06-01', ...body };
    const previewed = await call<{ occurrences: object[] }>(member, 'POST', `${TEMPLATES}/preview`, asked);
    expect([previewed.status, previewed.error]).toEqual([200, undefined]);
    const made = await call<Made>(member, 'POST', TEMPLATES, asked);
    expect([made.status, made.error]).toEqual([201, undefined]);
    const path = `${TEMPLATES}/${made.data.template.id}`;
    const { data } = await call<{ upcoming: { id: string }[] }>(member, 'GET', path);
    return {
      path,
      template: made.data.template,
      first: data.upcoming[0],
      ahead: previewed.data.occurrences[0],
    };
  }

  const change = async (member: Member, path: string, body: object) => {
    const answer = await call<Made>(member, 'PUT', path, body);
    expect([answer.status, answer.error]).toEqual([200, undefined]);
    const { data } = await call<{ upcoming: { id: string }[] }>(member, 'GET', path);
    return { template: answer.data.template, first: data.upcoming[0] };
  };

  once('what recurs in another currency is recorded without a rate, and is given one later', async () => {
    const member = await createMember(testApp);
    const accountId = await open(member, 'USD');
    const made = await repeat(member, { type: 'expense', amount: 10, accountId });
    const unknown = { amount: null, account_amount: 10, account_currency: 'USD' };
    expect(made.ahead).toMatchObject(unknown);
    expect(made.template).toMatchObject({ ...unknown, monthly_equivalent: null, prices: [{ amount: null }] });
    expect(made.first).toMatchObject({ ...unknown, original: { amount: 10, currency: 'USD', rate: null } });
    // As it was answered.
    const same = await change(member, made.path, { ...made.template, description: 'Cellar' });
    expect(same).toMatchObject({ template: { ...unknown, description: 'Cellar' }, first: unknown });
    const known = { amount: 37, account_amount: 10 };
    const given = await change(member, made.path, { rate: '3.7', scope: 'all' });
    expect(given.template).toMatchObject({ ...known, monthly_equivalent: 37, prices: [{ amount: 37 }] });
    expect(given.first).toMatchObject({ ...known, original: { amount: 10, currency: 'USD', rate: 3.7 } });
    // The rate that it was given applies to a new amount while no other is known.
    const dearer = await change(member, made.path, { accountAmount: 20, scope: 'all' });
    expect(dearer.first).toMatchObject({ amount: 74, original: { amount: 20, currency: 'USD', rate: 3.7 } });
    expect(await checkTotalsOf(testApp.app.database.db, member.id)).toEqual([]);
  });

  once('a rate that is sent with what recurs is fixed', async () => {
    const member = await createMember(testApp);
    const accountId = await open(member, 'USD');
    const made = await repeat(member, { type: 'expense', amount: 10, accountId, rate: 3.5 });
    expect(made.ahead).toMatchObject({ amount: 35, account_amount: 10 });
    expect(made.first).toMatchObject({ amount: 35, original: { amount: 10, currency: 'USD', rate: 3.5 } });
    const own = await call<never>(member, 'POST', TEMPLATES, {
      type: 'expense',
      amount: 10,
      description: 'x',
      rate: 4,
    });
    expect([own.status, own.error.details]).toMatchObject([400, [{ field: 'rate' }]]);
    const changed = await change(member, made.path, { accountAmount: 20, rate: 4, scope: 'all' });
    expect(changed.first).toMatchObject({ amount: 80, account_amount: 20 });
    const { data } = await call<{ templates: object[] }>(member, 'POST', `${TEMPLATES}/bulk`, {
      templates: [{ type: 'expense', amount: 10, description: 'y', accountId, rate: '3.6' }],
    });
    expect(data.templates).toMatchObject([{ amount: 36 }]);
  });

  once('another worth of what recurs is a new rate for each of its amounts', async () => {
    const member = await createMember(testApp);
    const accountId = await open(member, 'USD');
    const start = { start_date: '2026-01-01' };
    const made = await repeat(member, { type: 'expense', amount: 100, accountId, rate: 3.5, ...start });
    const dearer = await change(member, made.path, { accountAmount: 200, rate: 3.5 });
    const amounts = async () => {
      const { data } = await call<{
        transactions: { date: string; amount: number; account_amount: number }[];
      }>(...([member, 'GET', '/transactions?status=any&order=asc&sort=date'] as const));
      return [data.transactions[0], data.transactions.at(-1)].map((one) => [
        one?.amount,
        one?.account_amount,
      ]);
    };
    expect(await amounts()).toEqual([
      [350, 100],
      [700, 200],
    ]);
    // The whole answer, whose charge says nothing.
    const { template } = dearer;
    await change(member, made.path, { ...template, amount: 1400, scope: 'all' });
    expect(await amounts()).toEqual([
      [700, 100],
      [1400, 200],
    ]);
  });

  once('a recurring transfer needs no rate, and has the worth that is said', async () => {
    const member = await createMember(testApp);
    const [dollars, yen] = [await open(member, 'USD'), await open(member, 'JPY')];
    const transfer = { type: 'transfer', amount: 10, fromAccountId: dollars };
    const home = await repeat(member, { ...transfer, toAccountId: FIRST_ACCOUNT, amountTo: 37 });
    expect(home.template).toMatchObject({ amount: 10, amount_to: 37, monthly_equivalent: 37 });
    expect(home.first).toMatchObject({ amount: 10, amount_to: 37 });
    const away = await repeat(member, { ...transfer, toAccountId: yen, amountTo: 1500 });
    expect(away.template).toMatchObject({ amount: 10, amount_to: 1500, monthly_equivalent: null });
    expect(away.first).toMatchObject({ amount: 10, amount_to: 1500, rate: null });
    const given = await change(member, away.path, { rate: 3.7 });
    expect(given.first).toMatchObject({ amount: 10, amount_to: 1500, rate: 3.7 });
    const rated = await repeat(member, { ...transfer, toAccountId: yen, amountTo: 1500, rate: 3.6 });
    expect(rated.first).toMatchObject({ rate: 3.6 });
    expect(rated.template).toMatchObject({ monthly_equivalent: 36 });
    const open_ = await repeat(member, { ...transfer, toAccountId: FIRST_ACCOUNT });
    expect(open_.first).toMatchObject({ amount: 10, amount_to: null });
    const occurrence = `/transfers/${open_.first?.id}`;
    const unsaid = await call<never>(member, 'PUT', occurrence, { amount: 20 });
    expect([unsaid.status, unsaid.error.details]).toMatchObject([400, [{ field: 'amountTo' }]]);
    expect((await call(member, 'PUT', occurrence, { amount: 20, amountTo: 74 })).status).toBe(200);
    const made = await call<{ transfer: object; template: Made['template'] }>(
      member,
      'POST',
      '/transactions/transfer',
      {
        ...transfer,
        toAccountId: yen,
        amountTo: 1500,
        rate: 3.7,
        isRecurring: true,
      },
    );
    expect([made.status, made.data.transfer]).toMatchObject([201, { rate: 3.7 }]);
    const needless = await call<never>(member, 'POST', TEMPLATES, {
      ...transfer,
      description: 'x',
      toAccountId: FIRST_ACCOUNT,
      amountTo: 37,
      rate: 3.7,
    });
    expect([needless.status, needless.error.details]).toMatchObject([400, [{ field: 'rate' }]]);
    expect(await checkTotalsOf(testApp.app.database.db, member.id)).toEqual([]);
  });

  once('an account of another currency needs to know what it gets of what recurred in the own', async () => {
    const member = await createMember(testApp);
    const accountId = await open(member, 'USD');
    const { path } = await repeat(member, { type: 'expense', amount: 37 });
    const refused = await call<never>(member, 'PUT', path, { accountId });
    expect([refused.status, refused.error.details]).toMatchObject([400, [{ field: 'amount' }]]);
    const moved = await change(member, path, { accountId, accountAmount: 10, rate: 3.7 });
    expect(moved.template).toMatchObject({ amount: 37, account_amount: 10 });
  });

  test('what began before the first known rate has that of today', async () => {
    await storeRates(testApp.app.database.db, { rates: { ILS: '3.7', EUR: '0.8' } });
    const member = await createMember(testApp);
    const accountId = await open(member, 'USD');
    const body = { type: 'expense', amount: 10, accountId, start_date: '2026-01-05' };
    const { template, first, ahead } = await repeat(member, body);
    expect([template, ahead]).toMatchObject([{ amount: 37 }, { amount: 37 }]);
    expect(first).toMatchObject({ amount: 37, original: { amount: 10, currency: 'USD', rate: 3.7 } });
    const { data } = await call<{ transactions: { amount: number }[] }>(
      member,
      'GET',
      '/transactions?status=all&order=asc',
    );
    expect(data.transactions.map(({ amount }) => amount)).toEqual([37, 37, 37, 37, 37, 37]);
  });

  once('a fixed rate applies to a new amount too, and is answered', async () => {
    const member = await createMember(testApp);
    const [dollars, euros] = [await open(member, 'USD'), await open(member, 'EUR')];
    const made = await repeat(member, { type: 'expense', amount: 9.99, accountId: dollars, rate: 3.1 });
    expect(made.template).toMatchObject({ amount: 30.97, rate: 3.1 });
    const dearer = await change(member, made.path, { amount: 20 });
    expect(dearer).toMatchObject({ template: { amount: 62, rate: 3.1 }, first: { amount: 62 } });
    // As it was answered, with one change.
    const sent = await change(member, made.path, { ...dearer.template, account_amount: 30 });
    expect(sent).toMatchObject({ template: { amount: 93, rate: 3.1 }, first: { original: { rate: 3.1 } } });
    const again = await call<Made>(member, 'POST', TEMPLATES, sent.template);
    expect([again.error, again.data.template]).toMatchObject([undefined, { amount: 93, rate: 3.1 }]);
    const moved = await change(member, made.path, { ...sent.template, account_id: euros });
    // It is as much as before, of which the rate of dollars says nothing in euros.
    expect(moved.template).toMatchObject({ amount: 93, account_amount: 24, rate: 3.875 });
    const other = await change(member, made.path, { accountId: dollars, accountAmount: 10 });
    expect(other.template).toMatchObject({ amount: 37, rate: 3.7 });
    const plain = await repeat(member, { type: 'expense', amount: 5 });
    expect(plain.template).not.toHaveProperty('rate');

    const between = { type: 'transfer', amount: 10, fromAccountId: dollars, toAccountId: euros, rate: 3 };
    const transfer = await repeat(member, between);
    expect(transfer.template).toMatchObject({ monthly_equivalent: 30, rate: 3 });
    const more = await change(member, transfer.path, { amount: 20 });
    expect(more).toMatchObject({ template: { monthly_equivalent: 60, rate: 3 }, first: { rate: 3 } });
    const home = await change(member, transfer.path, { rate: 3, account_to: FIRST_ACCOUNT });
    expect(home.template).toMatchObject({ monthly_equivalent: 74, amount_to: null });
    expect(home.template).not.toHaveProperty('rate');
    expect(await checkTotalsOf(testApp.app.database.db, member.id)).toEqual([]);
  });

  once('what a transfer is worth follows the rate again once nothing is said to arrive', async () => {
    const member = await createMember(testApp);
    const [dollars, euros] = [await open(member, 'USD'), await open(member, 'EUR')];
    const said = {
      type: 'transfer',
      amount: 10,
      fromAccountId: dollars,
      toAccountId: FIRST_ACCOUNT,
      amountTo: 70,
    };
    const { path } = await repeat(member, said);
    const more = await change(member, path, { amount: 20 });
    expect(more).toMatchObject({ template: { monthly_equivalent: 70 }, first: { amount_to: 70 } });
    const followed = await change(member, path, { amount_to: null });
    expect(followed).toMatchObject({ template: { monthly_equivalent: 74 }, first: { amount_to: 74 } });
    const { path: other } = await repeat(member, said);
    const away = await change(member, other, { account_to: euros });
    expect(away).toMatchObject({ template: { monthly_equivalent: 37, rate: 3.7 }, first: { rate: 3.7 } });
    expect(await checkTotalsOf(testApp.app.database.db, member.id)).toEqual([]);
  });

  once('a change of an occurrence and of later ones has its rate, or is refused', async () => {
    const member = await createMember(testApp);
    const accountId = await open(member, 'USD');
    const { path } = await repeat(member, { type: 'expense', amount: 30, accountId, rate: 4 });
    const upcoming = async () => {
      const { data } = await call<{ upcoming: { id: string; amount: number }[] }>(member, 'GET', path);
      return data.upcoming;
    };
    const amounts = async () => (await upcoming()).map(({ amount }) => amount);
    const [first] = await upcoming();
    const change = (body: object) =>
      call<never>(member, 'PUT', `/transactions/expense/${first?.id}`, { scope: 'future', ...body });
    for (const [body, amount] of [
      [{ rate: 6 }, 180],
      [{ original: { amount: 30, currency: 'USD', rate: 5 } }, 150],
      [{ convertedAmount: 77 }, 77],
      [{ amount: 20, rate: 4 }, 80],
      [{ amount: 30 }, 120],
    ] as const) {
      const { status, error } = await change(body);
      expect([status, error], JSON.stringify(body)).toEqual([200, undefined]);
      expect(new Set(await amounts()), JSON.stringify(body)).toEqual(new Set([amount]));
    }
    for (const [body, field] of [
      [{ original: { amount: 30, currency: 'EUR', rate: 5 } }, 'original.currency'],
      [{ originalAmount: 30, originalCurrency: 'EUR' }, 'originalCurrency'],
      [{ scope: 'all', original_amount: 30, original_currency: 'EUR' }, 'original_currency'],
    ] as const) {
      const { status, error } = await change(body);
      expect([status, error.details], JSON.stringify(body)).toMatchObject([400, [{ field }]]);
    }
    expect(new Set(await amounts())).toEqual(new Set([120]));
    expect(await checkTotalsOf(testApp.app.database.db, member.id)).toEqual([]);
  });

  type Amounts = readonly [worth: number, charged: number | null];
  /** What an occurrence of two months ago, of last month and of next month has. */
  type Listed = readonly [Amounts, Amounts, Amounts];
  type Changed = 'past' | 'coming' | 'series';

  const MAIN = [100, null] as const;
  const DOLLARS = [350, 100] as const;

  once.each<[series: string, Changed, scope: string, isWhole: boolean, changes: object, Listed]>([
    [
      'ILS to USD',
      'past',
      'all',
      true,
      { amount: 200 },
      [
        [200, null],
        [200, null],
        [105, 30],
      ],
    ],
    [
      'ILS to USD',
      'past',
      'all',
      false,
      { amount: 30 },
      [
        [30, null],
        [30, null],
        [105, 30],
      ],
    ],
    ['ILS to USD', 'past', 'future', false, { amount: 222 }, [MAIN, [222, null], [105, 30]]],
    ['ILS to USD', 'coming', 'all', true, { amount: 210 }, [MAIN, MAIN, [210, 30]]],
    ['ILS to USD', 'coming', 'future', true, { amount: 210 }, [MAIN, MAIN, [210, 30]]],
    ['ILS to USD', 'coming', 'all', true, { original: { rate: 5 } }, [MAIN, MAIN, [150, 30]]],
    ['ILS to USD', 'coming', 'all', true, { account_amount: 60 }, [MAIN, MAIN, [210, 60]]],
    ['ILS to USD', 'series', 'all', false, { rate: 5 }, [MAIN, MAIN, [150, 30]]],
    ['ILS to USD', 'series', 'future', true, { rate: 5 }, [MAIN, MAIN, [150, 30]]],
    [
      'USD to ILS',
      'past',
      'all',
      true,
      { account_amount: 200 },
      [
        [700, 200],
        [700, 200],
        [350, null],
      ],
    ],
    [
      'USD to ILS',
      'past',
      'all',
      true,
      { amount: 700 },
      [
        [700, 100],
        [700, 100],
        [350, null],
      ],
    ],
    [
      'USD to ILS',
      'past',
      'all',
      false,
      { amount: 350 },
      [
        [1225, 350],
        [1225, 350],
        [350, null],
      ],
    ],
    ['USD to ILS', 'past', 'future', true, { original: { rate: 5 } }, [DOLLARS, [500, 100], [350, null]]],
    ['USD to ILS', 'past', 'future', false, { amount: 222 }, [DOLLARS, [777, 222], [350, null]]],
    ['USD to ILS', 'coming', 'all', true, { amount: 700 }, [DOLLARS, DOLLARS, [700, null]]],
    [
      'USD to EUR',
      'past',
      'all',
      true,
      { account_amount: 200 },
      [
        [700, 200],
        [700, 200],
        [320, 80],
      ],
    ],
    [
      'USD to EUR',
      'past',
      'all',
      true,
      { amount: 700 },
      [
        [700, 100],
        [700, 100],
        [320, 80],
      ],
    ],
    [
      'USD to EUR',
      'past',
      'all',
      true,
      { original: { rate: 5 } },
      [
        [500, 100],
        [500, 100],
        [320, 80],
      ],
    ],
    [
      'USD to EUR',
      'past',
      'all',
      false,
      { amount: 80 },
      [
        [280, 80],
        [280, 80],
        [320, 80],
      ],
    ],
    [
      'USD to EUR',
      'past',
      'future',
      false,
      { amount: 1050, account_amount: 200 },
      [DOLLARS, [1050, 200], [320, 80]],
    ],
    ['USD to EUR', 'coming', 'all', true, { amount: 640 }, [DOLLARS, DOLLARS, [640, 80]]],
    [
      'USD to EUR',
      'coming',
      'all',
      false,
      { amount: 640, account_amount: 80 },
      [DOLLARS, DOLLARS, [640, 80]],
    ],
    ['USD to EUR', 'coming', 'all', true, { original: { rate: 5 } }, [DOLLARS, DOLLARS, [400, 80]]],
    ['USD to EUR', 'series', 'all', false, { rate: 5 }, [DOLLARS, DOLLARS, [400, 80]]],
    ['USD to EUR', 'series', 'all', true, { rate: 5 }, [DOLLARS, DOLLARS, [400, 80]]],
  ])(
    '%s: of what is %s, with scope %s (whole: %s), %j',
    async (series, changed, scope, isWhole, changes, listed) => {
      const member = await createMember(testApp);
      const [usd, eur] = [await open(member, 'USD'), await open(member, 'EUR')];
      const PHASES: Record<string, object> = {
        ILS: { accountId: FIRST_ACCOUNT, amount: series.startsWith('ILS') ? 100 : 350 },
        USD: { accountId: usd, amount: series.startsWith('USD') ? 100 : 30, rate: 3.5 },
        EUR: { accountId: eur, amount: 80, rate: 4 },
      };
      const [first, then] = series.split(' to ').map((currency) => PHASES[currency]);
      const { path } = await repeat(member, { type: 'expense', start_date: '2026-04-10', ...first });
      await change(member, path, { ...then, scope: 'future' });
      const rows = async () => {
        const dates = 'dateFrom=2026-04-01&dateTo=2026-07-31';
        const { data } = await call<{
          transactions: (Made['template'] & { amount: number; account_amount: number })[];
        }>(member, 'GET', `/transactions?status=any&order=asc&${dates}`);
        const [two, one, , next] = data.transactions;
        return [two, one, next];
      };
      const [, past, coming] = await rows();
      const id = (changed === 'past' ? past : coming)?.id;
      const at = changed === 'series' ? path : `/transactions/expense/${id}`;
      const { data: answer } = await call<
        Record<string, object & { original?: object; updated_at?: string }>
      >(member, 'GET', changed === 'series' ? path : `/transactions/${id}`);
      const shown = (changed === 'series' ? answer.template : answer.transaction) ?? {};
      const original = 'original' in changes && {
        original: { ...shown.original, ...(changes.original as object) },
      };
      const sent = await call<never>(member, 'PUT', at, {
        ...(isWhole && { ...shown, basedOn: shown.updated_at }),
        ...changes,
        ...original,
        scope,
      });
      expect([sent.status, sent.error]).toEqual([200, undefined]);
      expect((await rows()).map((row) => [row?.amount, row?.account_amount])).toEqual(listed);
      expect(await checkTotalsOf(testApp.app.database.db, member.id)).toEqual([]);
    },
  );

  once.each([false, true])(
    'prices stay worth what they were in another account (whole: %s)',
    async (isWhole) => {
      await storeRates(testApp.app.database.db, { rates: { ILS: '3.7', EUR: '0.8' } });
      const member = await createMember(testApp);
      const accountId = await open(member, 'USD');
      const { path } = await repeat(member, { type: 'expense', start_date: '2026-04-10', amount: 37 });
      await change(member, path, { amount: 74, scope: 'future' });
      const rows = async () => {
        const { data } = await call<{
          transactions: { id: string; amount: number; account_amount: number }[];
        }>(member, 'GET', '/transactions?status=any&order=asc&dateTo=2026-07-31');
        return data.transactions;
      };
      const coming = (await rows()).at(-1);
      const changes = { ...(isWhole && coming), accountId, account_id: accountId, scope: 'all' };
      const sent = await call<never>(member, 'PUT', `/transactions/expense/${coming?.id}`, changes);
      expect([sent.status, sent.error]).toEqual([200, undefined]);
      expect((await rows()).map((row) => [row.amount, row.account_amount])).toEqual([
        [37, 10],
        [37, 10],
        [37, 10],
        [74, 20],
      ]);
      expect(await checkTotalsOf(testApp.app.database.db, member.id)).toEqual([]);
    },
  );
});
