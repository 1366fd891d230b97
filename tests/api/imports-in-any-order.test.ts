import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { planLines } from '../../src/domain/bank-files/preview/plan.ts';
import type { PlacedFile } from '../../src/domain/bank-files/preview/planned.ts';
import { fill, fillNewImport, newImport } from '../../src/domain/bank-files/preview/preview.ts';
import type { SignedIn } from '../../src/domain/context.ts';
import { checkTotalsOf } from '../../src/domain/ledger/check.ts';
import { forEachApp } from '../support/app.ts';
import { bankImports } from '../support/bank-imports.ts';
import { contextOf, createMember, type Member } from '../support/members.ts';
import { storeRates } from '../support/rate-provider.ts';

interface Account {
  id: string;
  name: string;
  balance: number;
}

const CURRENCIES = { 'Main account': 'ILS', Savings: 'ILS', Dollars: 'USD', Yen: 'JPY' } as const;

type Name = keyof typeof CURRENCIES;

/** Of one unit of each currency, in shekels. */
const WORTH = { ILS: 3.7 / 3.7, USD: 3.7, JPY: 3.7 / 150 };

const ROUTES: [Name, Name][] = [
  ['Main account', 'Dollars'],
  ['Dollars', 'Main account'],
  ['Dollars', 'Yen'],
  ['Main account', 'Savings'],
  ['Savings', 'Dollars'],
];

interface Row {
  account: Name;
  date: string;
  amount: number;
  text: string;
}

const shekels = (row: Row) => row.amount * WORTH[CURRENCIES[row.account]];

const inCurrency = (dollars: number, name: Name) => {
  const amount = (dollars * WORTH.USD) / WORTH[CURRENCIES[name]];
  return CURRENCIES[name] === 'JPY' ? Math.round(amount) : Math.round(amount * 100) / 100;
};

const day = (number: number) => `2026-06-${String(number).padStart(2, '0')}`;

/** What moved, as the banks of both accounts say it, and which of the two sides a rule knows. */
const aMove = fc
  .record({
    route: fc.constantFrom(...ROUTES),
    dollars: fc.constantFrom(100, 102, 150, 230),
    off: fc.constantFrom(0, 0.005, -0.01, 0.015, 0.05),
    left: fc.integer({ min: 8, max: 11 }),
    apart: fc.integer({ min: 0, max: 2 }),
    knownBy: fc.constantFrom('left', 'arrived', 'both'),
    /** What came in near it, and looks like it. */
    income: fc.option(fc.integer({ min: -1, max: 1 }), { freq: 3 }),
    isTwice: fc.boolean(),
  })
  .map(({ route: [from, to], dollars, off, left, apart, knownBy, income, isTwice }) => {
    const isOne = CURRENCIES[from] === CURRENCIES[to];
    const arrived = inCurrency(dollars, to);
    const rows: Row[] = [
      {
        account: from,
        date: day(left),
        amount: -inCurrency(isOne ? dollars : dollars * (1 + off), from),
        text: `to ${to}`,
      },
      { account: to, date: day(left + apart), amount: arrived, text: `from ${from}` },
    ];
    const near: Row[] =
      income === null
        ? []
        : [{ account: to, date: day(left + apart + income), amount: arrived, text: 'salary' }];
    const rules: [string, Name][] = [
      ...(knownBy === 'arrived' ? [] : ([[`to ${to}`, to]] as [string, Name][])),
      ...(knownBy === 'left' ? [] : ([[`from ${from}`, from]] as [string, Name][])),
    ];
    return { moved: isTwice ? [...rows, ...rows] : rows, near, rules };
  });

const aPlain: fc.Arbitrary<Row> = fc.record({
  account: fc.constantFrom(...(Object.keys(CURRENCIES) as Name[])),
  date: fc.integer({ min: 8, max: 14 }).map(day),
  amount: fc.constantFrom(-40, -10, 20),
  text: fc.constantFrom('shop', 'fee'),
});

