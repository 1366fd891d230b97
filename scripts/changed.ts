import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { ROOT } from './children.ts';

const ACCOUNTS = ['accounts', 'google', 'picture', 'security', 'session-'];

/** Journeys that a part of the sources can break, by prefix. Any other source file can break all. */
export const JOURNEYS: [RegExp, string[]][] = [
  [/^src\/(pages\/recurring|islands\/recurring-wizard)\//, ['recurring-', 'occurrence', 'dialog']],
  [/^src\/(pages\/categories|islands\/category-picker)\//, ['categor', 'dialog', 'form-', 'recurring-']],
  [/^src\/(pages|browser|domain)\/exchange\//, ['exchange', 'navigation']],
  [/^src\/(pages\/analytics|islands\/chart)\//, ['charts', 'navigation']],
  [/^src\/islands\/occurrence\//, ['occurrence', 'dialog']],
  [/^src\/pages\/(google|profile|register|login|.+-password|.+-email)\b/, ACCOUNTS],
  [/^src\/pages\/transactions\/_?insights\b/, ['insights']],
  [/^src\/(pages\/api|api\/docs)\b/, ['api-docs']],
];

/** Journeys that visit or weigh every page, or show every part. */
export const EVERY_PAGE = ['accessibility', 'weight', 'keyboard', 'preview'];

/**
 * Files changed since this branch left `main`, committed or not; on `main`, the uncommitted ones. Paths from the root.
 */
export function changedFiles(since = branchPoint()): string[] {
  const tracked = git('diff', '--name-only', since);
  return [...new Set([...tracked, ...git('ls-files', '--others', '--exclude-standard')])].sort();
}

export function branchPoint(): string {
  return git('merge-base', 'main', 'HEAD')[0] ?? 'HEAD';
}

/** Tests of the built server must run for such a file. */
export function isBuilt(file: string): boolean {
  return /^(src|public)\/|^[^/]+\.(cjs|mjs|json)$|^uno\.config\.ts$/.test(file);
}

/** The files of `tests/e2e` whose journeys a change can break. */
export function brokenJourneys(changed: string[]): string[] {
  const journeys = globSync('tests/e2e/*.test.ts', { cwd: ROOT }).sort();
  const broken = changed.flatMap((file) => journeysOf(file));
  return journeys.filter((file) => broken.some((start) => file.startsWith(start)));
}

// Prefixes of paths.
function journeysOf(file: string): string[] {
  if (file.startsWith('tests/e2e/')) return [file];
  const names = JOURNEYS.find(([pattern]) => pattern.test(file))?.[1];
  if (names) return [...names, ...EVERY_PAGE].map((name) => `tests/e2e/${name}`);
  return isBuilt(file) || /^tests\/support\/|^playwright\.config/.test(file) ? ['tests/e2e/'] : [];
}

function git(...args: string[]): string[] {
  const { stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  return stdout.split('\n').filter((line) => line !== '');
}
