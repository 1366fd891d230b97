import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build as makeBuild } from './build.ts';
import { branchPoint, brokenJourneys, changedFiles, isBuilt } from './changed.ts';
import { commandFile, type Outcome, ROOT, run } from './children.ts';
import { buildIsCurrent } from './fingerprint.ts';
import { leftBehind, markChildren } from './left-behind.ts';
import { writeToMemory } from './memory-folder.ts';
import { checkTypes } from './page-types.ts';
import {
  type Count,
  type FileTime,
  type Report,
  readPlaywright,
  readVitest,
  slowest,
} from './test-reports.ts';

interface Result extends Count {
  output: string;
  files?: FileTime[];
  failures?: string[];
}

type Step = (args: string[]) => Promise<Result[]>;

const STEPS: Record<string, Step> = { lint, checks, build, types, unit, e2e };

// For two cores: lanes of a row run in parallel, steps of a lane one after another.
const ROWS = [
  [
    ['lint', 'checks', 'types'],
    ['build', 'unit'],
  ],
  [['e2e']],
];

const args = process.argv.slice(2).filter((word) => word !== '--changed');
/** With `--changed`, only tests that the changed files can break run. */
const changed = process.argv.includes('--changed') ? changedFiles() : undefined;
const chosen = args.filter((word) => word in STEPS);
const stepArgs = args.filter((word) => !(word in STEPS));
const total: Count = { passed: 0, failed: 0 };
const files: FileTime[] = [];
const failures: string[] = [];

if (stepArgs.length > 0 && chosen.length !== 1) {
  console.error(`Name one step before ${stepArgs.join(' ')}. The steps: ${Object.keys(STEPS).join(', ')}.`);
  process.exit(2);
}

markChildren();
writeToMemory();

// Installing takes time: in parallel with other steps, but one program after another.
const readers =
  isChosen('unit') && stepArgs.length === 0
    ? run('scripts/text-browsers.ts', [])
        .then(() => run('scripts/pdf-tools.ts', []))
        .then(() => run('scripts/spreadsheet.ts', []))
    : undefined;
const chromium = isChosen('e2e')
  ? Promise.resolve(readers).then(() => run('scripts/chromium.ts', []))
  : undefined;

for (const lanes of ROWS) await Promise.all(lanes.map(runLane));
for (const line of leftBehind()) {
  console.log(`✗ left running: ${line}`);
  total.failed += 1;
}
if (files.length > 0) console.log('The slowest files, in seconds of their tests:');
for (const { file, seconds } of slowest(files, 10)) console.log(`${seconds.toFixed(1).padStart(7)} ${file}`);
// Again, so that a long output cannot hide them.
for (const each of failures) console.log(`✗ ${each}`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;

function isChosen(name: string): boolean {
  return chosen.length === 0 || chosen.includes(name);
}

async function runLane(names: string[]): Promise<void> {
  for (const name of names) if (isChosen(name)) await runStep(name);
}

async function runStep(name: string): Promise<void> {
  const started = performance.now();
  const results = (await STEPS[name]?.(stepArgs).catch((error) => [failure(error)])) ?? [];
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  for (const result of results) if (result.failed > 0) console.log(result.output.trimEnd());
  console.log(`${failed > 0 ? '✗' : '✓'} ${name}: ${passed} passed, ${failed} failed (${seconds} s)`);
  total.passed += passed;
  total.failed += failed;
  files.push(...results.flatMap((result) => result.files ?? []));
  failures.push(...results.flatMap((result) => (result.failed > 0 ? (result.failures ?? [name]) : [])));
}

function failure(error: unknown): Result {
  return {
    passed: 0,
    failed: 1,
    output: error instanceof Error ? (error.stack ?? error.message) : String(error),
  };
}

function asCheck({ code, output }: Outcome): Result {
  return code === 0 ? { passed: 1, failed: 0, output } : { passed: 0, failed: 1, output };
}

async function lint(args: string[]): Promise<Result[]> {
  const paths = args.length > 0 ? args : ['.'];
  return [
    asCheck(
      await run(commandFile('@biomejs/biome', 'bin/biome'), [
        'ci',
        '--colors=off',
        '--error-on-warnings',
        ...paths,
      ]),
    ),
  ];
}

async function checks(): Promise<Result[]> {
  // Named, because other checks need a large program or minutes and are run by hand.
  const scripts = ['styles', 'texts', 'words'].map((name) => `scripts/check-${name}.ts`);
  return Promise.all(scripts.map(async (script) => asCheck(await run(script, []))));
}

async function build(): Promise<Result[]> {
  await ensureBuild();
  return [{ passed: 1, failed: 0, output: '' }];
}

async function ensureBuild(): Promise<void> {
  if (!buildIsCurrent()) await makeBuild();
}

async function types(): Promise<Result[]> {
  return [asCheck(await checkTypes())];
}

async function unit(args: string[]): Promise<Result[]> {
  const named = args.length > 0 ? args : await brokenUnits();
  if (named.length === 0) return [];
  // Some tests start the built server; with named files the caller builds if needed.
  if (args.length === 0) await ensureBuild();
  const installed = await readers;
  if (installed && installed.code !== 0) throw new Error(installed.output);
  const report = join(ROOT, 'test-results/unit.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return counted(report, readVitest, () => vitest('run', ...reporters, ...named));
}

function vitest(...args: string[]): Promise<Outcome> {
  return run(commandFile('vitest', 'vitest.mjs'), args);
}

/** All tests, or those that import a changed file or use the built server. */
async function brokenUnits(): Promise<string[]> {
  if (!changed) return ['tests'];
  const list = join(ROOT, 'test-results/changed.json');
  const { code, output } = await vitest(
    'list',
    `--changed=${branchPoint()}`,
    '--filesOnly',
    `--json=${list}`,
  );
  if (code !== 0) throw new Error(output);
  const importing = (readReport(list) as { file: string }[]).map(({ file }) => file);
  return changed.some(isBuilt) ? [...importing, 'tests/pages'] : importing;
}

async function e2e(args: string[]): Promise<Result[]> {
  const named = args.length > 0 || !changed ? args : brokenJourneys(changed);
  if (changed && named.length === 0) return [];
  await ensureBuild();
  const installed = await chromium;
  if (installed?.code !== 0) throw new Error(installed?.output);
  const report = join(ROOT, 'test-results/e2e.json');
  const environment = {
    CHROMIUM_PATH: installed.output.trim(),
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    // Node reads the tests itself, in a quarter of the time that the compiler of Playwright takes.
    PW_DISABLE_TS_ESM: '1',
  };
  return counted(report, readPlaywright, () =>
    run(commandFile('@playwright/test', 'cli.js'), ['test', '--reporter=list,json', ...named], environment),
  );
}

async function counted(
  file: string,
  read: (report: unknown) => Report,
  start: () => Promise<Outcome>,
): Promise<Result[]> {
  rmSync(file, { force: true });
  const { code, output } = await start();
  const report = read(readReport(file));
  // A failed run without a failed test has failed too.
  const broken = report.failed === 0 && (code !== 0 || report.passed === 0);
  return [{ ...report, failed: broken ? 1 : report.failed, output }];
}

function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
