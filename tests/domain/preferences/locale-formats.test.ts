import { expect, test } from 'vitest';
import { formatsFromHeader } from '../../../src/i18n/locale-formats.ts';

const GERMAN = { thousand_separator: '.', decimal_separator: ',', symbol_position: 'after' };
const SPACED = { thousand_separator: ' ', decimal_separator: ',', symbol_position: 'after' };

// Only differences from the defaults: MM/DD/YYYY, 12h, sunday, 1,234.56, symbol before.
test.each([
  ['en-US,en;q=0.9', {}],
  ['en', {}],
  ['en-GB', { date_format: 'DD/MM/YYYY', time_format: '24h', week_start: 'monday' }],
  ['en-IN', { date_format: 'DD/MM/YYYY' }],
  ['en-CA', { date_format: 'YYYY-MM-DD' }],
  ['he-IL,he;q=0.9,en-US;q=0.8,en;q=0.7', { date_format: 'DD.MM.YYYY', time_format: '24h' }],
  ['he', { date_format: 'DD.MM.YYYY', time_format: '24h' }],
  ['de-DE', { date_format: 'DD.MM.YYYY', time_format: '24h', week_start: 'monday', ...GERMAN }],
  ['de-CH', { date_format: 'DD.MM.YYYY', time_format: '24h', week_start: 'monday', thousand_separator: "'" }],
  ['es-ES', { date_format: 'DD/MM/YYYY', time_format: '24h', week_start: 'monday', ...GERMAN }],
  ['fr-FR', { date_format: 'DD/MM/YYYY', time_format: '24h', week_start: 'monday', ...SPACED }],
  ['ru', { date_format: 'DD.MM.YYYY', time_format: '24h', week_start: 'monday', ...SPACED }],
  ['sv', { date_format: 'YYYY-MM-DD', time_format: '24h', week_start: 'monday', ...SPACED }],
  ['ja', { date_format: 'YYYY-MM-DD', time_format: '24h' }],
  ['ar-EG', { date_format: 'DD/MM/YYYY' }],
  ['de;q=0.5, en-GB;q=0.9', { date_format: 'DD/MM/YYYY', time_format: '24h', week_start: 'monday' }],
])('%s', (header, formats) => {
  expect(formatsFromHeader(header)).toEqual(formats);
});

test('without a language that is known, nothing differs from the defaults', () => {
  for (const header of [undefined, '', '*', 'xx-!!', 'de;q=0', ',;q=,', 'de-DE,'.repeat(99)])
    expect(formatsFromHeader(header)).toEqual({});
});
