import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  amountField,
  type DecimalMark,
  pastedAmountText,
  readAmount,
  readAmountText,
  tidyAmountText,
} from '../../src/domain/amount-text.ts';
import { CURRENCIES, CURRENCY_CODES, type Currency } from '../../src/i18n/currencies.ts';
import { formatter } from '../../src/i18n/format.ts';
import { DEFAULT_PREFERENCES } from '../../src/i18n/preferences.ts';

const MARKS = ['.', ','] as const;

const inStyle = (decimal_separator: DecimalMark, currency: Currency = 'ILS') => ({
  decimal_separator,
  thousand_separator: decimal_separator === '.' ? ',' : '.',
  currency,
});

/** Every decimal mark with every separator of thousands. */
const NOTATIONS = MARKS.flatMap((decimal_separator) =>
  ([',', '.', ' ', "'", ''] as const)
    .filter((thousand_separator) => thousand_separator !== decimal_separator)
    .map((thousand_separator) => ({ decimal_separator, thousand_separator })),
);

/** Keys pressed in an amount field, some by mistake. */
const typed = fc
  .array(
    fc.constantFrom(...'00112345679', ...'.,.,', ...'.,-+ e', '₪', '€', "'", '\u2212', '\u200F', '\u00A0'),
    {
      maxLength: 12,
    },
  )
  .map((keys) => keys.join(''));

/** The absolute amount of a posted text in minor units, or why it is refused. */
function posted(text: string, own: DecimalMark): number | string {
  const read = readAmount(text, inStyle(own));
  return 'minor' in read ? Math.abs(read.minor) : read.error;
}

describe('the text of an amount field', () => {
  test.each([
    ['₪1,234.50', '1234.50'],
    ['1.234,50', '1234.50'],
    ['12,5', '12.5'],
    ['0,99', '0.99'],
    ['12,', '12'],
    ['12.', '12'],
    ['12.500', '12.500'],
    ['0.500', '0.50'],
    ['1234.500', '1234.50'],
    ['1.234.567', '1234567'],
    ['-5', '5'],
    ['.5', '.5'],
    ['\u200F1,000\u00A0₪', '1000'],
  ])('of %j, left by somebody who writes a point: %j', (text, expected) => {
    expect(tidyAmountText(text, inStyle('.'))).toBe(expected);
  });

  test.each([
    ['1.234,50 ₪', '1234,50'],
    ['1,234.50', '1234,50'],
    ['1.234', '1234'],
    ['12.5', '12,5'],
    ['12.50', '12,50'],
    ['12.', '12'],
    ['12,', '12'],
  ])('of %j, left by somebody who writes a comma: %j', (text, expected) => {
    expect(tidyAmountText(text, inStyle(','))).toBe(expected);
  });

  test.each(['', '-', '.', 'abc', '1e3', '1.2.3', '1234.567'])('stays %j, which is no amount', (text) => {
    for (const own of MARKS) expect(tidyAmountText(text, inStyle(own))).toBe(text);
  });

  test.each([
    ['₪ 45.90 incl. VAT', '45.90'],
    ['Total: ₪1,234.50', '1234.50'],
    ['סה״כ 45.90 ש״ח', '45.90'],
    ['סה״כ לתשלום: \u200e-45.9₪.', '45.9'],
    ['NIS 1,234 abc', '1234'],
    ['(45.90) paid', '45.90'],
    ['1.234,50', '1234.50'],
    ['-45.9', '45.9'],
    ['12,50', '12.50'],
    // Ambiguous, so the person is asked.
    ['45.901 abc', '45.901'],
  ])('of %j, pasted, is the one amount in it: %j', (text, expected) => {
    expect(pastedAmountText(text, inStyle('.'))).toBe(expected);
  });

  test.each([
    '₪ 1,234.567 abc',
    '₪1,234.567',
    '1e3',
    'about 1e3',
    'Invoice 12: 45.90',
    '5 300 abc',
    'on 12/11',
    '7% off',
    'abc',
    '',
    '12.,',
    'for . 5',
  ])('stays %j when it is pasted: it has none or may mean several', (text) => {
    expect(pastedAmountText(text, inStyle('.'))).toBe(text);
  });

  test('pasted alone means what it means typed, and among words never another amount', () => {
    fc.assert(
      fc.property(typed, fc.constantFrom(...MARKS), (text, own) => {
        const word = text.replace(/[\s\u200f]/g, '');
        expect(posted(pastedAmountText(word, inStyle(own)), own)).toBe(posted(word, own));
        const among = posted(pastedAmountText(`for ${word} today`, inStyle(own)), own);
        if (typeof among === 'number')
          expect([word, word.replace(/[.,]+$/, '')].map((one) => posted(one, own))).toContain(among);
      }),
      { numRuns: 1500 },
    );
  });

  test('means what it meant before it was left, for every text in both notations', () => {
    fc.assert(
      fc.property(typed, fc.constantFrom(...MARKS), (text, own) => {
        const left = tidyAmountText(text, inStyle(own));
        expect(posted(left, own)).toBe(posted(text, own));
        expect(tidyAmountText(left, inStyle(own))).toBe(left);
      }),
      { numRuns: 1500 },
    );
  });
});

