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

  test('returns the amount in minor units and empty fields as undefined', () => {
    const checked = v.parse(transactionFormSchema(TODAY, STYLE), GOOD);
    expect(checked).toMatchObject({ amount: 123_450, description: 'Bread', time: '08:15' });
    expect(checked.categoryId).toBeUndefined();
    expect(checked.notes).toBeUndefined();
  });

  test('accepts the date that a transaction has, however old', () => {
    const schema = transactionFormSchema(TODAY, STYLE, { current: { date: '2016-02-01' } });
    expect(v.safeParse(schema, { ...GOOD, date: '2016-02-01' }).success).toBe(true);
    expect(v.safeParse(schema, { ...GOOD, date: '2016-02-02' }).success).toBe(false);
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
