import { globSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build as makeBuild } from './build.ts';
import { commandFile, type Outcome, ROOT, run } from './children.ts';
import { type Count, countPlaywright, countVitest } from './count-tests.ts';
import { buildIsCurrent } from './fingerprint.ts';

interface Result extends Count {
  output: string;
}

type Step = (args: string[]) => Promise<Result[]>;

const STEPS: Record<string, Step> = { lint, checks, build, types, unit, e2e };

// What may run side by side on two cores: one lane's steps follow each other, the lanes of a row run together.
const ROWS = [[['lint', 'checks'], ['build']], [['types'], ['unit']], [['e2e']]];

const words = process.argv.slice(2);
const chosen = words.filter((word) => word in STEPS);
const rest = words.filter((word) => !(word in STEPS));
const total: Count = { passed: 0, failed: 0 };

if (rest.length > 0 && chosen.length !== 1) {
  console.error(`Name one step before ${rest.join(' ')}. The steps: ${Object.keys(STEPS).join(', ')}.`);
  process.exit(2);
}

// Where Chromium has to be installed first, that goes on beside the other steps.
const chromium = isChosen('e2e') ? run('scripts/chromium.ts', []) : undefined;

for (const lanes of ROWS) await Promise.all(lanes.map(runLane));
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
  const results = (await STEPS[name]?.(rest).catch((error) => [failure(error)])) ?? [];
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  for (const result of results) if (result.failed > 0) console.log(result.output.trimEnd());
  console.log(`${failed > 0 ? '✗' : '✓'} ${name}: ${passed} passed, ${failed} failed (${seconds} s)`);
  total.passed += passed;
  total.failed += failed;
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
  const scripts = globSync('scripts/check-*.ts', { cwd: ROOT }).sort();
  return Promise.all(scripts.map(async (script) => asCheck(await run(script, []))));
}

async function build(): Promise<Result[]> {
  await ensureBuild();
  return [{ passed: 1, failed: 0, output: '' }];
}

async function ensureBuild(): Promise<void> {
  if (!buildIsCurrent()) await makeBuild();
}

// Looks at the modules as well as at the pages.
async function types(): Promise<Result[]> {
  return [
    asCheck(await run(commandFile('astro', 'bin/astro.mjs'), ['check', '--minimumSeverity', 'warning'])),
  ];
}

async function unit(args: string[]): Promise<Result[]> {
  // A few tests start the built server; who names files knows whether theirs do.
  if (args.length === 0) await ensureBuild();
  const report = join(ROOT, 'test-results/unit.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return counted(report, countVitest, () =>
    run(commandFile('vitest', 'vitest.mjs'), ['run', ...reporters, ...args]),
  );
}

async function e2e(args: string[]): Promise<Result[]> {
  await ensureBuild();
  const found = await chromium;
  if (found?.code !== 0) throw new Error(found?.output);
  const report = join(ROOT, 'test-results/e2e.json');
  const environment = { CHROMIUM_PATH: found.output.trim(), PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  return counted(report, countPlaywright, () =>
    run(commandFile('@playwright/test', 'cli.js'), ['test', '--reporter=list,json', ...args], environment),
  );
}

async function counted(
  report: string,
  count: (report: unknown) => Count,
  start: () => Promise<Outcome>,
): Promise<Result[]> {
  rmSync(report, { force: true });
  const { code, output } = await start();
  const { passed, failed } = count(readReport(report));
  // A run that broke without naming a test has failed all the same.
  const broken = failed === 0 && (code !== 0 || passed === 0);
  return [{ passed, failed: broken ? 1 : failed, output }];
}

function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
