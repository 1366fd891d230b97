import { describe, expect, test } from 'vitest';
import { DEFAULT_CATEGORIES } from '../../../src/domain/categories/defaults.ts';
import { amountField, monthOf, readChoices } from '../../../src/domain/onboarding/choices.ts';
import { PRESETS } from '../../../src/domain/onboarding/presets.ts';
import { translator } from '../../../src/i18n/translate.ts';

const read = (typed: Record<string, string>, decimal_separator: '.' | ',' = '.') =>
  readChoices(typed, { t: translator('en'), style: { decimal_separator, currency: 'ILS' } });

test('there are three presets of income and eight of expenses, each with a category of its type', () => {
  expect(PRESETS.filter(({ type }) => type === 'income')).toHaveLength(3);
  expect(PRESETS.filter(({ type }) => type === 'expense')).toHaveLength(8);
  for (const { type, category } of PRESETS) {
    expect(DEFAULT_CATEGORIES.find(({ key }) => key === category)?.type).toBe(type);
  }
  expect(new Set(PRESETS.map(amountField)).size).toBe(11);
});

describe('an amount', () => {
  test.each([
    ['100', '.', 10_000],
    ['100,50', ',', 10_050],
    ['₪1,200.5', '.', 120_050],
    ['0.01', '.', 1],
    ['1000000', '.', 100_000_000],
  ] as const)('of %s selects the template', (typed, mark, amount) => {
    const { choices } = read({ 'amount-rent': typed }, mark);
    expect(choices).toMatchObject([{ name: 'Rent or mortgage', type: 'expense', amount }]);
  });

  test.each(['', ' ', '0', '0.00', '.0'])('of %j chooses nothing', (typed) => {
    expect(read({ 'amount-rent': typed }).choices).toEqual([]);
  });

  test.each([
    ['abc', 'errors:amountNumber'],
    ['-5', 'errors:amountMin'],
    ['0.001', 'errors:amountMin'],
    ['1.005', 'errors:amountDecimals'],
    ['1000000.01', 'errors:amountMax'],
  ])('of %s does not select it, and has a reason', (typed, fault) => {
    expect(read({ 'amount-rent': typed }).choices).toMatchObject([{ amount: null, fault }]);
  });
});

describe('a template of one’s own', () => {
  test.each([
    [{ customName: '', customAmount: '' }, [], 0],
    [{ customName: ' ', customAmount: '0' }, [], 0],
    [{ customName: 'Piano', customAmount: '5' }, [], 1],
    [{ customName: '  ', customAmount: '5' }, ['customName'], 1],
    [{ customName: 'Piano', customAmount: '' }, ['customAmount'], 0],
    [{ customName: 'Piano', customAmount: '-1' }, ['customAmount'], 1],
    [{ customName: 'x'.repeat(256), customAmount: '5' }, ['customName'], 1],
  ])('%j has faults at %j', (typed, fields, count) => {
    const { choices, faults } = read(typed);
    expect(faults.map(({ field }) => field)).toEqual(fields);
    expect(choices).toHaveLength(count);
  });
});

test('a month has thirty days, and leaves out what is not valid', () => {
  const { choices } = read({ 'amount-salary': '9000', 'amount-coffee': '70', 'amount-gym': 'x' });
  expect(monthOf(choices)).toEqual({
    income: 900_000,
    expenses: 30_000,
    left: 870_000,
    items: [
      { name: 'Salary', type: 'income', amount: 900_000 },
      { name: 'Coffee', type: 'expense', amount: 30_000 },
    ],
  });
});
