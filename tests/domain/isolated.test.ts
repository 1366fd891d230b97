import { expect, test } from 'vitest';
import { naming } from '../../src/i18n/isolated.ts';

test('the minus of a named amount is joined to it, and nothing else is', () => {
  expect(naming('Added', 'a−b', '−₪12.50')).toBe('Added: \u2068a−b\u2069 · \u2068−\u2060₪12.50\u2069');
});