describe('an amount as people write it', () => {
  test.each(['1,23,4', '1.2.3', '1e5', '12 ₪ 3', '1 2', 'twelve', '1,234.567.890', '--5'])(
    'returns %j unchanged, so that it is refused',
    (text) => {
      expect(readAmountText(text, inStyle('.'))).toBe(text);
    },
  );

  test.each([
    ['0,990', '0.990'],
    ['0,5', '0.5'],
    ['0.500', '0.500'],
    ['\u22125', '-5'],
  ])('of %j is %j: no group begins with a zero', (text, expected) => {
    expect(readAmountText(text, inStyle('.'))).toBe(expected);
    expect(readAmountText(text, inStyle(','))).toBe(expected);
  });

  test('is parsed exactly in whichever notation it was shown', () => {
    const amounts = [1, 99, 100, 1250, 99_999, 100_000, 123_456, 12_345_678, 100_000_000];
    for (const decimal_separator of ['.', ','] as const) {
      for (const thousand_separator of [',', '.', ' ', "'", ''] as const) {
        if (thousand_separator === decimal_separator) continue;
        for (const symbol_position of ['before', 'after'] as const) {
          for (const currency of ['ILS', 'CHF', 'CAD', 'CNY', 'EUR'] as const) {
            const style = { ...DEFAULT_PREFERENCES, decimal_separator, thousand_separator, symbol_position };
            for (const minor of amounts) {
              const shown = formatter(currency, style).money(minor);
              const read = Number(readAmountText(shown, { currency, decimal_separator, thousand_separator }));
              expect(Math.round(read * 100), shown).toBe(minor);
              const field = amountField(minor, decimal_separator);
              expect(posted(tidyAmountText(field, inStyle(decimal_separator)), decimal_separator)).toBe(
                minor,
              );
              expect(Math.round(Number(readAmountText(field, inStyle(decimal_separator))) * 100)).toBe(minor);
            }
          }
        }
      }
    }
  });
});

test.each([
  [123_400, 'JPY', '1234'],
  [123_450, 'JPY', '1234,50'],
  [123_400, 'ILS', '1234,00'],
] as const)('%i in %s is %s in a field', (minor, currency, expected) => {
  expect(amountField(minor, ',', currency)).toBe(expected);
});

