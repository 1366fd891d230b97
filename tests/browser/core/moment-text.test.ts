import { afterEach, expect, test, vi } from 'vitest';
import { momentText } from '../../../src/browser/core/texts/translate.ts';
import { DEFAULT_PREFERENCES } from '../../../src/i18n/preferences.ts';

const MOMENT = Date.parse('2026-11-30T22:40:00Z');

const show = (preferences: object | undefined) =>
  vi.stubGlobal('document', {
    documentElement: { lang: 'en' },
    getElementById: () => preferences && { dataset: { preferences: JSON.stringify(preferences) } },
  });

afterEach(() => vi.unstubAllGlobals());

test.each([
  [{ date_format: 'DD/MM/YYYY', time_format: '24h', timezone: 'Asia/Jerusalem' }, '01/12/2026 00:40'],
  [{ date_format: 'MM/DD/YYYY', time_format: '12h', timezone: 'America/New_York' }, '11/30/2026 5:40 PM'],
])('a moment is written in the formats and the time zone of the person: %o', (preferences, text) => {
  show({ ...DEFAULT_PREFERENCES, ...preferences });
  expect(momentText(MOMENT)).toBe(`\u2068${text}\u2069`);
});

test('a moment is written in the language of the page for guests', () => {
  show(undefined);
  expect(momentText(MOMENT)).toMatch(/^(Nov 30|Dec 1), 2026, /);
});
