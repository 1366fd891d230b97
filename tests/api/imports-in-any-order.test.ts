import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { startCarryOut } from '../../src/domain/bank-files/carry-out/carry-out.ts';
import { missingOpening } from '../../src/domain/bank-files/carry-out/missing-opening.ts';
import { readKeptBalance } from '../../src/domain/bank-files/carry-out/stated-balances.ts';
import { readBankImport } from '../../src/domain/bank-files/read-imports.ts';
import { checkTotalsOf } from '../../src/domain/ledger/check.ts';
import { FIRST_ACCOUNT } from '../../src/domain/money-accounts/first-account.ts';
import { forEachApp } from '../support/app.ts';
import { bankImports, previewRows } from '../support/bank-imports.ts';
import { contextOf, createMember, type Member } from '../support/members.ts';
import { storeRates } from '../support/rate-provider.ts';

interface Account {
  id: string;
  name: string;
  balance: number;
}

const CURRENCIES = { 'Main account': 'ILS', Savings: 'ILS', Dollars: 'USD', Yen: 'JPY' } as const;

type Name = keyof typeof CURRENCIES;

/** That of an account of money, or of all. */
type File = Name | 'itself';

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

const day = (number: number, month = '06') => `2026-${month}-${String(number).padStart(2, '0')}`;

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
  date: fc.integer({ min: 8, max: 14 }).map((number) => day(number)),
  amount: fc.constantFrom(-40, -10, 20),
  text: fc.constantFrom('shop', 'fee'),
});

