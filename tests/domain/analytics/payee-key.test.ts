import { expect, test } from 'vitest';
import { payeeKey } from '../../../src/domain/analytics/payee-key.ts';

test.each([
  ['Wolt', 'wolt'],
  ['WOLT 1234', 'wolt'],
  ['  wolt,\t#88 ', 'wolt'],
  ['McDonald’s', 'mcdonald s'],
  ['אורבית מערכות בע"מ', 'אורבית מערכות בע מ'],
  ['7-Eleven', 'eleven'],
  ['Café Nero', 'cafe nero'],
  ['1234', '1234'],
  ['☕', '☕'],
  ['ＷＯＬＴ', 'wolt'],
])('%s is compared as %s', (text, key) => {
  expect(payeeKey(text)).toBe(key);
});
