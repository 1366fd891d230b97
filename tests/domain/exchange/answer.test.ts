import { describe, expect, test } from 'vitest';
import { exchangeRateApiAnswer, frankfurterAnswer, NEAR_RATES } from '../../../scripts/demo/rate-shapes.ts';
import { readAnswer } from '../../../src/domain/exchange/fetching/answer.ts';

const TODAY = '2026-06-15';
const read = (answer: unknown) => readAnswer(JSON.stringify(answer), TODAY);

describe.each([
  ['ExchangeRate-API', exchangeRateApiAnswer],
  ['Frankfurter', frankfurterAnswer],
])('an answer in the shape of %s', (_, answer) => {
  test('is read, exactly as it was written', () => {
    const { date, base, rates } = read(answer('2026-06-12'));
    expect({ date, base }).toEqual({ date: '2026-06-12', base: 'USD' });
    expect(rates).toEqual(
      Object.fromEntries(Object.entries(NEAR_RATES).map(([code, rate]) => [code, String(rate)])),
    );
  });

  test.each([
    ['a missing currency', { ILS: undefined }],
    ['zero', { ILS: 0 }],
    ['a negative rate', { EUR: -0.86 }],
    ['text', { EUR: '0.86' }],
    ['nothing', { GBP: null }],
    ['too small a number', { JPY: 1e-9 }],
    ['too large a number', { JPY: 1e10 }],
  ])('is refused with %s', (_name, rates) => {
    expect(() => read(answer(TODAY, { ...NEAR_RATES, ...rates }))).toThrow();
  });

  test('is refused with a day to come, but tomorrow', () => {
    expect(read(answer('2026-06-16')).date).toBe('2026-06-16');
    expect(() => read(answer('2026-06-17'))).toThrow('day to come');
  });
});

describe('an answer', () => {
  test('may be in another base', () => {
    const rates = { ...NEAR_RATES, EUR: undefined };
    expect(read({ base: 'EUR', date: TODAY, rates })).toMatchObject({ base: 'EUR', rates: { EUR: '1' } });
  });

  test('without a date is of today', () => {
    expect(read({ base: 'USD', rates: NEAR_RATES }).date).toBe(TODAY);
  });

  test.each([
    ['an error', { result: 'error', 'error-type': 'unsupported-code' }],
    ['a base that is not worth one of itself', { base: 'EUR', date: TODAY, rates: NEAR_RATES }],
    ['rates of another amount', { ...frankfurterAnswer(TODAY), amount: 100 }],
    ['a base that we do not know', { ...frankfurterAnswer(TODAY), base: 'SEK' }],
    ['a date that is none', { ...frankfurterAnswer(TODAY), date: '2026-02-30' }],
    ['rates in a list', { base: 'USD', date: TODAY, rates: Object.values(NEAR_RATES) }],
    ['no rates', { base: 'USD', date: TODAY }],
    ['nothing', null],
    ['a list', []],
  ])('is refused with %s', (_, answer) => {
    expect(() => read(answer)).toThrow();
  });

  test('is refused with a number that is not finite', () => {
    const text = JSON.stringify(frankfurterAnswer(TODAY));
    expect(readAnswer(text, TODAY).rates.GBP).toBe('0.7523');
    expect(() => readAnswer(text.replace('0.7523', '1e400'), TODAY)).toThrow();
  });

  test.each(['', '<p>Too many requests</p>', '{"base":"USD","rates":{"EUR":0.86'])(
    'is refused as %j',
    (text) => {
      expect(() => readAnswer(text, TODAY)).toThrow();
    },
  );
});
