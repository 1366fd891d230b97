import { expect, test } from 'vitest';
import { findNamed, optionsFor } from '../../../src/islands/category-picker/options.ts';
import type { CategoryChoice } from '../../../src/stores/categories.ts';

function category(id: string, en: string, he = en): CategoryChoice {
  return {
    id,
    name: en,
    localized_name: { en, he },
    type: 'expense',
    icon: 'Tag',
    color: '#3B82F6',
    language: 'en',
  };
}

const CATEGORIES = [
  category('home', 'Home and furniture', 'בית וריהוט'),
  category('rent', 'Rent and home', 'שכר דירה'),
  category('food', 'Groceries', 'קניות בסופר'),
  category('own', 'קפה Noa'),
];

const found = (typed: string) =>
  optionsFor(CATEGORIES, typed).map((option) =>
    option.kind === 'category' ? option.category.id : option.kind === 'create' ? `+${option.name}` : '-',
  );

test.each([
  ['', ['-', 'home', 'rent', 'food', 'own']],
  ['   ', ['-', 'home', 'rent', 'food', 'own']],
  ['groc', ['food', '+groc']],
  ['CERI', ['food', '+CERI']],
  ['בסופר', ['food', '+בסופר']],
  ['home', ['home', 'rent', '+home']],
  ['and home', ['home', 'rent', '+and home']],
  ['furniture HOME', ['home', '+furniture HOME']],
  ['rent', ['rent', '+rent']],
  ['noa', ['own', '+noa']],
  ['קפה־noa', ['+קפה־noa']],
  ['קָפֶה noá', ['own']],
  ['ＧＲＯ\u200bceries', ['food']],
  ['  Pottery   class ', ['+Pottery class']],
])('typing “%s” offers %j', (typed, offered) => {
  expect(found(typed)).toEqual(offered);
});

test.each(['groceries', ' GROCERIES ', 'קניות  בסופר'])(
  'no new category is offered for “%s”, which exists',
  (typed) => {
    expect(found(typed)).toEqual(['food']);
    expect(findNamed(CATEGORIES, typed)?.id).toBe('food');
  },
);

test('a part of a name matches no category', () => {
  expect(findNamed(CATEGORIES, 'grocerie')).toBeUndefined();
});
