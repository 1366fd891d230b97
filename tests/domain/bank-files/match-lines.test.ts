import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Known, Line } from '../../../src/domain/bank-files/matching/line.ts';
import { matchLines } from '../../../src/domain/bank-files/matching/match-lines.ts';
import { Texts } from '../../../src/domain/bank-files/matching/similar-texts.ts';
import { plusDays } from '../../../src/domain/calendar.ts';

const LINE: Line = {
  accountId: 'a',
  date: '2026-05-10',
  type: 'expense',
  amount: 1400,
  currency: 'ILS',
  description: 'Coffee',
  payee: null,
  externalId: null,
  corrects: null,
  installment: null,
  installmentTotal: null,
  chargeDate: null,
  isPending: false,
  original: null,
};

const line = (more: Partial<Line> = {}): Line => ({ ...LINE, ...more });

const known = ({ externalId, chargeDate, ...more }: Partial<Known & Line> = {}): Known => {
  const {
    externalId: _id,
    corrects: _corrects,
    chargeDate: _charge,
    isPending: _pending,
    original: _original,
    ...rest
  } = { ...LINE, ...more };
  return {
    ...rest,
    id: more.id ?? 'one',
    externalIds: externalId ? [externalId] : [],
    chargeDates: chargeDate ? [chargeDate] : [],
    billed: more.billed ?? null,
    broughtBy: more.broughtBy ?? null,
    isPending: more.isPending ?? false,
    isOccurrence: more.isOccurrence ?? false,
    isUnseenSide: more.isUnseenSide ?? false,
    isConverted: more.isConverted ?? false,
    otherSide: more.otherSide ?? null,
  };
};

const SOURCE = { kind: 'csv', from: '2026-05-01', to: '2026-05-31' };

const match = async (lines: Line[], there: Known[], source = SOURCE) =>
  (await matchLines(lines, there, source)).map((found) => found && `${found.state} ${found.id} ${found.why}`);

describe('texts', () => {
  const texts = new Texts();
  test.each([
    ['שופרסל בע״מ', 'שופרסל בע"מ'],
    ['SHUFERSAL  DEAL', 'shufersal deal'],
    ['Café Roma', 'cafe roma tel aviv'],
    ['Cofix 12', 'COFIX 17'],
    ['NETFLIX.COM', 'Netflix'],
    ['רמי לוי - כרטיס 1234', 'רמי לוי'],
    ['Harbor Grocery ****5678', 'Harbor Grocery'],
    ['AMZN MKTP US', 'AMZN Mktp US*2K4'],
  ])('%s is like %s', (one, other) => {
    expect(texts.areAlike(one, other)).toBe(true);
    expect(texts.areAlike(other, one)).toBe(true);
  });
  test.each([
    ['Coffee', 'Groceries'],
    ['העברה לדנה', 'העברה ליוסי'],
    ['Transfer to Dana', 'Transfer from Dan'],
    ['', ''],
    ['***', '---'],
  ])('%s is not like %s', (one, other) => {
    expect(texts.areAlike(one, other)).toBe(false);
  });
});

