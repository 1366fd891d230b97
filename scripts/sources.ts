import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './children.ts';

export interface Source {
  /** Relative to the project's root, with slashes. */
  path: string;
  text: string;
}

/** `path:line message`. */
export type Problem = string;

/** Text files that are committed or not ignored. */
export function readSources(pattern: RegExp): Source[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
  });
  const paths = listed
    .toString()
    .split('\0')
    .filter((path) => path && pattern.test(path));
  return [...new Set(paths)].sort().flatMap(readSource);
}

function readSource(path: string): Source[] {
  try {
    const text = readFileSync(join(ROOT, path), 'utf8');
    return text.includes('\0') ? [] : [{ path, text }];
  } catch {
    // The file's deletion is not committed yet.
    return [];
  }
}

/** Counted from 1. */
export function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

/** Sets the exit code. */
export function report(promise: string, problems: Problem[]): void {
  for (const problem of problems) console.error(problem);
  console.log(`${problems.length > 0 ? '✗' : '✓'} ${promise}`);
  if (problems.length > 0) process.exitCode = 1;
}
