import { relative } from 'node:path';
import * as v from 'valibot';
import { ROOT } from './children.ts';

export interface Count {
  passed: number;
  failed: number;
}

/** Seconds of all tests of a file. */
export interface FileTime {
  file: string;
  seconds: number;
}

export interface Report extends Count {
  files: FileTime[];
  failures: string[];
}

const vitestReport = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  testResults: v.array(
    v.object({
      name: v.string(),
      startTime: v.number(),
      endTime: v.number(),
      status: v.string(),
      assertionResults: v.array(v.object({ status: v.string(), fullName: v.string() })),
    }),
  ),
});

interface Suite {
  file: string;
  suites?: Suite[] | undefined;
  title: string;
  specs: { title: string; ok: boolean; tests: { results: { duration: number }[] }[] }[];
}

const suite: v.GenericSchema<Suite> = v.object({
  file: v.string(),
  title: v.string(),
  suites: v.optional(v.array(v.lazy(() => suite))),
  specs: v.array(
    v.object({
      title: v.string(),
      ok: v.boolean(),
      tests: v.array(v.object({ results: v.array(v.object({ duration: v.number() })) })),
    }),
  ),
});

const playwrightReport = v.object({
  stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number() }),
  errors: v.array(v.unknown()),
  suites: v.array(suite),
});

const NOTHING: Report = { passed: 0, failed: 0, files: [], failures: [] };

/** Vitest's JSON; a file that fails before its first test counts as one failure. */
export function readVitest(report: unknown): Report {
  const { success, output } = v.safeParse(vitestReport, report);
  if (!success) return NOTHING;
  const broken = output.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  const files = output.testResults.map(({ name, startTime, endTime }) => ({
    file: relative(ROOT, name),
    seconds: (endTime - startTime) / 1000,
  }));
  const failures = output.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => `${relative(ROOT, name)} › ${fullName}`),
  );
  for (const { name } of broken) failures.push(relative(ROOT, name));
  return { passed: output.numPassedTests, failed: output.numFailedTests + broken.length, files, failures };
}

/** Playwright's JSON; a test that passed only on a retry has failed. */
export function readPlaywright(report: unknown): Report {
  const { success, output } = v.safeParse(playwrightReport, report);
  if (!success) return NOTHING;
  const { expected, unexpected, flaky } = output.stats;
  const files = output.suites.map((suite) => ({
    file: `tests/e2e/${suite.file}`,
    seconds: millisecondsOf(suite) / 1000,
  }));
  const failures = output.suites.flatMap((suite) => failuresOf(suite, `tests/e2e/${suite.file}`));
  return { passed: expected, failed: unexpected + flaky + output.errors.length, files, failures };
}

function failuresOf({ suites = [], specs }: Suite, path: string): string[] {
  const failures = specs.filter(({ ok }) => !ok).map(({ title }) => `${path} › ${title}`);
  return [...failures, ...suites.flatMap((inner) => failuresOf(inner, `${path} › ${inner.title}`))];
}

function millisecondsOf({ suites = [], specs }: Suite): number {
  const runs = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results));
  const durations = [...runs.map(({ duration }) => duration), ...suites.map(millisecondsOf)];
  return durations.reduce((sum, duration) => sum + duration, 0);
}

/** Slowest first; adds a file's times from several reports, such as two browsers. */
export function slowest(files: FileTime[], count: number): FileTime[] {
  const seconds = new Map<string, number>();
  for (const { file, seconds: more } of files) seconds.set(file, (seconds.get(file) ?? 0) + more);
  return [...seconds]
    .map(([file, seconds]) => ({ file, seconds }))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, count);
}