const aStory = fc
  .record({
    moves: fc.array(aMove, { minLength: 1, maxLength: 2 }),
    plain: fc.array(aPlain, { maxLength: 3 }),
    order: fc.shuffledSubarray(Object.keys(CURRENCIES) as Name[], { minLength: 4 }),
    steps: fc.array(fc.tuple(fc.constantFrom('read', 'undo'), fc.nat(3)), { maxLength: 4 }),
    last: fc.shuffledSubarray(Object.keys(CURRENCIES) as Name[], { minLength: 4 }),
  })
  .map(({ moves, plain, ...story }) => {
    const rows = [...moves.flatMap(({ moved, near }) => [...moved, ...near]), ...plain];
    return {
      ...story,
      rows: rows.toSorted((one, other) => (one.date < other.date ? -1 : 1)),
      counted: [...moves.flatMap(({ near }) => near), ...plain],
      rules: [
        ...new Map(moves.flatMap(({ rules }) => rules.map((rule) => [rule.join(), rule]))).values(),
      ] as [string, Name][],
    };
  });

type Story = typeof aStory extends fc.Arbitrary<infer One> ? One : never;

const ALL: Name[] = ['Main account', 'Dollars', 'Savings', 'Yen'];

const LEFT = { account: 'Main account', date: day(10), amount: -372, text: 'to Dollars' } as const;

const ARRIVED = { account: 'Dollars', date: day(10), amount: 100, text: 'from Main account' } as const;

const FROM_LEFT: [string, Name] = ['to Dollars', 'Dollars'];

const FROM_BOTH: [string, Name][] = [FROM_LEFT, ['from Main account', 'Main account']];

const story = (rows: Row[], more: Partial<Story> = {}): Story => ({
  ...{ rows, counted: [], rules: [FROM_LEFT], order: ALL, steps: [], last: ALL },
  ...more,
});

const SALARY = { ...ARRIVED, text: 'salary' };

/** Each of which has counted money twice, or not at all. */
const KNOWN: Story[] = [
  // Read twice, and taken back once.
  story([LEFT, ARRIVED], {
    steps: [
      ['read', 1],
      ['undo', 1],
    ],
  }),
  // What arrived first, at another rate.
  story([LEFT, ARRIVED], { rules: FROM_BOTH, order: ALL.toReversed() }),
  // An income that looks like it.
  story([SALARY, LEFT, ARRIVED], { rules: FROM_BOTH, counted: [SALARY] }),
];