describe('a row of a file', () => {
  test.each<[string, Partial<Line>, Partial<Known & Line>, string | null]>([
    ['of the same day and text', {}, {}, 'matched one sameDay'],
    ['of another text', {}, { description: 'Bread' }, null],
    ['whose payee is the text', { description: 'POS', payee: 'Coffee' }, {}, 'matched one sameDay'],
    ['three days later', { date: '2026-05-13' }, {}, 'probable one nearDay'],
    ['four days later', { date: '2026-05-14' }, {}, null],
    ['of another account', { accountId: 'b' }, {}, null],
    ['of the other sign', { type: 'income' }, {}, null],
    ['of another amount', { amount: 1401 }, {}, null],
    ['of another currency', { currency: 'USD' }, {}, null],
    [
      'with the bank’s id',
      { externalId: 'x', description: 'Bread', date: '2026-01-01' },
      { externalId: 'x' },
      'matched one sameId',
    ],
    ['with another id of the bank', { externalId: 'y' }, { externalId: 'x' }, null],
    ['with an id, of one that has none', { externalId: 'y' }, {}, 'matched one sameDay'],
    [
      'of a later payment, where the first was typed on the day of the purchase',
      { installment: 3, installmentTotal: 5, chargeDate: '2026-08-02' },
      { billed: '2026-06-02' },
      null,
    ],
    [
      'of a later payment, of which the file says no charge',
      { installment: 3, installmentTotal: 5 },
      { billed: '2026-06-02' },
      'probable one nearDay',
    ],
    [
      'of a payment on its own day',
      { installment: 3, installmentTotal: 5, chargeDate: '2026-06-02' },
      { billed: '2026-06-02' },
      'matched one numbered',
    ],
    ['of another payment', { installment: 4 }, { installment: 3 }, null],
    [
      'of a payment that a person entered',
      { installment: 3, date: '2026-03-10' },
      { installment: 3 },
      'matched one sameDay',
    ],
    ['that was pending', { date: '2026-05-17' }, { isPending: true, broughtBy: 'csv' }, 'matched one booked'],
    ['of a recurring bill', { amount: 1500 }, { isOccurrence: true }, 'probable one otherAmount'],
    ['of a recurring bill of far less', { amount: 3000 }, { isOccurrence: true }, null],
    ['without a text', { description: '' }, { description: '' }, null],
    [
      'without a text, which the same bank wrote',
      { description: '' },
      { description: '', broughtBy: 'csv' },
      'matched one sameDay',
    ],
    [
      'of a transfer that is there',
      { description: 'X' },
      { isUnseenSide: true },
      'probable one transferSide',
    ],
    ['that the same bank dated otherwise', { date: '2026-05-11' }, { broughtBy: 'csv' }, null],
    [
      'that another file dated otherwise',
      { date: '2026-05-11' },
      { broughtBy: 'ofx' },
      'probable one nearDay',
    ],
  ])('%s', async (_name, sent, there, found) => {
    expect(await match([line(sent)], [known(there)])).toEqual([found]);
  });

  test('claims each transaction once: of two equal coffees and one that is there, one is new', async () => {
    expect(await match([line(), line()], [known()])).toEqual(['matched one sameDay', null]);
    expect(await match([line(), line()], [known(), known({ id: 'two' })])).toEqual([
      'matched one sameDay',
      'matched two sameDay',
    ]);
  });

  test('leaves the nearest to the row of that day, whatever the order', async () => {
    const rows = [line({ date: '2026-05-09' }), line()];
    expect(await match(rows, [known()])).toEqual([null, 'matched one sameDay']);
    expect(await match(rows.toReversed(), [known()])).toEqual(['matched one sameDay', null]);
  });
});

describe('the second payment of three', () => {
  /** Bought on 15 March, or a month later. */
  const second = { installment: 2, installmentTotal: 3, date: '2026-03-15', chargeDate: '2026-05-02' };
  const own = { ...second, date: '2026-04-15' };
  const later = { ...own, chargeDate: '2026-06-02' };
  const [file, program] = [{ broughtBy: 'csv' }, { broughtBy: 'api' }];
  test.each<[string, Partial<Line>, Partial<Known & Line>, string | null]>([
    ['with its own day, which a program gave', second, { ...own, ...program }, 'matched one sameDay'],
    ['with its own day, which such a file gave', second, { ...own, ...file }, 'matched one sameDay'],
    ['with the day of the purchase', own, { ...second, ...program }, 'matched one sameDay'],
    ['of three, not of five', second, { ...second, ...program, installmentTotal: 5 }, null],
    ['of the purchase a month later, on one day', own, { ...later, ...program }, null],
    ['of the purchase a month earlier', later, { ...second, ...program }, null],
    [
      'that a person entered for the purchase a month later',
      { ...second, chargeDate: '2026-04-02' },
      { ...own, chargeDate: null },
      null,
    ],
    ['not a plain purchase of its day', second, { ...own, ...program, installment: null }, null],
    [
      'whose charge nobody states',
      { ...second, chargeDate: null },
      { ...own, ...program },
      'probable one nearDay',
    ],
    ['whose charge such a file does not state', { ...second, chargeDate: null }, { ...own, ...file }, null],
    [
      'of a month’s end',
      { ...second, date: '2026-01-31' },
      { ...own, ...program, date: '2026-02-28' },
      'matched one sameDay',
    ],
    [
      'of a month’s end, with its own day',
      { ...second, date: '2026-02-28' },
      { ...own, ...program, date: '2026-01-31' },
      'matched one sameDay',
    ],
    [
      'with the id that the first one has',
      { ...second, externalId: 'x' },
      { ...own, ...file, installment: 1, externalId: 'x' },
      null,
    ],
  ])('%s', async (_name, sent, there, found) => {
    expect(await match([line(sent)], [known(there)])).toEqual([found]);
  });
});

