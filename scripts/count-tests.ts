import * as v from 'valibot';

export interface Count {
  passed: number;
  failed: number;
}

const vitestReport = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  testResults: v.array(
    v.object({ status: v.string(), assertionResults: v.array(v.object({ status: v.string() })) }),
  ),
});

const playwrightReport = v.object({
  stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number() }),
  errors: v.array(v.unknown()),
});

const NOTHING: Count = { passed: 0, failed: 0 };

/** Counts the tests of vitest's JSON report; a file that broke before its first test is one failure. */
export function countVitest(report: unknown): Count {
  const { success, output } = v.safeParse(vitestReport, report);
  if (!success) return NOTHING;
  const broken = output.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  return { passed: output.numPassedTests, failed: output.numFailedTests + broken.length };
}

/** Counts the tests of Playwright's JSON report; one that passed only at a second try has failed. */
export function countPlaywright(report: unknown): Count {
  const { success, output } = v.safeParse(playwrightReport, report);
  if (!success) return NOTHING;
  const { expected, unexpected, flaky } = output.stats;
  return { passed: expected, failed: unexpected + flaky + output.errors.length };
}
