import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../src/db/open.ts';
import { unescaped } from '../../src/domain/export/csv.ts';
import { createTestApp } from '../support/app.ts';
import { createMember, record } from '../support/members.ts';
import { openInSpreadsheet } from '../support/open-spreadsheet.ts';
import type { Cell } from '../support/spreadsheet-cells.ts';

const database = await openDatabase({ DATA_DIR: ':memory:' });
afterAll(() => database.close());
const testApp = createTestApp({ database });

const TEXTS = [
  '-5',
  '=1+1',
  '=HYPERLINK("http://evil.example";"here")',
  '+972 50 123',
  '@SUM(A1)',
  "'=2",
  "''-5",
  'קפה "הפוך", קטן; בע"מ',
  'שורה אחת\nשורה שנייה',
  'two  spaces,\ttab',
  '<b>&amp;</b> 😀',
  "it's",
];

const FIELDS = 'description,notes,merchant_name,amount,date,type';

let head: Cell[];
let rows: Cell[][];

beforeAll(async () => {
  const as = await createMember(testApp, { locale: 'he' });
  for (const [index, text] of TEXTS.entries())
    await record(testApp, as, {
      type: index % 2 === 0 ? 'expense' : 'income',
      amount: 1000.05 + index,
      description: text,
      notes: text,
      merchant_name: text.replaceAll('\n', ' '),
      date: `2026-06-${String(index + 1).padStart(2, '0')}`,
    });
  const file = await testApp.request(`/api/v1/export/csv?language=he&order=asc&fields=${FIELDS}`, {
    headers: { authorization: `Bearer ${as.accessToken}` },
  });
  [head = [], ...rows] = await openInSpreadsheet(new Uint8Array(await file.arrayBuffer()));
});

test('a CSV in Hebrew has its headings and a row for each transaction in a spreadsheet', () => {
  expect(head.map(({ text }) => text)).toEqual(['תיאור', 'הערות', 'בית עסק', 'סכום', 'תאריך', 'סוג']);
  expect(rows).toHaveLength(TEXTS.length);
});

test.each([...TEXTS.entries()])(
  'row %i: %j is a text without a formula, and comes back as it was',
  (index, text) => {
    const cells = rows[index] ?? [];
    const [description, notes, payee, amount, date, type] = cells;
    expect(cells.map((cell) => cell.formula)).toEqual(FIELDS.split(',').map(() => undefined));
    for (const cell of [description, notes, payee]) expect(cell?.type).toBe('string');
    expect(unescaped(description?.text ?? '')).toBe(text);
    expect(unescaped(notes?.text ?? '')).toBe(text);
    expect(unescaped(payee?.text ?? '')).toBe(text.replaceAll('\n', ' '));
    expect(amount).toMatchObject({ type: 'float', value: String(1000.05 + index) });
    expect(date?.type).toBe('date');
    expect(type?.text).toBe(index % 2 === 0 ? 'expense' : 'income');
  },
);
