import { expect, test } from 'vitest';
import { countPlaywright, countVitest } from '../../scripts/count-tests.ts';

const failed = { status: 'failed', assertionResults: [{ status: 'passed' }, { status: 'failed' }] };
const broken = { status: 'failed', assertionResults: [] };

test('failed unit tests are counted, and a file that broke before its first test is one more', () => {
  const report = { numPassedTests: 5, numFailedTests: 1, testResults: [failed, broken] };
  expect(countVitest(report)).toEqual({ passed: 5, failed: 2 });
});

test('a journey that failed, or passed only at a second try, has failed, and so has a broken file', () => {
  const report = { stats: { expected: 7, unexpected: 2, flaky: 1 }, errors: [{ message: 'cannot load' }] };
  expect(countPlaywright(report)).toEqual({ passed: 7, failed: 4 });
});

test('a report that is missing or cut short counts nothing as passed', () => {
  for (const report of [undefined, {}, { stats: {} }]) {
    expect(countVitest(report)).toEqual({ passed: 0, failed: 0 });
    expect(countPlaywright(report)).toEqual({ passed: 0, failed: 0 });
  }
});
