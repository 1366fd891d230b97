import { expect, test } from 'vitest';
import {
  DEFAULT_COLOR,
  DEFAULT_ICON,
  PALETTE,
} from '../../../src/domain/categories/appearance/appearance.ts';
import {
  APPEARANCE_WORDS,
  deriveAppearance,
} from '../../../src/domain/categories/appearance/appearance-words.ts';
import { CATEGORY_ICON_SETS, isCategoryIcon } from '../../../src/ui/icons/names.ts';

test.each([
  ['Coffee with friends', 'Coffee'],
  ['COFFEE', 'Coffee'],
  ['Restaurants', 'Utensils'],
  ['Buses and trains', 'Bus'],
  ['Car insurance', 'ShieldCheck'],
  ['Electricity bill', 'Zap'],
  ['Gifts', 'Gift'],
  ['קניות במכולת', 'ShoppingCart'],
  ['ביטוח רכב', 'ShieldCheck'],
  ['הרכב שלי', 'Car'],
  ['מתנות לחג', 'Gift'],
  ['משכורת', 'Briefcase'],
  ['שכר דירה', 'House'],
])('%s gets the icon %s', (name, icon) => {
  expect(deriveAppearance(name).icon).toBe(icon);
});

test.each(['Miscellaneous', 'Carpets', 'Barbara', '', '42', 'Ünïcode', 'שונות'])(
  '%j suggests nothing and gets the default appearance',
  (name) => {
    expect(deriveAppearance(name)).toEqual({ icon: DEFAULT_ICON, color: DEFAULT_COLOR });
  },
);

test('every suggested appearance is one that a person could choose', () => {
  const colors = PALETTE.map(({ color }) => color);
  for (const { icon, color } of [...APPEARANCE_WORDS, { icon: DEFAULT_ICON, color: DEFAULT_COLOR }]) {
    expect(isCategoryIcon(icon), icon).toBe(true);
    expect(colors).toContain(color);
  }
});

test('there are twelve colours and nine sets of twelve icons, none of them twice', () => {
  expect(new Set(PALETTE.map(({ color }) => color)).size).toBe(12);
  expect(Object.keys(CATEGORY_ICON_SETS)).toEqual([
    'general',
    'shopping',
    'home',
    'transport',
    'food',
    'work',
    'health',
    'money',
    'entertainment',
  ]);
  const icons = Object.values(CATEGORY_ICON_SETS).flat();
  for (const set of Object.values(CATEGORY_ICON_SETS)) expect(set).toHaveLength(12);
  expect(new Set(icons).size).toBe(108);
});
