import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EXPORT_FIELD_NAMES } from '../../../../src/domain/export/fields.ts';
import { type StatementHead, writeStatement } from '../../../../src/domain/export/pdf/statement.ts';
import type { StatementRow } from '../../../../src/domain/export/pdf/statement-figures.ts';
import { DEFAULT_PREFERENCES } from '../../../../src/i18n/preferences.ts';
import { informationOf, pagesOf, rectangleOf, tagsOf, wordAt } from '../../../support/read-pdf.ts';

const HEAD: StatementHead = {
  locale: 'en',
  currency: 'ILS',
  preferences: DEFAULT_PREFERENCES,
  person: { name: 'Dana Levi', email: 'dana@example.com' },
  from: undefined,
  to: undefined,
  today: '2026-06-15',
  made: '2026-06-15T09:00:00.000Z',
  filters: [],
  fields: EXPORT_FIELD_NAMES.filter((name) => name !== 'account_name'),
};

const row = (changes: Partial<StatementRow>): StatementRow => ({
  date: '2026-05-01',
  time: '09:30',
  type: 'expense',
  amount: 1250,
  description: 'Tea',
  payee: null,
  notes: null,
  category: null,
  account: 'Main account',
  colour: null,
  isRecurring: false,
  ...changes,
});

async function statement(rows: StatementRow[], head: Partial<StatementHead> = {}): Promise<Buffer> {
  const bytes: Uint8Array[] = [];
  await writeStatement(
    { ...HEAD, ...head },
    rows,
    (piece) => bytes.push(piece),
    async () => undefined,
  );
  return Buffer.concat(bytes);
}

/** In minor units. */
const amountsOf = (line: string) =>
  [...line.matchAll(/(−?)₪([\d,]+\.\d\d)/g)].map(
    ([, sign, digits = '']) => (sign ? -1 : 1) * Number(digits.replaceAll(/\D/g, '')),
  );

