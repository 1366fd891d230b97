import { expect, test } from 'vitest';
import { formatter } from '../../src/i18n/format.ts';
import { DEFAULT_PREFERENCES } from '../../src/i18n/preferences.ts';
import { translator } from '../../src/i18n/translate.ts';
import { changeText } from '../../src/pages/analytics/_texts.ts';

const format = formatter('ILS', DEFAULT_PREFERENCES);

test.each([
  [0.12, '12% more'],
  [-0.051, '5.1% less'],
  [0, 'No change'],
  // It would read "0% less".
  [-0.0001, 'No change'],
])('a change of %s is “%s”', (change, text) => {
  expect(changeText({ change, reason: null }, translator('en'), format)).toBe(text);
});

test.each([
  ['nothing_before', 'Nothing before'],
  ['records_begin_later', 'Too little before to compare'],
  ['too_little_before', 'Too little before to compare'],
] as const)('no change for the reason %s is “%s”', (reason, text) => {
  expect(changeText({ change: null, reason }, translator('en'), format)).toBe(text);
});
