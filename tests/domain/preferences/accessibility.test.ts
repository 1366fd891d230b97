import * as v from 'valibot';
import { expect, test } from 'vitest';
import { readAccessibility } from '../../../src/domain/preferences/preferences.ts';
import { accessibilityFormSchema } from '../../../src/domain/preferences/schema.ts';
import { DEFAULT_PREFERENCES } from '../../../src/i18n/preferences.ts';

const DEFAULTS = DEFAULT_PREFERENCES.accessibility;

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

test.each([
  { fontSize: 'huge', theme: 'auto' },
  { fontSize: 'small', theme: 'sepia' },
  { fontSize: 'small', theme: 'auto', highContrast: 'perhaps' },
  { fontSize: 'small', theme: 'auto', action: 'delete' },
  { theme: 'auto' },
])('a form with invalid values is refused: %o', (sent) => {
  expect(v.safeParse(accessibilityFormSchema, sent).success).toBe(false);
});

test.each([undefined, '', 'nonsense', encoded('text'), encoded(null), encoded([]), encoded({ fontSize: 9 })])(
  'an invalid cookie means the defaults: %o',
  (text) => {
    expect(readAccessibility(text)).toEqual(DEFAULTS);
  },
);

test('if one setting in a cookie is invalid the others are used, and unknown ones are dropped', () => {
  expect(readAccessibility(encoded({ fontSize: 'enormous', reducedMotion: true, role: 'admin' }))).toEqual({
    ...DEFAULTS,
    reducedMotion: true,
  });
});
