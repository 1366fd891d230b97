import { expect, test } from 'vitest';
import { currencyUnits } from '../../src/domain/currency-names.ts';
import { folded } from '../../src/domain/folded-text.ts';
import { CURRENCY_CODES, currencyOptions, currencyRecords } from '../../src/i18n/currencies.ts';
import { FLAGS } from '../../src/ui/flags.ts';

test('each of the nine currencies has its code, symbol, name and drawn flag', () => {
  expect(currencyRecords('en')).toEqual([
    { code: 'USD', symbol: '$', name: 'US Dollar' },
    { code: 'EUR', symbol: '€', name: 'Euro' },
    { code: 'ILS', symbol: '₪', name: 'Israeli New Shekel' },
    { code: 'GBP', symbol: '£', name: 'British Pound' },
    { code: 'JPY', symbol: '¥', name: 'Japanese Yen' },
    { code: 'CAD', symbol: 'C$', name: 'Canadian Dollar' },
    { code: 'AUD', symbol: 'A$', name: 'Australian Dollar' },
    { code: 'CHF', symbol: 'CHF', name: 'Swiss Franc' },
    { code: 'CNY', symbol: 'CN¥', name: 'Chinese Yuan' },
  ]);
  expect(Object.keys(FLAGS).sort()).toEqual([...CURRENCY_CODES].sort());
});

// Without a font for flags, their letters would be empty boxes.
test('the options contain no emoji', () => {
  for (const { text } of currencyOptions('he')) expect(text).not.toMatch(/\p{Regional_Indicator}/u);
});

test('the names are in the language of the person', () => {
  const names = new Map(currencyRecords('he').map(({ code, name }) => [code, name]));
  expect(names.get('ILS')).toBe('שקל חדש');
  for (const name of names.values()) expect(name).toMatch(/^[\u05D0-\u05EA ]+$/);
});

test('a unit is known as people write it, before and after the words of a line are folded', () => {
  for (const unit of ['ש״ח', 'ש"ח', 'שקל']) {
    expect(currencyUnits('ILS')).toContain(unit);
    expect(currencyUnits('ILS')).toContain(folded(unit));
  }
});
