import * as v from 'valibot';
import { expect, test } from 'vitest';
import { readAccessibility, writeAccessibility } from '../../../src/domain/preferences/preferences.ts';
import { accessibilityChoice, accessibilityFormSchema } from '../../../src/domain/preferences/schema.ts';
import { DEFAULT_PREFERENCES } from '../../../src/i18n/preferences.ts';

const DEFAULTS = DEFAULT_PREFERENCES.accessibility;

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

test('a form without any switch turns all of them off', () => {
  const form = v.parse(accessibilityFormSchema, { fontSize: 'large', theme: 'light' });
  expect(accessibilityChoice(form)).toEqual({
    theme: 'light',
    settings: {
      fontSize: 'large',
      contrast: 'normal',
      reducedMotion: false,
      screenReader: false,
      announcements: false,
      focusVisible: false,
    },
  });
});

test('Reset selects the defaults, whatever else the form contains', () => {
  const sent = { action: 'reset', fontSize: 'xl', theme: 'dark', highContrast: 'on', screenReader: 'on' };
  expect(accessibilityChoice(v.parse(accessibilityFormSchema, sent))).toEqual({
    theme: 'auto',
    settings: DEFAULTS,
  });
});

test.each([
  { fontSize: 'huge', theme: 'auto' },
  { fontSize: 'small', theme: 'sepia' },
  { fontSize: 'small', theme: 'auto', highContrast: 'perhaps' },
  { fontSize: 'small', theme: 'auto', action: 'delete' },
  { theme: 'auto' },
])('a form with invalid values is refused: %o', (sent) => {
  expect(v.safeParse(accessibilityFormSchema, sent).success).toBe(false);
});

test("a guest's settings can be stored in a cookie, in characters that a cookie may have", () => {
  const settings = { ...DEFAULTS, fontSize: 'xl', contrast: 'high', announcements: false } as const;
  const text = writeAccessibility(settings);
  expect(text).toMatch(/^[\w-]+$/);
  expect(readAccessibility(text)).toEqual(settings);
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