const aStory = fc
  .record({
    moves: fc.array(aMove, { minLength: 1, maxLength: 2 }),
    plain: fc.array(aPlain, { maxLength: 3 }),
    order: fc.shuffledSubarray(Object.keys(CURRENCIES) as Name[], { minLength: 4 }),
    /** The last one is the file of the account itself, as it is after all others. */
    steps: fc.array(fc.tuple(fc.constantFrom('read', 'undo'), fc.nat(4)), { maxLength: 6 }),
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

type Step = Story['steps'][number];

const IN_TWO: Row[] = [
  { account: 'Savings', date: day(8), amount: -370, text: 'to Dollars' },
  { account: 'Dollars', date: day(8), amount: 100, text: 'from Savings' },
];

const IN_ONE: Row[] = [
  { account: 'Main account', date: day(8), amount: -370, text: 'to Savings' },
  { account: 'Savings', date: day(9), amount: 370, text: 'from Main account' },
];

/** Each of which has counted money twice, or not at all. */
const KNOWN: Story[] = [
  // Read twice, and taken back once.
  story([LEFT, ARRIVED], {
    steps: [
      ['read', 1],
      ['undo', 1],
    ],
  }),
  // One side is shown again by the file of the account alone.
  story(
    [
      { account: 'Main account', date: day(8), amount: -370, text: 'to Savings' },
      { account: 'Savings', date: day(8), amount: 370, text: 'from Main account' },
    ],
    {
      rules: [
        ['to Savings', 'Savings'],
        ['from Main account', 'Main account'],
      ],
      ...{ order: ['Savings', 'Main account', 'Dollars', 'Yen'], steps: [['read', 4]] },
    },
  ),
  // What arrived first, at another rate.
  story([LEFT, ARRIVED], { rules: FROM_BOTH, order: ALL.toReversed() }),
  // What one file has joined is shown by another one when the first is undone.
  story([ARRIVED, LEFT], {
    order: ['Dollars', 'Main account', 'Savings', 'Yen'],
    steps: [
      ['read', 1],
      ['undo', 1],
    ],
  }),
  // And merged with what that one has made.
  story([LEFT, ARRIVED], {
    steps: [
      ['undo', 0],
      ['read', 4],
      ['read', 4],
      ['undo', 4],
    ],
  }),
  // What a file joined is merged by a later one, and another one shows what it made.
  story(
    [
      { account: 'Savings', date: day(8), amount: -370, text: 'to Dollars' },
      { account: 'Dollars', date: day(8), amount: 100, text: 'from Savings' },
    ],
    {
      order: ['Dollars', 'Savings', 'Main account', 'Yen'],
      steps: [
        ['read', 4],
        ['undo', 0],
      ],
      last: ['Savings', 'Yen', 'Dollars', 'Main account'],
    },
  ),
  // What arrived comes back in the words of its bank, alone or as a side, and the file of the account has other words.
  ...[IN_TWO, IN_ONE].flatMap((rows) =>
    [[], [['read', 0] as Step]].map((more) =>
      story(rows, {
        rules: rows.slice(0, 1).map(({ text }) => [text, rows[1]?.account as Name]),
        order: [...rows.map(({ account }) => account), 'Yen', rows === IN_TWO ? 'Main account' : 'Dollars'],
        steps: [['undo', 1], ['undo', 0], ['read', 1], ...more, ['read', 4]],
        last: ['Yen', 'Dollars', 'Main account', 'Savings'],
      }),
    ),
  ),
  // An income that looks like it.
  story([SALARY, LEFT, ARRIVED], { rules: FROM_BOTH, counted: [SALARY] }),
];

/** The days of three files of one account, of which each prints what is there at its end. */
const MONTHS = [
  [1, 10],
  [11, 20],
  [21, 30],
] as const;

/** Of an opening balance: what the page answers by itself, or that the bank is right. */
type Answer = 'usual' | 'bank';

const anAnswer = fc.constantFrom<Answer>('usual', 'bank');

const anOrder = fc.shuffledSubarray([0, 1, 2], { minLength: 3 });

const aPast = fc.record({
  /** Never such that what an account began with is nothing, which nobody can say. */
  began: fc.constantFrom(3, 1003, -297),
  /** A day of which the person has said what they have, and by how much they were wrong. */
  said: fc.option(fc.record({ day: fc.constantFrom(1, 5, 15, 25, 31), off: fc.constantFrom(0, 0, 4) }), {
    freq: 4,
  }),
  rows: fc.array(
    fc.record({
      day: fc.integer({ min: 1, max: 30 }),
      amount: fc.constantFrom(-40, -10, 20, 100, -1000),
    }),
    { minLength: 3, maxLength: 7 },
  ),
  /** Days of the file before that are in a file too. */
  overlap: fc.constantFrom(0, 0, 4),
  order: anOrder,
  answer: anAnswer,
  steps: fc.array(fc.tuple(fc.constantFrom('read', 'undo'), fc.nat(2), anAnswer), { maxLength: 6 }),
  last: anOrder,
  gone: anOrder,
});

type Past = typeof aPast extends fc.Arbitrary<infer One> ? One : never;

const past = (more: Partial<Past>): Past => ({
  ...{ began: 3, said: { day: 25, off: 4 }, overlap: 0, answer: 'usual', steps: [] },
  rows: [1, 1, 7].map((of) => ({ day: of, amount: -40 })),
  ...{ order: [0, 1, 2], last: [0, 1, 2], gone: [0, 1, 2] },
  ...more,
});

/** Each of which has left an opening balance that nobody had said. */
const KNOWN_PASTS: Past[] = [
  // The bank is right, another file comes, and the first one goes before it.
  past({ overlap: 4, order: [0, 2, 1], steps: [['undo', 0, 'usual']], last: [1, 2, 0], gone: [2, 1, 0] }),
  // What was moved before the bank was right goes in between.
  past({
    ...{ overlap: 4, order: [0, 2, 1], last: [1, 2, 0], gone: [2, 1, 0] },
    steps: [
      ['undo', 0, 'usual'],
      ['read', 1, 'usual'],
    ],
  }),
  // The bank is right twice, and the first file goes first.
  past({
    ...{ said: { day: 5, off: 0 }, answer: 'bank', order: [2, 0, 1], last: [0, 2, 1], gone: [2, 0, 1] },
    rows: [21, 1, 1, 5].map((of) => ({ day: of, amount: -40 })),
  }),
  // What the bank was right about has moved nothing of what was said before it.
  past({
    ...{ said: { day: 25, off: 0 }, last: [1, 0, 2], gone: [0, 2, 1] },
    rows: [1, 21, 11].map((of) => ({ day: of, amount: -40 })),
    steps: [
      ['undo', 0, 'usual'],
      ['undo', 2, 'usual'],
    ],
  }),
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

  const exported = async ({ accessToken }: Member) => {
    const headers = { authorization: `Bearer ${accessToken}` };
    const file = await testApp.request('/api/v1/users/export-account', { headers });
    return Buffer.from(await file.arrayBuffer());
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
        const there = new Map<File, string[]>();
        const known = new Set<Name>();
        let accountFile = Buffer.from('');
        const read = async (name: File) => {
          const own = rows.filter(({ account }) => account === name);
          if (name !== 'itself' && own.length === 0) return;
          const context = await contextOf(testApp, member);
          const id =
            name === 'itself'
              ? (await imports.preview(member, accountFile, undefined, { again: 'true' })).id
              : await previewRows(context, own, ids[name]);
          await answer(member, id);
          await imports.carryOut(member, id);
          there.set(name, [...(there.get(name) ?? []), id]);
          if (name !== 'itself') known.add(name);
          await check(`read ${name}`);
        };
        const undo = async (name: File) => {
          const [id, ...more] = there.get(name) ?? [];
          if (!id) return;
          there.set(name, more);
          if (name !== 'itself' && more.length === 0) known.delete(name);
          const { status } = await imports.undo(member, id);
          log.push(`undo ${name}: ${status}`);
          expect([status, log.join('\n')]).toEqual([200, expect.anything()]);
          await check(`undo ${name}`);
        };
        const check = async (what: string) => {
          const money = await moneyOf(member);
          log.push(`${what}: ${JSON.stringify(money)}`);
          const sure = there.get('itself')?.length ? ALL : [...known];
          expect([Object.fromEntries(sure.map((name) => [name, money[name]])), log.join('\n')]).toEqual([
            Object.fromEntries(sure.map((name) => [name, rounded(sums(rows, name))])),
            expect.anything(),
          ]);
        };
        for (const name of order) await read(name);
        expect([await moneyOf(member), log.join('\n')]).toEqual([
          expected({ rows, counted }),
          expect.anything(),
        ]);
        accountFile = await exported(member);
        for (const [step, place] of steps) await (step === 'read' ? read : undo)(order[place] ?? 'itself');
        for (const name of last) await read(name);
        expect([await moneyOf(member), log.join('\n')]).toEqual([
          expected({ rows, counted }),
          expect.anything(),
        ]);
        for (const name of [...last, 'itself'] as const) while (there.get(name)?.length) await undo(name);
        expect([await moneyOf(member), log.join('\n')]).toEqual([NONE, expect.anything()]);
      }),
      {
        seed: 35,
        numRuns: engine.database.engine === 'sqlite' ? 12 : KNOWN.length,
        examples: KNOWN.map((story) => [story]),
      },
    );
  });

  test('an account is what its bank says, and what its person said once all files are taken back', async () => {
    const opens = async (member: Member) => {
      const { data } = await call<{
        accounts: { balance: number; opening_balance: number; opening_date: string | null }[];
      }>(member, 'GET', '/accounts');
      expect(await checkTotalsOf(engine.db, member.id)).toEqual([]);
      return data.accounts.map((each) => [each.balance, each.opening_balance, each.opening_date])[0];
    };
    const live = async ({ began, said, overlap, order, answer, steps, last, gone, ...story }: Past) => {
      const member = await createMember(testApp);
      const rows = story.rows
        .map((row, index) => ({ ...row, text: `row ${index} ${'abcdefg'.charAt(index).repeat(3)}` }))
        .toSorted((one, other) => one.day - other.day);
      const until = (end: number) =>
        rows.reduce<number>((sum, row) => (row.day <= end ? sum + row.amount : sum), began);
      if (said)
        await call(member, 'PUT', `/accounts/${FIRST_ACCOUNT}`, {
          opening_balance: until(said.day - 1) + said.off,
          opening_date: day(said.day, '05'),
        });
      const before = await opens(member);
      const log = [JSON.stringify(before)];
      const there = new Map<number, string[]>();
      const read = async (month: number, isRight: Answer) => {
        testApp.advance(1);
        const [from, to] = MONTHS[month] as (typeof MONTHS)[number];
        const own = rows.filter((row) => row.day >= from - (month > 0 ? overlap : 0) && row.day <= to);
        if (own.length === 0) return;
        const context = await contextOf(testApp, member);
        const id = await previewRows(
          context,
          own.map((row) => ({ ...row, account: 'Main account', date: day(row.day, '05') })),
          FIRST_ACCOUNT,
          until(to).toFixed(2),
        );
        const state = await readBankImport(context, id);
        const missing = await missingOpening(context, state);
        const kept = await readKeptBalance(context, state);
        const isAsked = missing !== null && kept?.amount !== missing.amount;
        const opening = isAsked && (isRight === 'bank' || (!kept && missing.isLikely));
        await startCarryOut(context, id, { keepsStated: true, opening });
        there.set(month, [...(there.get(month) ?? []), id]);
        log.push(`read ${month} ${isRight} ${opening}: ${JSON.stringify(await opens(member))}`);
        if (opening)
          expect([(await readBankImport(context, id)).difference, log]).toEqual([0, expect.anything()]);
      };
      const undo = async (month: number) => {
        const [id, ...more] = there.get(month) ?? [];
        if (!id) return;
        testApp.advance(1);
        there.set(month, more);
        const { status } = await imports.undo(member, id);
        log.push(`undo ${month}: ${status} ${JSON.stringify(await opens(member))}`);
        expect([status, log]).toEqual([200, expect.anything()]);
      };
      for (const month of order) await read(month, answer);
      for (const [step, month, isRight] of steps)
        await (step === 'read' ? read(month, isRight) : undo(month));
      for (const month of last) await read(month, 'bank');
      expect([(await opens(member))?.[0], log]).toEqual([until(30), expect.anything()]);
      for (const month of gone) while (there.get(month)?.length) await undo(month);
      expect([await opens(member), log]).toEqual([before, expect.anything()]);
    };
    await fc.assert(fc.asyncProperty(aPast, live), {
      seed: 35,
      numRuns: engine.database.engine === 'sqlite' ? 20 : KNOWN_PASTS.length,
      examples: KNOWN_PASTS.map((one) => [one]),
    });
  });
});