describe('a statement', () => {
  const histories = fc.array(
    fc.record({
      type: fc.constantFrom('expense', 'income'),
      amount: fc.integer({ min: 1, max: 100_000_000 }),
      date: fc
        .record({ month: fc.integer({ min: 1, max: 12 }), day: fc.integer({ min: 1, max: 28 }) })
        .map(({ month, day }) => `2025-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`),
      category: fc.constantFrom('Food', 'Travel', 'מזון', null),
      description: fc.constantFrom(
        'Tea',
        'קפה (הפוך)',
        'a long description of something that was bought '.repeat(3),
      ),
    }),
    { minLength: 1, maxLength: 120 },
  );

  test('has the same sums in its summary, its tables and at the end of its pages as its transactions', async () => {
    for (const history of fc.sample(histories, { numRuns: 12, seed: 3 })) {
      const rows = history.map((changes) => row(changes as Partial<StatementRow>));
      const sum = (type: string) =>
        rows.reduce((all, { type: own, amount }) => all + (own === type ? amount : 0), 0);
      const [income, expenses] = [sum('income'), sum('expense')];
      const pages = pagesOf(await statement(rows));
      const lines = pages.flatMap((page) => page.split('\n'));
      const under = (heading: RegExp) => lines.slice(lines.findIndex((line) => heading.test(line)) + 1);
      expect(amountsOf(under(/^Summary/).find((line) => line.includes('₪')) ?? '')).toEqual([
        income,
        expenses,
        income - expenses,
      ]);
      const totals = lines.filter((line) => /^\s*Total\s/.test(line)).map(amountsOf);
      expect(totals.at(-1)).toEqual([income, expenses]);
      expect(totals.at(-2)).toEqual([income, expenses, income - expenses]);
      const ofRows = under(/^Transactions/).filter((line) => /\d\d\/\d\d\/2025/.test(line));
      expect(ofRows.flatMap(amountsOf).reduce((all, amount) => all + amount, 0)).toBe(income + expenses);
      expect(ofRows).toHaveLength(rows.length);
    }
  });

  test('has a transfer between its accounts without a sign, which changes no sum', async () => {
    const account = { names: ['Cash', 'Bank'], isForeign: false, before: 0 };
    const moved = { type: 'transfer', category: null } as const;
    const rows = [row({ ...moved, amount: -4000, isWhole: true }), row({ ...moved, amount: -300 })];
    const text = pagesOf(await statement(rows, { account })).join('\n');
    expect(text).toContain('Transfer: ₪40.00');
    expect(text).toContain('Transfer: −₪3.00');
    expect(text.match(/−₪\d+\.00/g)).toEqual(['−₪3.00', '−₪3.00', '−₪3.00']);
  });

  test('repeats its headings, counts its pages and carries its totals over', async () => {
    const rows = Array.from({ length: 200 }, (_, at) =>
      row({ amount: 100 + at, type: at % 4 ? 'expense' : 'income' }),
    );
    const pages = pagesOf(await statement(rows));
    expect(pages.length).toBeGreaterThan(4);
    let sums = [0, 0];
    pages.forEach((page, at) => {
      expect(page).toMatch(new RegExp(`Page ${at + 1} of ${pages.length}\\b`));
      if (at > 1) expect(page).toMatch(/Date +Description +Category +Income +Expenses/);
      const lines = page.slice(page.search(/Date +Description/)).split('\n');
      const carried = (words: string) => amountsOf(lines.find((line) => line.includes(words)) ?? '');
      if (at > 1) expect(carried('Brought forward')).toEqual(sums);
      const ofPage = lines.filter((line) => line.includes('05/01/2026'));
      for (const line of ofPage) {
        const [amount = 0] = amountsOf(line);
        const isIncome = (amount - 100) % 4 === 0;
        sums = isIncome ? [(sums[0] ?? 0) + amount, sums[1] ?? 0] : [sums[0] ?? 0, (sums[1] ?? 0) + amount];
      }
      if (at > 0 && at < pages.length - 1) expect(carried('Carried forward')).toEqual(sums);
    });
  });

  test('never leaves the total of a table alone on a page', async () => {
    for (let count = 25; count < 45; count += 1) {
      const rows = Array.from({ length: count }, (_, at) => row({ category: `Category ${at}` }));
      const pages = pagesOf(await statement(rows));
      for (const page of pages) expect(page, `${count}`).not.toMatch(/^\s*Category[^\n]*\n\s*Total\b/);
    }
  });

  test('can be read in Hebrew in the order of its words, with what is not Hebrew between them', async () => {
    const rows = [
      row({
        description: 'קניה בסופר Rami Levy בשכונה',
        payee: 'שופרסל דיל',
        notes: 'חשבון 4711 מתוך 12',
        category: 'מזון',
      }),
      row({ description: 'Coffee at the beach', type: 'income', amount: 123_450 }),
    ];
    const [text = ''] = pagesOf(
      await statement(rows, { locale: 'he', person: { name: 'דנה לוי', email: 'dana@example.com' } }),
    );
    // Poppler puts spaces between two directions on the wrong side of a word.
    const letters = text.replaceAll(/\s+/g, '');
    for (const expected of [
      'דוח תנועות',
      'עבור דנה לוי',
      'dana@example.com',
      'קניה בסופר Rami Levy בשכונה',
      'שופרסל דיל',
      'חשבון 4711 מתוך 12',
      'Coffee at the beach',
      '₪1,234.50',
      'עמוד 1 מתוך 1',
    ])
      expect(letters).toContain(expected.replaceAll(' ', ''));
  });

  test('has room between a bar and its figure, to either side', async () => {
    const rows = [row({ category: 'Food', colour: '#FF0000' })];
    const [english, hebrew] = [await statement(rows), await statement(rows, { locale: 'he' })];
    const gap = wordAt(english, '100%').left - rectangleOf(english, '1 0 0').right;
    const mirrored = rectangleOf(hebrew, '1 0 0').left - wordAt(hebrew, '100%').right;
    for (const between of [gap, mirrored]) expect(between).toBeGreaterThan(3);
  });

  test('is tagged: title, language, headings of columns and of rows', async () => {
    const file = await statement([row({ description: 'קפה' }), row({})]);
    const information = informationOf(file);
    expect(information).toMatch(/Title: +Statement of transactions/);
    expect(information).toMatch(/Tagged: +yes/);
    expect(file.includes('/Lang (en)')).toBe(true);
    expect(file.includes('/StructTreeRoot')).toBe(true);
    const tags = tagsOf(file);
    expect(tags.filter((tag) => tag.startsWith('H1'))).toHaveLength(1);
    expect(tags.filter((tag) => tag.startsWith('Table')).length).toBeGreaterThan(2);
    expect(tags).toContain('/Scope /Column');
    expect(tags).toContain('/Scope /Row');
    expect(tags.filter((tag) => tag === 'TR').length).toBeGreaterThan(5);
  });

  test('draws a dot for what no font has, and says in its tags what that is', async () => {
    const file = await statement([row({ description: 'Bubble tea 🧋 with 😀' })]);
    expect(pagesOf(file).join('')).toContain('Bubble tea • with 😀');
    expect(file.includes(Buffer.from('tea 🧋 with 😀', 'utf16le').swap16())).toBe(true);
  });

  test('has no decimals in yen, and the columns that were asked for', async () => {
    const [text = ''] = pagesOf(
      await statement([row({ amount: 123_400, category: 'Food', notes: 'secret' })], {
        currency: 'JPY',
        fields: ['date', 'description', 'amount'],
      }),
    );
    expect(text).toContain('¥1,234');
    expect(text).not.toContain('1,234.00');
    expect(text.slice(text.indexOf('Date'))).not.toMatch(/Food|secret/);
    expect(text).toMatch(/Date +Description +Income +Expenses/);
  });

  test('says so when nothing matches', async () => {
    expect(pagesOf(await statement([]))[0]).toContain('No transactions match.');
  });
});
