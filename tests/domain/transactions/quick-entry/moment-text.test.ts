import { expect, test } from 'vitest';
import { readDateField, readTimeField } from '../../../../src/domain/transactions/quick-entry/moment-text.ts';
import type { Preferences } from '../../../../src/i18n/preferences.ts';

const today = '2026-11-29';

test.each<[string, Preferences['date_format'], string]>([
  ['27/11/2026', 'DD/MM/YYYY', '2026-11-27'],
  ['5/11/2026', 'DD/MM/YYYY', '2026-11-05'],
  ['5/11/2026', 'MM/DD/YYYY', '2026-05-11'],
  ['11/27/2026', 'MM/DD/YYYY', '2026-11-27'],
  ['5.11.26', 'MM/DD/YYYY', '2026-11-05'],
  ['2026-11-05', 'DD/MM/YYYY', '2026-11-05'],
  ['2026/11/5', 'YYYY-MM-DD', '2026-11-05'],
  ['26-11-05', 'YYYY-MM-DD', '2026-11-05'],
  ['26/1/5', 'YYYY-MM-DD', '2026-01-05'],
  ['26.11.05', 'DD.MM.YYYY', '2005-11-26'],
  [' 27.11 ', 'DD.MM.YYYY', '2026-11-27'],
  ['3/5/1984', 'DD/MM/YYYY', '1984-05-03'],
  ['yesterday', 'DD/MM/YYYY', '2026-11-28'],
  ['אתמול', 'DD/MM/YYYY', '2026-11-28'],
  ['15 November', 'DD/MM/YYYY', '2026-11-15'],
  ['31/02/2026', 'DD/MM/YYYY', '31/02/2026'],
  ['27/11/2026 coffee', 'DD/MM/YYYY', '27/11/2026 coffee'],
  ['19f2ad3c-7b1e-7000-8000-000000000001', 'DD/MM/YYYY', '19f2ad3c-7b1e-7000-8000-000000000001'],
  ['USD', 'DD/MM/YYYY', 'USD'],
  ['', 'DD/MM/YYYY', ''],
])('"%s" is, for who writes %s, %s', (text, date_format, read) => {
  expect(readDateField(text, { today, date_format })).toBe(read);
});

test.each([
  ['21:30', '21:30'],
  ['2130', '21:30'],
  ['930', '09:30'],
  ['9.30', '09:30'],
  ['9:30 pm', '21:30'],
  [' 9:30 PM', '21:30'],
  ['9:30 p.m.', '21:30'],
  ['9pm', '21:00'],
  ['12 am', '00:00'],
  ['8 בערב', '20:00'],
  ['9', '09:00'],
  ['24:00', '24:00'],
  ['13 pm', '13 pm'],
  ['12345', '12345'],
  ['9:30 tea', '9:30 tea'],
  ['later', 'later'],
  ['', ''],
])('"%s" in a time field is %s', (text, time) => {
  expect(readTimeField(text)).toBe(time);
});