describe('the currency beside an amount', () => {
  test.each([
    [
      'ILS',
      ['₪5', '5₪', '5 ₪', '-₪5', '₪-5', 'ILS 5', 'ils5', '5 NIS', '5 ש"ח', '5 ש״ח', '5 שקל', '5 shekels'],
    ],
    ['USD', ['$5', '5 $', 'US$5', '5 USD', '5 dollars', '5 דולר', '＄5']],
    ['CAD', ['C$5', '$5', 'CA$5', '5 CAD']],
    ['JPY', ['¥5', '￥5', '5 yen', 'JPY 5']],
    ['CNY', ['CN¥5', '¥5', 'RMB 5']],
    ['CHF', ['CHF 5', '5 chf']],
  ] as const)('is accepted as people with %s write it', (currency, texts) => {
    for (const text of texts) {
      const read = readAmount(text, inStyle('.', currency));
      expect('minor' in read && Math.abs(read.minor), text).toBe(500);
    }
  });

  test.each([
    [
      'ILS',
      [
        '$5',
        '5 $',
        '€5',
        '5€',
        'US$5',
        'C$5',
        '5 USD',
        'usd 5',
        '-$5',
        '5 dollars',
        '5 דולר',
        '₹5',
        '$1,234.50',
      ],
    ],
    ['USD', ['₪5', 'C$5', 'A$5', '5 A$', '€5', 'CAD 5', '5 ש"ח', '5 שח', 'R$5']],
    ['JPY', ['CN¥5', '5 CN¥', '$5']],
    ['CHF', ['5 €', '$5']],
  ] as const)(
    'of somebody with %s, if it is another one, is refused and never left out',
    (currency, texts) => {
      const style = inStyle('.', currency);
      for (const text of texts) {
        expect(readAmount(text, style), text).toEqual({ error: 'errors:amountCurrency' });
        expect(tidyAmountText(text, style)).toBe(text);
        expect(pastedAmountText(text, style)).toBe(text);
      }
    },
  );

  test.each(['Total: $45.90', '45.90 dollars paid', 'USD 45.90 incl. VAT', 'paid 45.90€', 'סה״כ 45.90 דולר'])(
    'in the pasted %j of somebody with shekels leaves it as it is',
    (text) => {
      expect(pastedAmountText(text, inStyle('.'))).toBe(text);
      expect(readAmount(text, inStyle('.'))).toEqual({ error: 'errors:amountCurrency' });
    },
  );

  test('is the own one or refused, for every pair of currencies and every way to write them', () => {
    for (const own of CURRENCY_CODES) {
      for (const other of CURRENCY_CODES) {
        for (const written of [other, CURRENCIES[other]]) {
          const isOwn = own === other || CURRENCIES[own].endsWith(written);
          for (const text of [`${written}5`, `5${written}`, `${written} 5`, `5 ${written}`]) {
            const read = readAmount(text, inStyle('.', own));
            expect(read, `${text} in ${own}`).toEqual(
              isOwn ? { minor: 500 } : { error: 'errors:amountCurrency' },
            );
          }
        }
      }
    }
  });

  test.each(['abc', '5 kg', 'five', '1.2.3', '₪1.2.3', '5²', '5½'])(
    'is not what is wrong with %j',
    (text) => {
      expect(readAmount(text, inStyle('.'))).toEqual({ error: 'errors:amountNumber' });
    },
  );

  test('that has no decimals takes none, except where the amount had them before', () => {
    const yen = inStyle('.', 'JPY');
    expect(readAmount('5.5', yen)).toEqual({ error: 'errors:amountWhole' });
    expect(readAmount('5.00', yen)).toEqual({ minor: 500 });
    expect(readAmount('5.50', yen, { current: '5.50' })).toEqual({ minor: 550 });
    expect(readAmount('5.51', yen, { current: '5.50' })).toEqual({ error: 'errors:amountWhole' });
  });
});

