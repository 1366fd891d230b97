import { describe, expect, test } from 'vitest';
import { ALERT_ABOVE, FRAUD_ABOVE, fraudRisk } from '../../../src/domain/insights/fraud.ts';
import { habitsOf } from '../../../src/domain/insights/habits.ts';
import type { RuleInput } from '../../../src/domain/insights/rule-input.ts';
import { months, transaction } from './transactions.ts';

const judge = (expense: RuleInput, history: RuleInput[] = []) =>
  fraudRisk(expense, history, habitsOf(history, 'ILS'));

/** Other expenses, each the given minutes before noon. */
const others = (count: number, time: string, date = '2026-06-10') =>
  Array.from({ length: count }, (_, index) => transaction({ time, date, description: `Other ${index}` }));

test('an ordinary expense has no sign of fraud', () => {
  expect(judge(transaction())).toEqual({ probability: 0, flags: [] });
});

test.each([
  [100_000, []],
  [100_001, ['high_amount']],
])('an amount of %d minor units shows %j without a history', (amount, flags) => {
  expect(judge(transaction({ amount })).flags).toEqual(flags);
});

test.each([
  [5_000, []],
  [5_001, ['high_amount']],
])('an amount of %d minor units shows %j with a history of its own', (amount, flags) => {
  expect(judge(transaction({ amount }), months(30)).flags).toEqual(flags);
});

describe('many in a short time', () => {
  test.each([
    [3, '11:51', []],
    [4, '11:51', ['rapid_transactions']],
    [4, '11:50', []],
    [4, '12:00', ['rapid_transactions']],
    [4, '12:01', []],
    [8, '11:50', []],
    [9, '11:50', ['high_velocity']],
    [9, '11:51', ['rapid_transactions', 'high_velocity']],
  ])('%d others at %s before noon show %j', (count, time, flags) => {
    expect(judge(transaction(), others(count, time)).flags).toEqual(flags);
  });

  test('a day is 24 hours, not a calendar day', () => {
    expect(judge(transaction(), others(9, '12:01', '2026-06-09')).flags).toEqual(['high_velocity']);
    expect(judge(transaction(), others(9, '12:00', '2026-06-09')).flags).toEqual([]);
  });

  test('income and occurrences of a template do not count', () => {
    const income = others(9, '11:59').map((past) => ({ ...past, type: 'income' as const }));
    const bills = others(9, '11:59').map((past) => ({ ...past, template_id: 'rent' }));
    expect(judge(transaction(), [...income, ...bills]).flags).toEqual([]);
  });
});

test('income and occurrences of a template have no sign of fraud', () => {
  const odd = { amount: 9_000_000, time: '03:00' };
  expect(judge(transaction({ ...odd, type: 'income' }))).toEqual({ probability: 0, flags: [] });
  expect(judge(transaction({ ...odd, template_id: 'rent' }))).toEqual({ probability: 0, flags: [] });
});

describe('the signs add up', () => {
  const high = { amount: 200_000 };
  const night = { time: '23:00' };

  test.each([
    ['a late expense', transaction(night), [], 0.2],
    ['a high one', transaction(high), [], 0.4],
    ['a high one on a busy day', transaction(high), others(9, '01:00'), 0.5],
    ['a high and late one', transaction({ ...high, ...night }), [], 0.6],
    ['a high one among many within minutes', transaction(high), others(4, '11:59'), 0.7],
    ['a high and late one on a busy day', transaction({ ...high, ...night }), others(9, '12:00'), 0.7],
    ['many within minutes, many in a day, and high', transaction(high), others(9, '11:59'), 0.8],
    ['a high and late one among many', transaction({ ...high, ...night }), others(4, '22:55'), 0.9],
    ['all four', transaction({ ...high, ...night }), others(9, '22:55'), 1],
  ])('%s', (_name, expense, history, probability) => {
    expect(judge(expense, history).probability).toBe(probability);
  });

  test('a probability of exactly 0.5 raises no alert, and one of exactly 0.7 is not flagged', () => {
    expect(0.5 > ALERT_ABOVE).toBe(false);
    expect(judge(transaction(high), others(9, '01:00')).probability > ALERT_ABOVE).toBe(false);
    expect(judge(transaction({ ...high, ...night })).probability > ALERT_ABOVE).toBe(true);
    expect(judge(transaction(high), others(4, '11:59')).probability > FRAUD_ABOVE).toBe(false);
    expect(judge(transaction(high), others(9, '11:59')).probability > FRAUD_ABOVE).toBe(true);
  });
});
