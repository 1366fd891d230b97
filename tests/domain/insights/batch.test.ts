import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analyse } from '../../../src/domain/insights/analysis.ts';
import { analyseAll, batchInsights, isUnusual, type Recorded } from '../../../src/domain/insights/batch.ts';
import { duplicateRisk, likeness } from '../../../src/domain/insights/duplicates.ts';
import { adviceFor } from '../../../src/domain/insights/recommendations.ts';
import { anyTransaction, transaction } from './transactions.ts';

const NAME = ({ category_id }: Recorded) => (category_id ? 'Groceries' : null);

const analysed = (transactions: Recorded[], history = transactions) =>
  analyseAll(transactions, history, NAME, 'ILS');

test('without transactions the insights are empty', () => {
  expect(batchInsights([])).toEqual({
    totalAnalyzed: 0,
    highRiskCount: 0,
    potentialDuplicates: 0,
    uncategorized: 0,
    averageRisk: 0,
    fraudAlerts: [],
    recommendations: [],
  });
});

test('of several duplicates the first is the original', () => {
  const three = [transaction(), transaction({ time: '12:05' }), transaction({ time: '11:55' })];
  const found = analysed(three);
  expect(batchInsights(found).potentialDuplicates).toBe(2);
  expect(found.map(({ duplicateOf }) => duplicateOf?.time ?? null)).toEqual(['11:55', '12:00', null]);
});

test('a transaction may be a duplicate of one before the period', () => {
  const [past, present] = [transaction(), transaction({ time: '12:01' })];
  expect(batchInsights(analysed([present], [past, present])).potentialDuplicates).toBe(1);
  expect(batchInsights(analysed([past], [past, present])).potentialDuplicates).toBe(0);
});

test('a fraud alert has transaction, probability and signs, the likeliest first', () => {
  const others = Array.from({ length: 9 }, (_, index) =>
    transaction({ description: `Other ${index}`, date: '2026-06-02', time: '23:00' }),
  );
  const worse = transaction({ amount: 900_000, date: '2026-06-02', time: '23:05', description: 'Worse' });
  const bad = transaction({ amount: 900_000, date: '2026-06-03', time: '22:20', description: 'Bad' });
  const insights = batchInsights(analysed([bad, ...others, worse]));
  expect(insights.fraudAlerts).toEqual([
    {
      transactionId: worse.id,
      probability: 1,
      flags: ['high_amount', 'rapid_transactions', 'unusual_time', 'high_velocity'],
    },
  ]);
  expect(insights.highRiskCount).toBe(2);
  expect(insights.recommendations[0]).toEqual({ type: 'verify_transactions', priority: 'high', value: 2 });
});

test.each([
  ['12:00', 50, 0],
  ['23:00', 58, 1],
])(
  'a high amount at %s on a busy day scores %d, and only above 50 is high risk: %d',
  (time, score, count) => {
    const busy = Array.from({ length: 9 }, (_, index) =>
      transaction({ description: `Other ${index}`, time: `0${index}:30` }),
    );
    const high = transaction({ amount: 200_000, description: 'Sofa', time });
    const found = analysed([high], [...busy, high]);
    expect(found[0]?.analysis.riskScore).toBe(score);
    expect(batchInsights(found).highRiskCount).toBe(count);
  },
);

test('among fewer than ten expenses nothing is called unusual, whatever its score', () => {
  const high = transaction({ amount: 200_000, description: 'Sofa', time: '23:00' });
  const busy = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      transaction({ description: `Other ${index}`, time: `0${index}:30` }),
    );
  const income = transaction({ type: 'income', amount: 900_000 });
  const few = analysed([high], [...busy(8), income, high]);
  expect(few[0]?.analysis.riskScore).toBeGreaterThan(50);
  expect(few.map(isUnusual)).toEqual([false]);
  expect(batchInsights(few)).toMatchObject({ highRiskCount: 0, recommendations: [{ priority: 'low' }] });
  expect(analysed([high], [...busy(9), high]).map(isUnusual)).toEqual([true]);
});

test('the average risk is the mean of the scores, in tenths', () => {
  const three = [transaction({ amount: 10_001 }), transaction(), transaction({ date: '2026-01-01' })].map(
    (one, index) => ({ ...one, description: `Expense ${'abc'[index]}` }),
  );
  expect(batchInsights(analysed(three)).averageRisk).toBe(5);
});

describe('recommendations', () => {
  const calm = {
    totalAnalyzed: 100,
    highRiskCount: 0,
    potentialDuplicates: 0,
    uncategorized: 0,
    growth: null,
  };

  test.each([
    [{ uncategorized: 30 }, []],
    [{ uncategorized: 31 }, ['categorize_transactions']],
    [{ totalAnalyzed: 0 }, []],
    [{ growth: 0.2 }, []],
    [{ growth: 0.21 }, ['spending_increase']],
    [{ growth: -0.5 }, []],
    [{ highRiskCount: 1 }, ['verify_transactions']],
    [{ potentialDuplicates: 1 }, ['review_duplicates']],
  ])('%j leads to %j', (findings, types) => {
    expect(adviceFor({ ...calm, ...findings }).map(({ type }) => type)).toEqual(types);
  });

  test('the most urgent comes first', () => {
    const all = { totalAnalyzed: 9, highRiskCount: 2, potentialDuplicates: 3, uncategorized: 4, growth: 0.5 };
    expect(adviceFor(all)).toEqual([
      { type: 'verify_transactions', priority: 'high', value: 2 },
      { type: 'review_duplicates', priority: 'medium', value: 3 },
      { type: 'spending_increase', priority: 'medium', value: 0.5 },
      { type: 'categorize_transactions', priority: 'low', value: 4 },
    ]);
  });
});

describe('for any transactions', () => {
  const many = fc.array(anyTransaction, { maxLength: 45 });

  test('shares lie between 0 and 1, the score is whole and between 0 and 100', () => {
    fc.assert(
      fc.property(anyTransaction, many, fc.constantFrom(null, 'Groceries', 'x'), (one, history, category) => {
        const found = analyse(one, history, category, 'ILS');
        for (const share of [found.fraudProbability, found.duplicateRisk, found.categoryConfidence]) {
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(1);
        }
        expect(found.riskScore).toBeGreaterThanOrEqual(0);
        expect(found.riskScore).toBeLessThanOrEqual(100);
        expect(Number.isInteger(found.riskScore)).toBe(true);
      }),
    );
  });

  test('the risk of a duplicate is symmetric', () => {
    fc.assert(
      fc.property(anyTransaction, anyTransaction, (one, other) => {
        expect(duplicateRisk(one, other)).toBe(duplicateRisk(other, one));
      }),
    );
  });

  test('likeness is symmetric, and 1 for a text with letters and itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (one, other) => {
        expect(likeness(one, other)).toBe(likeness(other, one));
        expect(likeness(`a${one}`, `a${one}`)).toBe(1);
      }),
    );
  });

  test('the order does not matter', () => {
    fc.assert(
      fc.property(
        many.chain((given) =>
          fc.tuple(fc.constant(given), fc.shuffledSubarray(given, { minLength: given.length })),
        ),
        ([given, shuffled]) => {
          expect(batchInsights(analysed(shuffled), 0.3)).toEqual(batchInsights(analysed(given), 0.3));
        },
      ),
    );
  });
});
