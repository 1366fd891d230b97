import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import type { Mapping, Table } from '../../../src/domain/bank-files/bank-file.ts';
import { readApp } from '../../../src/domain/bank-files/layouts/apps.ts';
import { exampleText, expectExample } from './formats/examples.ts';

/** Lines count as they stand where no cell is broken over lines. */
function tableOf(text: string): Table {
  const rows: string[][] = parse(text, { relaxColumnCount: true, bom: true });
  return {
    format: 'csv',
    sheets: [{ name: null, rows: rows.map((cells, index) => ({ line: index + 1, cells })) }],
  };
}

function reading(text: string, mapping?: Mapping) {
  const file = readApp(tableOf(text), { mapping });
  if (!file) throw new Error('No app was recognised.');
  return file;
}

for (const name of ['actual-export.csv', 'firefly-export.csv', 'ezbookkeeping-export.csv'])
  test(`reads ${name}, with its columns in any order`, () => {
    expectExample(reading(exampleText(name)), name);
    const table = tableOf(exampleText(name));
    for (const row of table.sheets[0]?.rows ?? []) row.cells.reverse();
    const reversed = readApp(table);
    expect(reversed?.rows.length).toBe(reading(exampleText(name)).rows.length);
  });

const YNAB =
  '\ufeff"Account","Flag","Date","Payee","Category Group/Category","Category Group","Category","Memo","Outflow","Inflow","Cleared"\n';

test('reads the register of YNAB, and asks for the order of its dates', () => {
  const rows = [
    '"Checking","","05/01/2026","Starting Balance","Inflow: Ready to Assign","Inflow","Ready to Assign","",$0.00,"$1,500.00","Cleared"',
    '"Checking","","05/02/2026","Market","Food: Groceries","Food","Groceries","Split (1/2) fruit","$1,060.00",$0.00,"Cleared"',
    '"Checking","","05/02/2026","Market","Home: Garden","Home","Garden","Split (2/2) ",$30.50,$0.00,"Cleared"',
    '"Checking","","05/03/2026","Transfer : Savings","","","","",$300.00,$0.00,"Uncleared"',
    '"Savings","","05/03/2026","Transfer : Checking","","","","",$0.00,$300.00,"Uncleared"',
    '"Checking","","never","Shop","","","","",$1.00,$0.00,"Uncleared"',
  ].join('\n');
  const file = reading(YNAB + rows);
  expect(file).toMatchObject({
    kind: 'ynab',
    accounts: [{ name: 'Checking' }, { name: 'Savings' }],
    openingBalance: '1500.00',
    question: { ambiguous: ['date_order'], mapping: { dateOrder: 'mdy' } },
  });
  expect(file.rows).toMatchObject([
    { account: 0, date: '2026-05-02', amount: '1060.00', type: 'expense', category: 'Groceries' },
    { amount: '30.50', memo: 'Split (2/2)' },
    { account: 0, amount: '300.00', type: 'expense', transfer: { account: 'Savings' } },
    { account: 1, amount: '300.00', type: 'income', transfer: { account: 'Checking' } },
  ]);
  expect(file.errors.map(({ line, reason }) => [line, reason])).toEqual([[7, 'date']]);
  const answered = reading(YNAB + rows, { columns: {}, dateOrder: 'dmy', decimalMark: null, sign: null });
  expect(answered.question?.ambiguous).toEqual([]);
  expect(answered.rows[0]?.date).toBe('2026-02-05');
  const proven = reading(`${YNAB}"A","","31.12.2026","B","","","","","1.234,50₪","0,00₪",""`);
  expect(proven.question).toBeUndefined();
  expect(proven.rows).toMatchObject([{ date: '2026-12-31', amount: '1234.50', type: 'expense' }]);
});

test('reads Mint', () => {
  const file = reading(
    `"Date","Description","Original Description","Amount","Transaction Type","Category","Account Name","Labels","Notes"
"1/05/2026","Walnut Coffee","SQ *WALNUT","4.50","debit","Coffee Shops","Checking","trip",""
"1/06/2026","Lakeside Studio","LAKESIDE","1,250.00","credit","Paycheck","Checking","","January"`,
  );
  expect(file).toMatchObject({ kind: 'mint', accounts: [{ name: 'Checking' }], currency: null });
  expect(file.question).toBeUndefined();
  expect(file.rows).toEqual([
    {
      line: 2,
      date: '2026-01-05',
      amount: '4.50',
      type: 'expense',
      description: 'Walnut Coffee',
      memo: 'SQ *WALNUT',
      category: 'Coffee Shops',
      tags: ['trip'],
    },
    {
      line: 3,
      date: '2026-01-06',
      amount: '1250.00',
      type: 'income',
      description: 'Lakeside Studio',
      memo: 'January',
      category: 'Paycheck',
    },
  ]);
});

test('tells a transfer from a payee of the same name', () => {
  const file = reading(`Account,Date,Payee,Notes,Category,Amount,Cleared
A,2026-01-05,B,,,-5,Cleared
B,2026-01-05,A,,,5,Cleared
A,2026-01-06,B,,,-5,Cleared`);
  expect(file.rows.map(({ transfer }) => transfer?.account)).toEqual(['B', 'A', undefined]);
});

test('leaves other tables alone', () => {
  expect(readApp(tableOf('Date,Description,Amount\n2026-01-05,A,-5'))).toBeNull();
  expect(readApp({ format: 'csv', sheets: [] })).toBeNull();
});
