import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../scripts/children.ts';
import { readPlaywright, readVitest, slowest } from '../../scripts/test-reports.ts';

const times = { name: join(ROOT, 'tests/api/x.test.ts'), startTime: 1000, endTime: 3500 };
const results = [
  { status: 'passed', fullName: 'one' },
  { status: 'failed', fullName: 'other' },
];
const failed = { ...times, status: 'failed', assertionResults: results };
const broken = { ...times, status: 'failed', assertionResults: [] };

test('failed unit tests are counted, and a file that failed before its first test is one more', () => {
  const report = { numPassedTests: 5, numFailedTests: 1, testResults: [failed, broken] };
  const file = { file: 'tests/api/x.test.ts', seconds: 2.5 };
  const failures = ['tests/api/x.test.ts › other', 'tests/api/x.test.ts'];
  expect(readVitest(report)).toEqual({ passed: 5, failed: 2, files: [file, file], failures });
});

test('a journey that failed, or passed only when retried, has failed, and so has a file that did not load', () => {
  const tests = [{ results: [{ duration: 400 }, { duration: 600 }] }];
  const inner = { file: 'x.test.ts', title: 'in English', specs: [{ title: 'one', ok: false, tests }] };
  const suite = {
    file: 'x.test.ts',
    title: 'x.test.ts',
    specs: [{ title: 'other', ok: true, tests }],
    suites: [inner],
  };
  const stats = { expected: 7, unexpected: 2, flaky: 1 };
  const report = { stats, errors: [{ message: 'cannot load' }], suites: [suite] };
  const file = { file: 'tests/e2e/x.test.ts', seconds: 2 };
  const failures = ['tests/e2e/x.test.ts › in English › one'];
  expect(readPlaywright(report)).toEqual({ passed: 7, failed: 4, files: [file], failures });
});

test('a missing or truncated report does not count as passed', () => {
  for (const report of [undefined, {}, { stats: {} }]) {
    expect(readVitest(report)).toMatchObject({ passed: 0, failed: 0 });
    expect(readPlaywright(report)).toMatchObject({ passed: 0, failed: 0 });
  }
});

test('the slowest files come first, each once', () => {
  const files = [
    { file: 'a', seconds: 2 },
    { file: 'b', seconds: 3 },
    { file: 'a', seconds: 2 },
    { file: 'c', seconds: 1 },
  ];
  expect(slowest(files, 2)).toEqual([
    { file: 'a', seconds: 4 },
    { file: 'b', seconds: 3 },
  ]);
});
