import { expect, test } from 'vitest';
import { formatter } from '../../src/i18n/format.ts';
import { DEFAULT_PREFERENCES } from '../../src/i18n/preferences.ts';
import { translator } from '../../src/i18n/translate.ts';
import { changeText } from '../../src/pages/analytics/_change.ts';

const format = formatter('ILS', DEFAULT_PREFERENCES);

test.each([
  [0.12, '12% more'],
  [-0.051, '5.1% less'],
  [0, 'The same'],
  // It would read "0% less".
  [-0.0001, 'The same'],
  [null, 'Nothing before'],
])('a change of %s is “%s”', (change, text) => {
  expect(changeText(change, translator('en'), format)).toBe(text);
});
