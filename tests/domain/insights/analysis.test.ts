import { describe, expect, test } from 'vitest';
import { DEFAULT_CATEGORIES } from '../../../src/domain/categories/defaults.ts';
import { analyse, anomalyFlags, riskScore } from '../../../src/domain/insights/analysis.ts';
import { spendingDistribution } from '../../../src/domain/insights/batch.ts';
import { categoryConfidence, groupOf } from '../../../src/domain/insights/category-confidence.ts';
import { habitsOf } from '../../../src/domain/insights/habits.ts';
import type { TextKey } from '../../../src/i18n/texts.ts';
import { translator } from '../../../src/i18n/translate.ts';
import { months, transaction } from './transactions.ts';

const USUAL = habitsOf([], 'ILS');
const CALM = { fraudProbability: 0, duplicateRisk: 0 };

describe('the risk score', () => {
  test.each([
    [10_000, 0],
    [10_001, 15],
    [12_500, 15],
    [12_501, 30],
    [1, 0],
  ])('an expense of %d minor units scores %d by its deviation', (amount, score) => {
    expect(riskScore(transaction({ amount }), CALM, USUAL)).toBe(score);
  });

  test.each([
    ['income, however much', { type: 'income' as const, amount: 90_000_000 }, CALM, 0],
    ['fraud alone', {}, { fraudProbability: 1, duplicateRisk: 0 }, 40],
    ['a risk of 0.8, which is not yet a duplicate', {}, { fraudProbability: 0, duplicateRisk: 0.8 }, 0],
    ['a possible duplicate', {}, { fraudProbability: 0, duplicateRisk: 1 }, 30],
    [
      'a half of fraud and a large amount',
      { amount: 20_000 },
      { fraudProbability: 0.5, duplicateRisk: 0 },
      50,
    ],
    ['everything at once', { amount: 20_000 }, { fraudProbability: 1, duplicateRisk: 1 }, 100],
  ])('%s', (_name, changes, found, score) => {
    expect(riskScore(transaction(changes), found, USUAL)).toBe(score);
  });
});

test.each([
  [{ amount: 99 }, ['micro_amount']],
  [{ amount: 100 }, []],
  [{ amount: 10_000 }, []],
  [{ amount: 10_001 }, ['amount_deviation']],
  [{ amount: 10_001, type: 'income' as const }, []],
])('%j has the anomalies %j', (changes, flags) => {
  expect(anomalyFlags(transaction(changes), [], USUAL)).toEqual(flags);
});

test('the signs of fraud are anomalies too, except the high amount', () => {
  const shown = ['high_amount', 'rapid_transactions', 'unusual_time', 'high_velocity'] as const;
  expect(anomalyFlags(transaction(), shown, USUAL)).toEqual([
    'rapid_transactions',
    'unusual_time',
    'high_velocity',
  ]);
});

test('only expenses are counted by size', () => {
  const amounts = [1, 999, 1_000, 150_000].map((amount) => transaction({ amount }));
  const counted = spendingDistribution([...amounts, transaction({ type: 'income', amount: 1 })], 'ILS');
  expect(counted).toEqual({ micro: 2, small: 1, medium: 0, large: 0, huge: 1 });
});

describe('the confidence in a category', () => {
  test.each([
    ['Coffee and a croissant', 'food'],
    ['קניות בסופר', 'food'],
    ['Bus to work', 'transport'],
    ['דלק ורכב', 'transport'],
    ['New shoes', 'shopping'],
    ['Electricity, May', 'utilities'],
    ['חשבון החשמל', 'utilities'],
    ['Carpet', null],
    ['Bus to the restaurant', null],
    ['', null],
  ])('%j tells %s', (text, group) => {
    expect(groupOf(text)).toBe(group);
  });

  test.each([
    ['Coffee', 'Restaurants', 0.9],
    ['קפה', 'Restaurants', 0.9],
    ['Coffee', 'Car and fuel', 0.2],
    ['Coffee', 'Gifts', 0.5],
    ['Something', 'Restaurants', 0.5],
    ['Coffee', null, 0],
  ])('%j in %j: %d', (description, category, confidence) => {
    expect(categoryConfidence({ description, merchant_name: null }, category)).toBe(confidence);
  });

  test('words of the payee count too', () => {
    expect(categoryConfidence({ description: 'x', merchant_name: 'Pizza Roma' }, 'Restaurants')).toBe(0.9);
  });

  test.each(['en', 'he'] as const)('the default categories are recognised by their names in %s', (locale) => {
    const groups = Object.fromEntries(
      DEFAULT_CATEGORIES.map(({ key }) => [
        key,
        groupOf(translator(locale)(`categories:default.${key}` as TextKey)),
      ]),
    );
    expect(groups).toMatchObject({
      groceries: 'food',
      coffee: 'food',
      restaurants: 'food',
      car: 'transport',
      public_transport: 'transport',
      clothing: 'shopping',
      home_goods: 'shopping',
      utilities: 'utilities',
      communication: 'utilities',
      salary: null,
      housing: null,
    });
  });
});

test('a transaction is compared with the others and never with itself', () => {
  const history = months(30);
  const [known] = history;
  if (!known) throw new Error('There is a history.');
  // Without itself there are 29: the default figures, by which 10.00 is far from 50.
  expect(analyse({ ...known, amount: 60_000 }, history, null, 'ILS')).toMatchObject({
    riskScore: 30,
    duplicateRisk: 0,
  });
  const copy = transaction({ ...known, id: 'another' });
  expect(analyse(copy, history, null, 'ILS').duplicateRisk).toBe(1);
});

test('the own history defines what is usual from the thirtieth expense on', () => {
  const expense = transaction({ amount: 6_000, time: '20:00' });
  expect(analyse(expense, months(29), 'Gifts', 'ILS')).toEqual({
    fraudProbability: 0,
    flags: [],
    duplicateRisk: 0,
    categoryConfidence: 0.5,
    riskScore: 0,
    anomalyFlags: [],
  });
  expect(analyse(expense, months(30), 'Gifts', 'ILS')).toEqual({
    fraudProbability: 0.6,
    flags: ['high_amount', 'unusual_time'],
    duplicateRisk: 0,
    categoryConfidence: 0.5,
    riskScore: 54,
    anomalyFlags: ['amount_deviation', 'unusual_time'],
  });
});