describe('rows to which the bank gives one id', () => {
  const twins = [line({ externalId: 'x', isPending: true }), line({ externalId: 'x', description: 'Bread' })];
  test('are one, which is the booked one', async () => {
    expect(await match(twins, [])).toEqual(['matched null sameIdTwice', null]);
    expect(await match(twins, [known()])).toEqual(['matched null sameIdTwice', null]);
    expect(await match([line({ externalId: 'x' }), line({ externalId: 'x' })], [known()])).toEqual([
      'matched one sameDay',
      'matched null sameIdTwice',
    ]);
  });
  test('in two accounts are two', async () => {
    expect(await match([line({ externalId: 'x' }), line({ externalId: 'x', accountId: 'b' })], [])).toEqual([
      null,
      null,
    ]);
  });
});

const DAYS = [...Array(8).keys()].map((place) => plusDays('2026-05-10', place));
const TEXTS = ['Coffee', 'Coffee Roma', 'Roma bar', 'Bread'];
const anyLine = fc.record({
  date: fc.constantFrom(...DAYS),
  amount: fc.constantFrom(1400, 1500),
  type: fc.constantFrom('expense' as const, 'income' as const),
  description: fc.constantFrom(...TEXTS),
  externalId: fc.constantFrom(null, null, 'x', 'y'),
});

/** The rules by comparing everything with everything. */
function slowly(lines: readonly Line[], there: readonly Known[]): (string | null)[] {
  const texts = new Texts();
  const claimed = new Set<string>();
  const found: (string | null)[] = lines.map(() => null);
  const twins = new Set<number>();
  const day = ({ date }: { date: string }) => Date.parse(date) / 86_400_000;
  for (const [index, one] of lines.entries()) {
    if (one.externalId === null) continue;
    const same = there.findLast(
      ({ accountId, externalIds }) =>
        accountId === one.accountId && externalIds.includes(one.externalId ?? ''),
    );
    if (!same && lines.findIndex(({ externalId }) => externalId === one.externalId) < index) twins.add(index);
    if (!same) continue;
    claimed.add(same.id);
    found[index] = same.id;
  }
  for (let apart = 0; apart <= 3; apart += 1)
    for (const isEqual of [true, false])
      for (const [index, one] of lines.entries())
        for (const sign of [-1, 1]) {
          if (found[index] !== null || twins.has(index)) continue;
          const same = there.find(
            (other) =>
              !claimed.has(other.id) &&
              other.type === one.type &&
              other.amount === one.amount &&
              !(one.externalId !== null && other.externalIds.length > 0) &&
              day(other) - day(one) === sign * apart &&
              (isEqual
                ? texts.key(one.description) === texts.key(other.description)
                : texts.areAlike(one.description, other.description)),
          );
          if (!same) continue;
          claimed.add(same.id);
          found[index] = same.id;
        }
  return found;
}

test('finds what comparing everything with everything finds', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyLine, { maxLength: 25 }),
      fc.array(anyLine, { maxLength: 25 }),
      async (sent, there) => {
        const lines = sent.map((one) => line(one));
        const all = there.map((one, place) => known({ ...one, id: String(place) }));
        const found = await matchLines(lines, all, SOURCE);
        expect(found.map((one) => one?.id ?? null)).toEqual(slowly(lines, all));
      },
    ),
    { numRuns: 120 },
  );
});

