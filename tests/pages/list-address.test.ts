import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AmountStyle } from '../../src/domain/amount-text.ts';
import { plainEnd, shownEnd, typedEnd } from '../../src/pages/transactions/_filters/amount-ends.ts';
import { canonicalAddress, listHref, readAddress } from '../../src/pages/transactions/_list/list-address.ts';

const PLAIN: AmountStyle = { decimal_separator: '.', thousand_separator: ',', currency: 'ILS' };
const EUROPEAN: AmountStyle = { decimal_separator: ',', thousand_separator: '.', currency: 'ILS' };

const styles = fc.constantFrom(PLAIN, EUROPEAN);

const tidied = (query: string, style = PLAIN) => {
  const params = new URLSearchParams(query);
  return canonicalAddress(params, readAddress(params, style));
};

test('what a form sends becomes one short address', () => {
  const form =
    'search=+tea+&period=&dateFrom=&dateTo=&type=&recurring=&sort=amount-asc&min=1,000&max=&category=b&category=a';
  expect(tidied(form)).toBe('/transactions?search=tea&category=b,a&amountRange=1000-&sort=amount&order=asc');
  expect(tidied('search=&type=')).toBe('/transactions');
  expect(tidied('')).toBeNull();
  expect(tidied('search=tea&page=2')).toBeNull();
});

test('defaults are left out', () => {
  expect(tidied('page=1&limit=50&sort=date&order=desc&status=all')).toBe('/transactions');
  expect(tidied('status=upcoming&sort=date&order=asc&type=income&recurring=true')).toBe(
    '/transactions?status=upcoming&type=income&recurring=true',
  );
  expect(tidied('period=today&dateFrom=2026-01-01')).toBe('/transactions?period=today');
});

test('a filter of a link stays as it was written, so that the page can say what is wrong with it', () => {
  expect(tidied('hour=25')).toBeNull();
  expect(tidied('weekday=x&monthDay=0')).toBeNull();
  expect(tidied('hour=')).toBe('/transactions');
});

test('parameters of others stay in the address', () => {
  expect(tidied('page=1&theirs=1')).toBe('/transactions?theirs=1');
  expect(tidied('theirs=1')).toBeNull();
});

test('any address is normalised once and then stays', () => {
  const names = fc.constantFrom(
    'status',
    'search',
    'category',
    'type',
    'period',
    'dateFrom',
    'dateTo',
    'hour',
    'amountRange',
    'min',
    'max',
    'recurring',
    'sort',
    'order',
    'limit',
    'page',
  );
  const values = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 6 }),
    fc.constantFrom(
      '1.234',
      '1,5',
      '10-',
      '-',
      '5-1',
      'a-b-c',
      'upcoming',
      'date',
      'amount-asc',
      'asc',
      '25',
    ),
    fc.constantFrom('income', 'today', '2026-02-30', '2', '0', 'true', 'a,b,,a', '\u0000', ' 1 '),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(names, values)), styles, (pairs, style) => {
      let query = String(new URLSearchParams(pairs));
      // An amount that is invalid in the address's notation may be valid in the person's.
      for (let steps = 0; steps < 3; steps += 1) {
        const next = tidied(query, style);
        if (next === null) return;
        query = next.split('?')[1] ?? '';
      }
      expect(tidied(query, style)).toBeNull();
    }),
    { numRuns: 700 },
  );
});

test('any change except of the page leads to the first page', () => {
  const given = { search: 'tea', page: '3' };
  expect(listHref(given)).toBe('/transactions?search=tea');
  expect(listHref(given, { page: '4' })).toBe('/transactions?search=tea&page=4');
  expect(listHref(given, { search: undefined })).toBe('/transactions');
});

test('amounts are parsed in the person’s notation', () => {
  const read = (text: string, style: AmountStyle) => {
    const end = typedEnd(text, style);
    return end?.error ?? end?.decimal;
  };
  expect(read('1,234.5', PLAIN)).toBe('1234.5');
  expect(read('1.234,5', EUROPEAN)).toBe('1234.5');
  expect(read('1.234', EUROPEAN)).toBe('1234');
  expect(read('12.50', EUROPEAN)).toBe('12.5');
  expect(read('1 234,5', EUROPEAN)).toBe('1234.5');
  expect(read("1'234.50", PLAIN)).toBe('1234.5');
  expect(read('', PLAIN)).toBeUndefined();
  expect(read('0', PLAIN)).toBe('0');
  expect(read('12,5', PLAIN)).toBe('12.5');
  expect(read('$5', PLAIN)).toBe('errors:amountCurrency');
  expect(read('₪5', PLAIN)).toBe('5');
  expect(read('five', PLAIN)).toBe('errors:amountNumber');
  expect(read('1.2.3', EUROPEAN)).toBe('errors:amountNumber');
  expect(read('-5', PLAIN)).toBe('errors:amountNumber');
  expect(read('.', PLAIN)).toBe('errors:amountNumber');
  expect(read('1.234', PLAIN)).toBe('errors:amountAmbiguous');
  expect(read('1.200', PLAIN)).toBe('errors:amountAmbiguous');
  expect(read('1,200', EUROPEAN)).toBe('errors:amountAmbiguous');
  expect(read('1000001', PLAIN)).toBe('errors:amountMax');
});

test('an amount shown in the person’s notation is parsed to the same amount', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000_000 }), styles, (minor, style) => {
      const decimal = String(minor / 100);
      expect(plainEnd(decimal)).toEqual({ decimal });
      expect(typedEnd(shownEnd(decimal, style), style)).toEqual({ decimal });
    }),
  );
});
