import { expect, test } from 'vitest';
import { currencyRecords } from '../../src/i18n/currencies.ts';

test('each of the nine currencies has its code, symbol, name and flag', () => {
  expect(currencyRecords('en')).toEqual([
    { code: 'USD', symbol: '$', name: 'US Dollar', flag: '🇺🇸' },
    { code: 'EUR', symbol: '€', name: 'Euro', flag: '🇪🇺' },
    { code: 'GBP', symbol: '£', name: 'British Pound', flag: '🇬🇧' },
    { code: 'ILS', symbol: '₪', name: 'Israeli New Shekel', flag: '🇮🇱' },
    { code: 'JPY', symbol: '¥', name: 'Japanese Yen', flag: '🇯🇵' },
    { code: 'CAD', symbol: 'C$', name: 'Canadian Dollar', flag: '🇨🇦' },
    { code: 'AUD', symbol: 'A$', name: 'Australian Dollar', flag: '🇦🇺' },
    { code: 'CHF', symbol: 'CHF', name: 'Swiss Franc', flag: '🇨🇭' },
    { code: 'CNY', symbol: 'CN¥', name: 'Chinese Yuan', flag: '🇨🇳' },
  ]);
});

test('the names are in the language of the person', () => {
  const names = new Map(currencyRecords('he').map(({ code, name }) => [code, name]));
  expect(names.get('ILS')).toBe('שקל חדש');
  for (const name of names.values()) expect(name).toMatch(/^[\u05D0-\u05EA ]+$/);
});