forEachApp((testApp, engine) => {
  const imports = bankImports(testApp);
  const call = <Data>(member: Member, method: string, path: string, body?: object) =>
    testApp.call<Data>(method, path, { as: member, ...(body && { body }) });

  beforeEach(() =>
    storeRates(engine.db, { date: '2026-06-07', rates: { ILS: '3.7', EUR: '0.8', JPY: '150' } }),
  );

  const begin = async (rules: [string, Name][]) => {
    const member = await createMember(testApp);
    for (const [name, currency] of Object.entries(CURRENCIES).slice(1))
      await call(member, 'POST', '/accounts', { name, currency });
    const { data } = await call<{ accounts: Account[] }>(member, 'GET', '/accounts');
    const ids = Object.fromEntries(data.accounts.map(({ id, name }) => [name, id])) as Record<Name, string>;
    for (const [value, to] of rules) {
      const conditions = [{ field: 'text', operator: 'contains', value }];
      await call(member, 'POST', '/rules', { conditions, actions: { account_to: ids[to] } });
    }
    return { member, ids };
  };

  const moneyOf = async (member: Member) => {
    const { data } = await call<{ accounts: Account[]; net_worth: number }>(member, 'GET', '/accounts');
    const { summary } = (
      await call<{ summary: { income: number; expenses: number } }>(member, 'GET', '/transactions?status=any')
    ).data;
    expect(await checkTotalsOf(engine.db, member.id)).toEqual([]);
    return {
      ...Object.fromEntries(data.accounts.map(({ name, balance }) => [name, balance])),
      worth: data.net_worth,
      income: summary.income,
      expenses: summary.expenses,
    } as Record<Name | 'worth' | 'income' | 'expenses', number>;
  };

  /** Says yes to what is asked, as it is right: what looks like the other side is it. */
  const answer = async (member: Member, id: string) => {
    const decisions = (await imports.rows(member, id)).flatMap(({ index, state, decision, why }) =>
      decision !== 'leave_out'
        ? []
        : state === 'probable' && why?.includes('near amount')
          ? [{ index, decision: 'merge' }]
          : state === 'transfer' && why?.includes('near amount')
            ? [{ index, decision: 'transfer' }]
            : [],
    );
    if (decisions.length > 0)
      expect((await imports.call(member, 'PUT', `/${id}/rows`, { decisions })).status).toBe(200);
  };
  /** As a file whose reading has tests of its own, because each takes a process. */
  const previewed = async (context: SignedIn, own: readonly Row[], main: string) => {
    const kind = 'csv' as const;
    const row = { ...newImport(context, 'bank.csv', { kind, currency: null }), account_id: main };
    const file: PlacedFile = {
      ...{ kind, currency: null, skipped: [], errors: [], found: [], main },
      rows: own.map(({ date, amount, text: description }, index) => ({
        ...{ line: index + 1, date, description, type: amount < 0 ? 'expense' : 'income' },
        amount: Math.abs(amount).toFixed(2),
      })),
    };
    return fillNewImport(
      context,
      row,
      async () => (await fill(context, row, await planLines(context, file))).id,
    );
  };
  const sums = (rows: readonly Row[], name: Name) =>
    rows.filter(({ account }) => account === name).reduce((sum, { amount }) => sum + amount, 0);
  const rounded = (amount: number) => Math.round(amount * 100) / 100;
  const expected = ({ rows, counted }: { rows: Row[]; counted: Row[] }) => {
    const plain = counted.map(shekels);
    const income = plain.filter((one) => one > 0).reduce((sum, one) => sum + one, 0);
    const expenses = -plain.filter((one) => one < 0).reduce((sum, one) => sum + one, 0);
    const balances = Object.keys(CURRENCIES).map((name) => [name, rounded(sums(rows, name as Name))]);
    return {
      ...Object.fromEntries(balances),
      worth: expect.closeTo(income - expenses, 1),
      income: expect.closeTo(income, 1),
      expenses: expect.closeTo(expenses, 1),
    };
  };
  const NONE = { 'Main account': 0, Savings: 0, Dollars: 0, Yen: 0, worth: 0, income: 0, expenses: 0 };

  test('files of accounts count money once, in whatever order they are read and undone', async () => {
    await fc.assert(
      fc.asyncProperty(aStory, async ({ rows, counted, rules, order, steps, last }) => {
        const { member, ids } = await begin(rules);
        const log: string[] = [];
        const there = new Map<Name, string[]>();
        const known = new Set<Name>();
        const read = async (name: Name) => {
          const own = rows.filter(({ account }) => account === name);
          if (own.length === 0) return;
          const context = await contextOf(testApp, member);
          const id = await previewed(context, own, ids[name]);
          await answer(member, id);
          await imports.carryOut(member, id);
          there.set(name, [...(there.get(name) ?? []), id]);
          known.add(name);
          await check(`read ${name}`);
        };
        const undo = async (name: Name) => {
          const [id, ...more] = there.get(name) ?? [];
          if (!id) return;
          there.set(name, more);
          known.delete(name);
          const { status } = await imports.undo(member, id);
          log.push(`undo ${name}: ${status}`);
          expect([status, log.join('\n')]).toEqual([200, expect.anything()]);
          await check(`undo ${name}`);
        };
        const check = async (what: string) => {
          const money = await moneyOf(member);
          log.push(`${what}: ${JSON.stringify(money)}`);
          expect([Object.fromEntries([...known].map((name) => [name, money[name]])), log.join('\n')]).toEqual(
            [
              Object.fromEntries([...known].map((name) => [name, rounded(sums(rows, name))])),
              expect.anything(),
            ],
          );
        };
        for (const name of order) await read(name);
        expect([await moneyOf(member), log.join('\n')]).toEqual([
          expected({ rows, counted }),
          expect.anything(),
        ]);
        for (const [step, place] of steps) await (step === 'read' ? read : undo)(order[place] as Name);
        for (const name of last) await read(name);
        expect([await moneyOf(member), log.join('\n')]).toEqual([
          expected({ rows, counted }),
          expect.anything(),
        ]);
        for (const name of last) while (there.get(name)?.length) await undo(name);
        expect([await moneyOf(member), log.join('\n')]).toEqual([NONE, expect.anything()]);
      }),
      {
        numRuns: engine.database.engine === 'sqlite' ? 8 : KNOWN.length,
        examples: KNOWN.map((story) => [story]),
      },
    );
  });
});