test('files that overlap, in any order, bring in each row of the bank once', async () => {
  const window = fc
    .tuple(fc.nat(7), fc.nat(7))
    .map(([one, other]) => [Math.min(one, other), Math.max(one, other)]);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ date: fc.constantFrom(...DAYS), description: fc.constantFrom(...TEXTS) }), {
        maxLength: 30,
      }),
      fc.array(window, { maxLength: 6 }),
      async (bank, windows) => {
        const ledger: Known[] = [];
        const isIn = (date: string, [from = 0, to = 0]: number[]) =>
          date >= (DAYS[from] ?? '') && date <= (DAYS[to] ?? '');
        for (const each of windows) {
          const lines = bank.filter(({ date }) => isIn(date, each)).map((row) => line(row));
          const source = { kind: 'csv', from: DAYS[each[0] ?? 0] ?? '', to: DAYS[each[1] ?? 0] ?? '' };
          for (const [index, found] of (await matchLines(lines, ledger, source)).entries())
            if (found === null)
              ledger.push(known({ ...(lines[index] as Line), id: String(ledger.length), broughtBy: 'csv' }));
            else expect(found.state).toBe('matched');
        }
        const texts = (rows: readonly { date: string; description: string }[]) =>
          rows.map(({ date, description }) => `${date} ${description}`).toSorted();
        expect(texts(ledger)).toEqual(
          texts(bank.filter(({ date }) => windows.some((each) => isIn(date, each)))),
        );
      },
    ),
    { numRuns: 200 },
  );
});

test.each([
  {
    name: 'ordinary',
    days: 3650,
    of: (place: number) => ({ amount: 100 + (place % 499) * 100, description: `Shop ${place % 997}` }),
  },
  { name: 'of one amount', days: 3650, of: (place: number) => ({ description: `Shop${place}` }) },
  { name: 'all the same', days: 3650, of: () => ({}) },
  { name: 'all the same on one day', days: 1, of: () => ({}) },
])('100,000 rows against as many: $name', async ({ days, of }) => {
  const dates = Array.from({ length: days }, (_, place) => plusDays('2016-01-01', place));
  const lines = Array.from({ length: 100_000 }, (_, place) => {
    return line({ ...of(place), date: dates[place % days] as string });
  });
  const all = lines.map((one, place) => known({ ...one, id: String(place) }));
  const started = process.cpuUsage();
  const found = await matchLines(lines, all, { kind: 'csv', from: '2016-01-01', to: '2026-01-01' });
  // Of the processor, because other tests run at the same time.
  expect(process.cpuUsage(started).user / 1_000_000).toBeLessThan(5);
  expect(found.every((one) => one?.state === 'matched')).toBe(true);
});

test('rules are asked once about a row, however many sides of transfers it may be', async () => {
  const sides = Array.from({ length: 40 }, (_, index) =>
    known({
      id: `side ${index}`,
      isUnseenSide: true,
      isConverted: index % 2 === 0,
      otherSide: { accountId: 'b', amount: 400, currency: 'USD' },
    }),
  );
  const asked: number[] = [];
  const lines = [line({ description: 'Wire' }), line({ description: 'Cash' })];
  await matchLines(lines, sides, SOURCE, (index) => {
    asked.push(index);
    return 'c';
  });
  expect(asked.toSorted()).toEqual([0, 1]);
});

test.each([
  ['nearer in the file', 0],
  ['a day nearer', 1],
])(
  'of two alike rows, the one that names the other account is the side of a transfer, the other %s',
  async (_name, apart) => {
    const other = { accountId: 'b', amount: 370, currency: 'ILS' };
    for (const isConverted of [false, true]) {
      const side = known({
        id: 'side',
        description: 'to Dollars',
        isUnseenSide: true,
        isConverted,
        otherSide: other,
      });
      const date = `2026-05-${10 + apart}`;
      const lines = [
        line({ description: 'Salary', date: '2026-05-10' }),
        line({ description: 'from Main', date }),
      ];
      const there = [{ ...side, date: '2026-05-10' }];
      const found = await matchLines(lines, there, SOURCE, undefined, (index) => index === 1);
      expect(found.map((one) => one?.id)).toEqual([undefined, 'side']);
    }
  },
);
