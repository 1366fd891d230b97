import { describe, expect, test } from 'vitest';
import { DEFAULT_CATEGORIES } from '../../../src/domain/categories/defaults.ts';
import { amountField, readBalance, readChoices } from '../../../src/domain/onboarding/choices.ts';
import { presetField } from '../../../src/domain/onboarding/existing.ts';
import { PRESETS } from '../../../src/domain/onboarding/presets.ts';
import { translator } from '../../../src/i18n/translate.ts';

const read = (typed: Record<string, string>, decimal_separator: '.' | ',' = '.', taken?: Set<string>) =>
  readChoices(typed, {
    t: translator('en'),
    style: { decimal_separator, thousand_separator: ' ', currency: 'ILS' },
    taken,
  });

test('there are three presets of income and six of expenses, each with a category of its type', () => {
  expect(PRESETS.filter(({ type }) => type === 'income')).toHaveLength(3);
  expect(PRESETS.filter(({ type }) => type === 'expense')).toHaveLength(6);
  for (const { type, category } of PRESETS) {
    expect(DEFAULT_CATEGORIES.find(({ key }) => key === category)?.type).toBe(type);
  }
  expect(new Set(PRESETS.map(amountField)).size).toBe(9);
});

describe('an amount', () => {
  test.each([
    ['100', '.', 10_000],
    ['100,50', ',', 10_050],
    ['₪1,200.5', '.', 120_050],
    ['0.01', '.', 1],
    ['1000000', '.', 100_000_000],
  ] as const)('of %s selects the template', (typed, mark, amount) => {
    expect(read({ 'amount-rent': typed }, mark)).toMatchObject([
      { name: 'Rent or mortgage', type: 'expense', amount },
    ]);
  });

  test.each(['', ' ', '0', '0.00', '.0'])('of %j chooses nothing', (typed) => {
    expect(read({ 'amount-rent': typed })).toEqual([]);
  });

  test.each([
    ['abc', 'errors:amountNumber'],
    ['-5', 'errors:amountMin'],
    ['0.001', 'errors:amountMin'],
    ['1.0005', 'errors:amountDecimals'],
    ['1.005', 'errors:amountAmbiguous'],
    ['1.200', 'errors:amountAmbiguous'],
    ['1000000.01', 'errors:amountMax'],
  ])('of %s does not select it, and has a reason', (typed, error) => {
    expect(read({ 'amount-rent': typed })).toMatchObject([
      { amount: null, errors: [{ field: 'amount-rent', message: error }] },
    ]);
  });
});

describe('a day', () => {
  test.each([
    ['17', 17],
    ['', 1],
  ])('of %j is the day %i of the month', (day, expected) => {
    const [choice] = read({ 'amount-rent': '5', 'day-rent': day });
    expect(choice).toMatchObject({ rule: { day_of_month: expected }, errors: [] });
  });

  test.each(['0', '32', 'x', '1.5'])('of %j is refused', (day) => {
    expect(read({ 'amount-rent': '5', 'day-rent': day })).toMatchObject([
      { amount: null, errors: [{ field: 'day-rent', message: 'errors:dayOfMonthInvalid' }] },
    ]);
  });
});

describe('what a person has today', () => {
  const style = { decimal_separator: '.', thousand_separator: ',', currency: 'ILS' } as const;
  test.each([
    ['1,200.50', 120_050],
    ['-300', -30_000],
    ['\u2212300', -30_000],
    ['', null],
    ['0', null],
  ])('%j is %s', (text, amount) => {
    expect(readBalance(text, style)).toBe(amount);
  });

  test('is refused when it cannot be read', () => {
    expect(() => readBalance('abc', style)).toThrow();
  });
});

describe('a template of one’s own', () => {
  test.each([
    [{ customName: 'Piano', customAmount: '5' }, [], 'Piano'],
    [{ customName: '  ', customAmount: '5' }, ['customName'], 'Something else'],
    [{ customName: '', customAmount: 'abc' }, ['customName', 'customAmount'], 'Something else'],
    [{ customName: 'Piano', customAmount: '' }, ['customAmount'], 'Piano'],
    [{ customName: 'Piano', customAmount: '-1' }, ['customAmount'], 'Piano'],
    [{ customName: 'x'.repeat(256), customAmount: '5' }, ['customName'], 'Something else'],
  ])('%j has errors at %j and is called %s', (typed, fields, name) => {
    const [choice, ...others] = read(typed);
    expect(others).toEqual([]);
    expect(choice?.name).toBe(name);
    expect(choice?.errors.map(({ field }) => field)).toEqual(fields);
    expect(choice?.amount).toBe(fields.length > 0 ? null : 500);
  });

  test.each([
    { customName: '', customAmount: '' },
    { customName: ' ', customAmount: '0' },
  ])('%j chooses nothing', (typed) => {
    expect(read(typed)).toEqual([]);
  });
});

test.each([
  ['Rent or mortgage', 'expense', 'amount-rent'],
  ['שכר דירה או משכנתה', 'expense', 'amount-rent'],
  ['Rent or mortgage', 'income', undefined],
  ['Rent', 'expense', undefined],
] as const)('a template called %s of type %s stands for %s', (name, type, field) => {
  expect(presetField({ name, type })).toBe(field);
});
