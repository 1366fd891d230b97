import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CURRENCIES, type Currency } from '../../src/i18n/currencies.ts';
import { formatter } from '../../src/i18n/format.ts';
import { DEFAULT_PREFERENCES, type Preferences } from '../../src/i18n/preferences.ts';
import { translator } from '../../src/i18n/translate.ts';

const format = (changes: Partial<Preferences> = {}, currency: Currency = 'ILS') =>
  formatter(currency, { ...DEFAULT_PREFERENCES, ...changes });

describe('money', () => {
  test.each<[number, Partial<Preferences>, Currency, string]>([
    [123_450, {}, 'ILS', '₪1,234.50'],
    [0, {}, 'ILS', '₪0.00'],
    [1, {}, 'ILS', '₪0.01'],
    [-123_450, {}, 'ILS', '−₪1,234.50'],
    [100_000_000, {}, 'USD', '$1,000,000.00'],
    [123_450, {}, 'CHF', 'CHF\u00A01,234.50'],
    [123_450, { symbol_position: 'after' }, 'EUR', '1,234.50\u00A0€'],
    [-123_450, { symbol_position: 'after' }, 'EUR', '−1,234.50\u00A0€'],
    [123_450, { thousand_separator: '.', decimal_separator: ',' }, 'EUR', '€1.234,50'],
    [123_450, { thousand_separator: "'" }, 'CHF', "CHF\u00A01'234.50"],
    [123_450, { thousand_separator: '' }, 'ILS', '₪1234.50'],
    [123_400, { decimals: 0 }, 'ILS', '₪1,234'],
    [123_450, { decimals: 0 }, 'ILS', '₪1,234.5'],
    [123_456, { decimals: 0 }, 'ILS', '₪1,234.56'],
    [123_450, { decimals: 1 }, 'ILS', '₪1,234.5'],
    [123_400, { decimals: 1 }, 'ILS', '₪1,234.0'],
    [123_400, {}, 'JPY', '¥1,234'],
    [123_450, {}, 'JPY', '¥1,234.5'],
    [0, { decimals: 2 }, 'JPY', '¥0'],
  ])('%i with %j in %s is %s', (minor, changes, currency, expected) => {
    expect(format(changes, currency).money(minor)).toBe(expected);
  });

  test('never hides a cent, in whichever notation', () => {
    const styles = fc.record({
      decimals: fc.constantFrom(0, 1, 2) as fc.Arbitrary<0 | 1 | 2>,
      thousand_separator: fc.constantFrom(',', '.', ' ', "'", '') as fc.Arbitrary<
        Preferences['thousand_separator']
      >,
      decimal_separator: fc.constantFrom('.', ',') as fc.Arbitrary<Preferences['decimal_separator']>,
      symbol_position: fc.constantFrom('before', 'after') as fc.Arbitrary<Preferences['symbol_position']>,
    });
    const currencies = fc.constantFrom(...(Object.keys(CURRENCIES) as Currency[]));
    const amounts = fc.integer({ min: -10_000_000_000, max: 10_000_000_000 });
    fc.assert(
      fc.property(styles, currencies, amounts, (style, currency, minor) => {
        const { decimal_separator, thousand_separator } = style;
        fc.pre(decimal_separator !== thousand_separator);
        const written = format(style, currency).money(minor).replace(CURRENCIES[currency], '').trim();
        const plain = written
          .replaceAll(thousand_separator || '\0', '')
          .replace(decimal_separator, '.')
          .replace('\u00A0', '')
          .replace('\u2212', '-');
        expect(Math.round(Number(plain) * 100)).toBe(minor);
      }),
      { numRuns: 700 },
    );
  });

  test('has no character that changes the direction of the text around it', () => {
    for (const currency of Object.keys(CURRENCIES) as Currency[]) {
      for (const symbol_position of ['before', 'after'] as const) {
        expect(format({ symbol_position }, currency).money(-123_456)).not.toMatch(
          /[\u200E\u200F\u202A-\u202E\u2066-\u2069]/,
        );
      }
    }
  });

  test.each([
    [123_450, '1234.50'],
    [1, '0.01'],
    [-5, '-0.05'],
    [100_000_000, '1000000.00'],
  ])('%i minor units are typed as %s', (minor, expected) => {
    expect(format({ decimal_separator: ',', thousand_separator: '.' }).plainAmount(minor)).toBe(expected);
  });
});

describe('dates, times, shares and counts', () => {
  test.each([
    ['MM/DD/YYYY', '03/31/2026'],
    ['DD/MM/YYYY', '31/03/2026'],
    ['YYYY-MM-DD', '2026-03-31'],
    ['DD.MM.YYYY', '31.03.2026'],
  ] as const)('a date in %s is %s', (date_format, expected) => {
    expect(format({ date_format }).date('2026-03-31')).toBe(expected);
  });

  test.each([
    ['00:00', '12:00 AM'],
    ['00:59', '12:59 AM'],
    ['09:05', '9:05 AM'],
    ['12:00', '12:00 PM'],
    ['17:05', '5:05 PM'],
    ['23:59', '11:59 PM'],
  ])('%s is %s on a clock of twelve hours and itself on one of 24', (time, expected) => {
    expect(format({ time_format: '12h' }).time(time)).toBe(expected);
    expect(format({ time_format: '24h' }).time(time)).toBe(time);
  });

  test.each([
    [0.125, '12.5%'],
    [1, '100%'],
    [0, '0%'],
    [-0.5, '−50%'],
    [-0.0001, '0%'],
    [1 / 3, '33.3%'],
    [12.345, '1,234.5%'],
    [-9876.5, '−987,650%'],
  ])('a share of %d is %s', (share, expected) => {
    expect(format().percent(share)).toBe(expected);
  });

  test.each([
    [0, '0%'],
    [0.00001, '<0.1%'],
    [0.0005, '0.1%'],
    [0.5, '50%'],
    [0.9994, '99.9%'],
    [0.99999, '>99.9%'],
    [1, '100%'],
  ])('a part of a whole, %j, is neither called nothing nor all of it: %s', (share, expected) => {
    expect(format().share(share)).toBe(expected);
  });

  test('a share of many times the whole is grouped as amounts are', () => {
    expect(format({ thousand_separator: '.', decimal_separator: ',' }).percent(12.345)).toBe('1.234,5%');
    expect(format({ thousand_separator: '' }).percent(12.345)).toBe('1234.5%');
  });

  test('a number with one place is never less than nothing and 0.0', () => {
    expect([-0.04, -0.06, 1.25].map((value) => format().decimal(value))).toEqual(['0.0', '−0.1', '1.3']);
  });

  test('counts are grouped as amounts are', () => {
    expect(format({ thousand_separator: '.' }).count(1_234_567)).toBe('1.234.567');
    expect(format().count(999)).toBe('999');
    expect(format().count(-1_234)).toBe('\u22121,234');
  });
});

test.each([
  ['3.2604', '3.2604'],
  ['0.264139369403', '0.264139'],
  ['151.37', '151.37'],
  ['0.00660632886305', '0.00660633'],
  ['1', '1'],
  ['1234.5', '1,234.5'],
])('the rate %s is written as %s', (rate, expected) => {
  expect(format().rate(rate)).toBe(expected);
});

test('after ten, days are in the singular in Hebrew, however the number is written', () => {
  const t = translator('he');
  expect([5, 31].map((count) => t('budgets:days', { count }))).toEqual(['5\u00a0ימים', '31\u00a0יום']);
  expect(t('budgets:partOf', { period: '', days: 1, of: '⁨31⁩' })).toContain('31⁩ יום');
});
