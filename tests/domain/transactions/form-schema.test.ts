import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { bodyOf } from '../../../src/browser/core/request/body-of.ts';
import { transactionFormSchema } from '../../../src/domain/transactions/schema.ts';

const TODAY = '2026-11-21';
const STYLE = { decimal_separator: '.', thousand_separator: ',', currency: 'ILS' } as const;
const GOOD = {
  type: 'expense',
  amount: '1234.50',
  description: ' Bread ',
  categoryId: '',
  date: TODAY,
  time: '08:15',
  notes: '',
};

function errorsOf(changes: Record<string, unknown>): Record<string, string> {
  const { issues = [] } = v.safeParse(transactionFormSchema(TODAY, STYLE), { ...GOOD, ...changes });
  return Object.fromEntries(issues.map((issue) => [v.getDotPath(issue), issue.message]));
}

describe('the form of a transaction', () => {
  test('counts a line of the notes as one character, however the browser ends it', () => {
    expect(errorsOf({ notes: `${'x\r\n'.repeat(249)}xx` })).toEqual({});
    expect(v.parse(transactionFormSchema(TODAY, STYLE), { ...GOOD, notes: 'a\r\nb' }).notes).toBe('a\nb');
  });

  test.each([
    ['.', '₪1,234.50', 123_450],
    ['.', '1,234', 123_400],
    ['.', '12,5', 1250],
    [',', '1.234,50', 123_450],
    [',', '1.234', 123_400],
    [',', '12,5', 1250],
    [',', '12.50', 1250],
  ] as const)('reads with the decimal mark %s the amount %s', (decimal_separator, amount, minor) => {
    const thousand_separator = decimal_separator === '.' ? ',' : '.';
    const schema = transactionFormSchema(TODAY, { ...STYLE, decimal_separator, thousand_separator });
    expect(v.parse(schema, { ...GOOD, amount }).amount).toBe(minor);
  });

  test('returns the amount in minor units and empty fields as undefined', () => {
    const checked = v.parse(transactionFormSchema(TODAY, STYLE), GOOD);
    expect(checked).toMatchObject({ amount: 123_450, description: 'Bread', time: '08:15' });
    expect(checked.categoryId).toBeUndefined();
    expect(checked.notes).toBeUndefined();
  });

  test('reports every error of an empty form at its field', () => {
    expect(errorsOf({ type: '', amount: '', description: '', date: '', time: '' })).toEqual({
      type: 'errors:typeInvalid',
      amount: 'errors:amountRequired',
      description: 'errors:descriptionRequired',
      date: 'errors:dateRequired',
    });
  });

  test.each([
    ['0', 'errors:amountMin'],
    ['0.009', 'errors:amountMin'],
    ['1000000.01', 'errors:amountMax'],
    ['12.345', 'errors:amountAmbiguous'],
    ['12.3456', 'errors:amountDecimals'],
    ['12.500', 'errors:amountAmbiguous'],
    ['1,23,4', 'errors:amountNumber'],
    ['1 2', 'errors:amountNumber'],
    ['twelve', 'errors:amountNumber'],
    ['1,000,000.01', 'errors:amountMax'],
    ['1.234', 'errors:amountAmbiguous'],
    ['1e5', 'errors:amountNumber'],
    ['.', 'errors:amountNumber'],
    ['$5', 'errors:amountCurrency'],
  ])('refuses %s as an amount: %s', (amount, error) => {
    expect(errorsOf({ amount })).toEqual({ amount: error });
  });

  test.each(['0.01', '1000000', '1000000.00', '.5', '5.'])('accepts %s as an amount', (amount) => {
    expect(errorsOf({ amount })).toEqual({});
  });

  test('accepts dates from five years back to a year ahead and none beyond', () => {
    expect(errorsOf({ date: '2027-11-21' })).toEqual({});
    expect(errorsOf({ date: '2027-11-22' })).toEqual({ date: 'errors:dateFuture' });
    expect(errorsOf({ date: '2021-11-22' })).toEqual({});
    expect(errorsOf({ date: '2021-11-21' })).toEqual({ date: 'errors:datePast' });
    expect(errorsOf({ date: '2026-02-30' })).toEqual({ date: 'errors:dateInvalid' });
  });

  test('accepts the date that a transaction has, however old', () => {
    const schema = transactionFormSchema(TODAY, STYLE, { current: { date: '2016-02-01' } });
    expect(v.safeParse(schema, { ...GOOD, date: '2016-02-01' }).success).toBe(true);
    expect(v.safeParse(schema, { ...GOOD, date: '2016-02-02' }).success).toBe(false);
  });

  test('counts the description and the notes without surrounding white space', () => {
    expect(errorsOf({ description: '' })).toEqual({ description: 'errors:descriptionRequired' });
    // Blanks and invisible characters are no description.
    for (const description of ['   ', '\u200b', '\u200f\u2060', '\t\n'])
      expect(errorsOf({ description })).toEqual({ description: 'errors:descriptionTooShort' });
    expect(errorsOf({ description: ` ${'x'.repeat(255)} `, notes: `${'x'.repeat(500)}\n` })).toEqual({});
    expect(errorsOf({ description: 'x'.repeat(256), notes: 'x'.repeat(501) })).toEqual({
      description: 'errors:descriptionMax',
      notes: 'errors:notesMax',
    });
  });

  test('a text has no marks that close the isolation of its direction', () => {
    const typed = { ...GOOD, description: 'Rent\u2069\u202e', notes: '\u2067שכירות\u2069 5' };
    const kept = { description: 'Rent\u202e', notes: 'שכירות 5' };
    expect(v.parse(transactionFormSchema(TODAY, STYLE), typed)).toMatchObject(kept);
  });
});

test('a saved form sends a positive decimal amount and clears fields that were cleared', () => {
  const checked = v.parse(transactionFormSchema(TODAY, STYLE), { ...GOOD, timezone: 'Asia/Jerusalem' });
  expect(bodyOf(checked)).toEqual({
    type: 'expense',
    amount: 1234.5,
    description: 'Bread',
    charge_date: null,
    categoryId: null,
    date: TODAY,
    time: '08:15',
    timezone: 'Asia/Jerusalem',
    merchant_name: null,
    notes: null,
  });
});
