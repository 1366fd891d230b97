import fc from 'fast-check';
import { expect, test } from 'vitest';
import { payeeKey, payeeName } from '../../../src/domain/analytics/payee-key.ts';

test.each([
  ['Wolt', 'wolt'],
  ['WOLT 12345', 'wolt'],
  ['  wolt,\t#88 ', 'wolt'],
  ['McDonald’s', 'mcdonald s'],
  ['אורבית מערכות בע"מ', 'אורבית מערכות בע מ'],
  ['7-Eleven', '7 eleven'],
  ['Café Nero', 'cafe nero'],
  ['1234', '1234'],
  ['☕', '☕'],
  ['ＷＯＬＴ', 'wolt'],
])('%s is compared as %s', (text, key) => {
  expect(payeeKey(text)).toBe(key);
});

test.each([
  ['Bus 5', 'Bus 18', 'Bus 480'],
  ['קו 5', 'קו 18', 'קו 480'],
  ['Terminal 1', 'Terminal 3'],
  ['Windows 10', 'Windows 11'],
  ['Studio 54', 'Studio 55'],
  ['School fee, child 1', 'School fee, child 2'],
  ['Route 66', 'Route 6'],
  ['Peugeot 3008', 'Peugeot 5008'],
  ['Apartment 12/3', 'Apartment 12/4', 'Apartment 2/3'],
  ['Forever 21', 'Forever 22'],
  ['UBER *TRIP', 'UBER *EATS'],
  ['24/7', '7/11'],
  ['3M', '4M'],
  ['PAYPAL *STUDIO 54', 'PAYPAL *STUDIO 55'],
  ['Invoice 17', 'Invoice 18'],
])('a number that names a thing tells %s from the others', (...texts) => {
  expect(new Set(texts.map(payeeKey)).size).toBe(texts.length);
  expect(texts.map(payeeName)).toEqual(texts);
});

test.each([
  ['WOLT 12345', 'wolt, #88', 'Wolt'],
  ['AMZN Mktp US*2K3J4', 'AMZN Mktp US*9L1QX', 'AMZN Mktp US'],
  ['UBER *TRIP 8842', 'UBER *TRIP 1177', 'UBER *TRIP'],
  ['Shufersal 0342', 'Shufersal 0017', 'Shufersal'],
  ['שופרסל סניף 123', 'שופרסל סניף 9', 'שופרסל'],
  ['Super 12345 TLV', 'Super 67890 TLV', 'Super TLV'],
  ['Paz 12/03/2026 14:32', 'Paz 01.11.26', 'Paz'],
  ['Bezeq 12/03', 'Bezeq 12/04', 'Bezeq'],
  ['IKEA (ref 991)', 'IKEA (ref 17)', 'IKEA'],
  ['העברה אסמכתא 77', 'העברה אסמכתא 78', 'העברה'],
  ['Hotel xxxx1234', 'Hotel ****9876', 'Hotel'],
  ['Bus 5, ticket 2026-11-03', 'Bus 5, ticket #12', 'Bus 5, ticket'],
  ['Dr. Levi 03-1234567', 'Dr. Levi 03-7654321', 'Dr. Levi'],
])('%s and %s are both %s', (one, other, name) => {
  expect(payeeKey(one)).toBe(payeeKey(other));
  expect(payeeKey(name)).toBe(payeeKey(one));
  expect(payeeName(one).toLowerCase()).toBe(name.toLowerCase());
});

test('a text that is nothing but a number is called by it', () => {
  expect(['12345', '#88', 'Order 123'].map(payeeName)).toEqual(['12345', '#88', 'Order 123']);
});

test('a key, and a name, are found by themselves', () => {
  const word = fc.constantFrom(
    'Bus',
    'order',
    'ref',
    'סניף',
    '#',
    '*',
    '5',
    '54',
    '0342',
    '12345',
    '12/03',
    '8:30',
    'x',
    '-',
    '7-Eleven',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(word).map((words) => words.join(' ')),
        fc.array(word).map((words) => words.join('')),
      ),
      (text) => {
        const key = payeeKey(text);
        expect(payeeKey(key)).toBe(key);
        expect(payeeKey(payeeName(text))).toBe(key);
      },
    ),
    { numRuns: 1000 },
  );
});