describe('a mark before the last three digits', () => {
  test.each([
    ['.', ',', '1.200', ['1,200.00', '1.20', '1200', '1.2']],
    ['.', ',', '12.500', ['12,500.00', '12.50', '12500', '12.5']],
    ['.', ',', '1.234', ['1,234.00', '1.23', '1234', '1.23']],
    ['.', ',', '-₪1.000', ['1,000.00', '1.00', '1000', '1']],
    ['.', ' ', '1.200', ['1 200.00', '1.20', '1200', '1.2']],
    ['.', '', '1,200', ['1200.00', '1.20', '1200', '1.2']],
    [',', '.', '1,200', ['1.200,00', '1,20', '1200', '1,2']],
    [',', "'", '1.200', ["1'200,00", '1,20', '1200', '1,2']],
  ] as const)(
    'of a person with %s and %j: %s is asked about',
    (decimal_separator, thousand_separator, text, said) => {
      const [thousands, decimals, typedThousands, typedDecimals] = said;
      const style = { decimal_separator, thousand_separator, currency: 'ILS' } as const;
      const readings = { thousands, decimals, typedThousands, typedDecimals };
      expect(readAmount(text, style)).toEqual({ error: 'errors:amountAmbiguous', readings });
      expect(tidyAmountText(text, style)).toBe(text);
      expect(pastedAmountText(text, style)).toBe(text);
    },
  );

  test.each([
    ['.', ',', '1,200', 120_000],
    [',', '.', '1.200', 120_000],
    ['.', ' ', '1 200', 120_000],
    ['.', ',', '1.200,50', 120_050],
    ['.', ',', '1,200.50', 120_050],
    [',', ' ', '1,200.50', 120_050],
    ['.', ' ', '1.000.000', 100_000_000],
    // No group begins with a zero, or has four digits.
    ['.', ',', '0.500', 50],
    ['.', ',', '0,500', 50],
    [',', '.', '0.500', 50],
    ['.', ',', '1234.500', 123_450],
  ] as const)(
    'of a person with %s and %j may have one meaning only: %s',
    (decimal_separator, thousand_separator, text, minor) => {
      const style = { decimal_separator, thousand_separator, currency: 'ILS' } as const;
      expect(readAmount(text, style)).toEqual({ minor });
    },
  );

  test.each(['1,2000', '1234,500', '12,0000'])(
    'is no decimal mark of a person who groups by it: %s',
    (text) => {
      expect(readAmount(text, inStyle('.'))).toEqual({ error: 'errors:amountNumber' });
    },
  );

  test('offers whole amounts in a currency without decimals', () => {
    expect(readAmount('1.200', inStyle('.', 'JPY'))).toMatchObject({
      readings: { thousands: '1,200', decimals: '1', typedThousands: '1200', typedDecimals: '1' },
    });
  });

  test('is never decided against the person: what is typed is kept or asked about, in every notation', () => {
    const digits = fc.integer({ min: 1, max: 999 });
    const three = fc.integer({ min: 0, max: 999 }).map((last) => String(last).padStart(3, '0'));
    fc.assert(
      fc.property(
        digits,
        three,
        fc.constantFrom(...MARKS),
        fc.constantFrom(...NOTATIONS),
        (whole, last, mark, marks) => {
          const style = { ...marks, currency: 'ILS' as const };
          const read = readAmount(`${whole}${mark}${last}`, style);
          if (mark === marks.thousand_separator) {
            const minor = Number(`${whole}${last}`) * 100;
            expect(read).toEqual({ minor });
            return;
          }
          if (!('error' in read) || !read.readings)
            throw new Error(`${whole}${mark}${last} is not asked about.`);
          const { typedThousands, typedDecimals, thousands, decimals } = read.readings;
          const first = Number(`${whole}${last}`) * 100;
          const second = Math.round(Number(`${whole}${last}`) / 10);
          expect([typedThousands, typedDecimals].map((text) => readAmount(text, style))).toEqual([
            { minor: first },
            { minor: second },
          ]);
          expect([thousands, decimals].map((text) => readAmount(text, style))).toEqual([
            { minor: first },
            { minor: second },
          ]);
        },
      ),
      { numRuns: 1500 },
    );
  });
});
