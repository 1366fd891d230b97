import { beforeEach, describe, expect, test } from 'vitest';
import { NEAR_RATES } from '../../scripts/demo/rate-shapes.ts';
import type { presentConverted, presentRates } from '../../src/domain/exchange/convert.ts';
import { CURRENCIES } from '../../src/i18n/currencies.ts';
import { forAppOnSqlite, START } from '../support/app.ts';
import { createMember } from '../support/members.ts';
import { storeRates } from '../support/rate-provider.ts';

type Rates = ReturnType<typeof presentRates>;
type Converted = ReturnType<typeof presentConverted>;

forAppOnSqlite((testApp, engine) => {
  beforeEach(async () => {
    testApp.setClock(START);
    await engine.db.deleteFrom('exchange_rates').execute();
    await engine.db.deleteFrom('rate_failures').execute();
  });

  const rates = async (search = '') =>
    testApp.call<Rates>('GET', `/exchange/rates${search}`, { as: await createMember(testApp) });
  const convert = async (search: string, language = 'en') =>
    testApp.call<Converted>('GET', `/exchange/convert?${search}`, {
      as: await createMember(testApp),
      headers: { 'accept-language': language },
    });

  describe('the rates', () => {
    test('of a currency are those of all nine, its own is one', async () => {
      await storeRates(engine.db);
      const { status, data } = await rates('?base=USD');
      expect(status).toBe(200);
      expect(data).toEqual({
        ...{ base: 'USD', date: '2026-06-15', fetched_at: START, stale: false, source: 'rates.example' },
        rates: NEAR_RATES,
      });
      expect(Object.keys(data.rates).sort()).toEqual(Object.keys(CURRENCIES).sort());
    });

    test('are in the viewer’s own currency unless another one is named', async () => {
      await storeRates(engine.db);
      const { data } = await rates();
      expect(data.base).toBe('ILS');
      expect(data.rates.ILS).toBe(1);
      expect(data.rates.USD).toBe(0.306710833027);
    });

    test('are stale after twelve hours, with the day that they are of', async () => {
      await storeRates(engine.db, { date: '2026-06-14', fetchedAt: '2026-06-14T20:59:00.000Z' });
      expect((await rates()).data).toMatchObject({ stale: true, date: '2026-06-14' });
    });

    test.each([
      ['2026-06-15', false],
      ['2026-06-10', false],
      ['2026-06-09', true],
      ['2026-05-06', true],
    ])('of %s are stale %s although they were just fetched', async (date, stale) => {
      await storeRates(engine.db, { date, fetchedAt: START });
      expect((await rates()).data).toMatchObject({ stale, date });
      expect((await convert('from=USD&to=ILS&amount=100')).data).toMatchObject({ stale, date });
    });

    test('are 503 when there are none, with the time after which they may be asked for', async () => {
      const { status, error, headers } = await rates();
      expect(status).toBe(503);
      expect(error).toMatchObject({
        code: 'RATES_UNAVAILABLE',
        message: 'Exchange rates temporarily unavailable. Please try again later.',
      });
      // The first provider is skipped since the two seconds in which the second one was tried.
      expect(headers.get('retry-after')).toBe('298');
    });

    test('of an unknown currency are refused', async () => {
      const { status, error } = await rates('?base=SEK');
      expect(status).toBe(400);
      expect(error.details).toEqual([{ field: 'base', message: 'Choose a supported currency' }]);
    });
  });

  describe('an amount', () => {
    beforeEach(() => storeRates(engine.db));

    test('is converted at the rate', async () => {
      const { status, data } = await convert('from=USD&to=ILS&amount=100');
      expect(status).toBe(200);
      expect(data).toEqual({ amount: 100, result: 326.04, rate: 3.2604, date: '2026-06-15', stale: false });
    });

    test.each([
      ['from=ILS&to=EUR&amount=12.5', 0.264139369403, 3.3],
      ['from=usd&to=jpy&amount=0.01', 151.37, 2],
      ['from=JPY&to=USD&amount=1000', 0.00660632886305, 6.61],
      ['from=EUR&to=EUR&amount=12.34', 1, 12.34],
      ['from=USD&to=CNY&amount=1000000000', 7.1163, 7_116_300_000],
    ])('%s at %d is %d', async (search, rate, result) => {
      expect((await convert(search)).data).toMatchObject({ rate, result });
    });

    test.each([
      ['shekel', 'DOLLAR', 'ILS', 'USD'],
      ['Nis', 'euro', 'ILS', 'EUR'],
      ['Pound', ' yen ', 'GBP', 'JPY'],
    ])('of %s is converted to %s', async (from, to, fromCode, toCode) => {
      const named = await convert(new URLSearchParams({ from, to, amount: '100' }).toString());
      const coded = await convert(`from=${fromCode}&to=${toCode}&amount=100`);
      expect(named.status).toBe(200);
      expect(named.data).toEqual(coded.data);
    });

    test.each([
      ['from=USD&to=ILS', [['amount', 'Amount is required']]],
      ['from=USD&to=ILS&amount=-5', [['amount', 'Amount must be at least 0.01']]],
      ['from=USD&to=ILS&amount=0', [['amount', 'Amount must be at least 0.01']]],
      ['from=USD&to=ILS&amount=NaN', [['amount', 'Amount must be a valid number']]],
      ['from=USD&to=ILS&amount=1e5', [['amount', 'Amount must be a valid number']]],
      ['from=USD&to=ILS&amount=1.2345', [['amount', 'Amount can have at most 2 decimal places']]],
      ['from=USD&to=ILS&amount=1.200', [['amount', 'Did you mean 1,200.00 or 1.20? Write 1200 or 1.2']]],
      ['from=USD&to=ILS&amount=1000000000.01', [['amount', 'Amount cannot exceed 1000000000']]],
      ['from=JPY&to=ILS&amount=12.5', [['amount', 'Amounts in ¥ have no decimal places']]],
      [
        'from=SEK&amount=5',
        [
          ['from', 'Choose a supported currency'],
          ['to', 'Choose a supported currency'],
        ],
      ],
    ])('%s is refused', async (search, expected) => {
      const { status, error } = await convert(search);
      expect([status, error.code]).toEqual([400, 'VALIDATION_ERROR']);
      expect(error.details).toEqual(expected.map(([field, message]) => ({ field, message })));
    });
  });
});
