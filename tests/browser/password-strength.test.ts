import { expect, test } from 'vitest';
import { strengthOf } from '../../src/browser/new-password/strength.ts';

test.each([
  ['abc12345', 'weak'],
  ['aaaaaaaaaaaaaaaaaaaa1', 'weak'],
  ['abcdefghijklmnop123456', 'weak'],
  ['a1a1a1a1a1a1a1a1', 'weak'],
  ['gT7!kwz9', 'weak'],
  ['gT7!kwz9mQ', 'fair'],
  ['correct-horse-9', 'strong'],
  ['סוס-נכון-סוללה-7', 'strong'],
])('%s is %s', (password, expected) => {
  expect(strengthOf(password, [])).toBe(expected);
});

test('a password with the own name or address is weak', () => {
  expect(strengthOf('levi-house-Battery-9', ['Noa', 'Levi'])).toBe('weak');
  expect(strengthOf('noa-house-Battery-9', ['Noa', 'Levi'])).toBe('strong');
  expect(strengthOf('my-shiran77-wonder', ['shiran77@example.com'])).toBe('weak');
});
