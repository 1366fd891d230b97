import { expect, test } from 'vitest';
import type { CategoryRow } from '../../../src/db/tables.ts';
import { commonDescriptions } from '../../../src/domain/categories/analytics/analyse.ts';
import { usageOf } from '../../../src/domain/categories/overview.ts';
import { keywordScores } from '../../../src/domain/categories/suggestions/keyword-scores.ts';
import { pastIndex } from '../../../src/domain/categories/suggestions/past-scores.ts';

const TODAY = '2026-06-15';

test.each([
  [0, null, 'unused'],
  [1, TODAY, 'underused'],
  [2, '2020-01-01', 'underused'],
  [3, '2020-01-01', 'active'],
  [5, '2020-01-01', 'active'],
  [6, '2026-03-17', 'seasonal'],
  [6, '2026-03-18', 'active'],
  [900, TODAY, 'active'],
  // All of them are in the future.
  [9, null, 'active'],
] as const)('%i transactions, the last on %s: %s', (count, last, usage) => {
  expect(usageOf({ count, last }, TODAY)).toBe(usage);
});

test('the most frequent descriptions come first, equals by the alphabet, five at most', () => {
  const described = [
    { description: 'Bread', count: 2 },
    { description: 'Milk', count: 4 },
    { description: 'Bread', count: 2 },
    ...['e', 'd', 'c', 'b', 'a'].map((description) => ({ description, count: 1 })),
  ];
  expect(commonDescriptions(described)).toEqual(['Bread', 'Milk', 'a', 'b', 'c']);
});

const category = (id: string, changes: Partial<CategoryRow> = {}): CategoryRow => ({
  user_id: 'somebody',
  id,
  default_key: id,
  name: '',
  name_key: '',
  type: 'expense',
  language: 'en',
  icon: 'Tag',
  color: '#3B82F6',
  description: null,
  is_archived: 0,
  is_hidden: 0,
  created_at: '',
  updated_at: '',
  ...changes,
});

const CATEGORIES = ['groceries', 'coffee', 'car', 'clothing', 'utilities', 'housing'].map((key) =>
  category(key),
);

test.each([
  // A payee 5, a primary word 3, a secondary word 2.
  ['Starbucks', undefined, { coffee: 5 }],
  ['milk', undefined, { groceries: 2 }],
  ['espresso at Aroma', undefined, { coffee: 7 }],
  ['ברמי לוי: לחם וחלב', undefined, { groceries: 9 }],
  ['רמי לוי', undefined, { groceries: 5 }],
  // The category's own name contains the word too.
  ['fuel', undefined, { car: 6 }],
  // The amount alone: under 10 food, 50 to 200 shopping, over 1000 home.
  ['', 999, { groceries: 1, coffee: 1 }],
  ['', 1000, {}],
  ['', 4999, {}],
  ['', 5000, { clothing: 1 }],
  ['', -20_000, { clothing: 1 }],
  ['', 20_001, {}],
  ['', 100_000, {}],
  ['', 100_001, { housing: 1 }],
  ['zzz', undefined, {}],
])('%j for %s gives %j', (description, amount, scores) => {
  expect(Object.fromEntries(keywordScores(CATEGORIES, { description, amount }, 'ILS'))).toEqual(scores);
});

test('a word of an own category counts like a primary keyword', () => {
  const own = category('own', { default_key: null, name: 'Piano lessons' });
  expect(keywordScores([own], { description: 'the piano' }, 'ILS')).toEqual(new Map([['own', 3]]));
});

test('in yen an amount suggests what a hundredth of it suggests in shekels', () => {
  const typed = (amount: number) => ({ description: '', amount });
  for (const amount of [900, 6000, 120_000])
    expect(keywordScores(CATEGORIES, typed(amount * 100), 'JPY')).toEqual(
      keywordScores(CATEGORIES, typed(amount), 'ILS'),
    );
});

test('an earlier description counts fully when equal and in proportion when similar', () => {
  const past = (
    description: string,
    category_id: string | null,
    count = 1,
    merchant_name: string | null = null,
  ) => ({
    description,
    category_id,
    count,
    merchant_name,
  });
  const described = [
    past('Green Corner', 'vegetables', 3),
    past('green corner kiosk', 'snacks'),
    past('Green Corner', null, 50),
    past('Lunch', 'restaurants', 1, 'Green Corner'),
    past('Blue house', 'other', 9),
  ];
  expect(pastIndex(described)(' GREEN corner ')).toEqual(
    new Map([
      ['vegetables', { hits: 3, share: 3 / 5, isWhole: true, hasAll: true }],
      ['snacks', { hits: 1, share: 1 / 5, isWhole: false, hasAll: true }],
      ['restaurants', { hits: 1, share: 1 / 5, isWhole: true, hasAll: true }],
    ]),
  );
  expect(pastIndex(described)('green tomatoes')).toEqual(
    new Map([
      ['vegetables', { hits: 1.5, share: 0.6, isWhole: false, hasAll: false }],
      ['snacks', { hits: 0.5, share: 0.2, isWhole: false, hasAll: false }],
      ['restaurants', { hits: 0.5, share: 0.2, isWhole: false, hasAll: false }],
    ]),
  );
});

test.each(['', '  '])('a description of %j is similar to none, even without payees', (typed) => {
  const described = [{ description: 'Lunch', merchant_name: null, category_id: 'restaurants', count: 9 }];
  expect(pastIndex(described)(typed)).toEqual(new Map());
});
