import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { childEnvironment, ROOT } from '../../scripts/children.ts';
import { readSources } from '../../scripts/sources.ts';

const folder = mkdtempSync(join(tmpdir(), 'pruta-hook-'));
const checkout = join(folder, 'a checkout');

/** What the checks of a commit read. */
const CHECKED = /^(src|scripts)\/|^[^/]+$/;

const GOOD = "export const greeting = 'hello';\n";
const UNFORMATTED = 'export const greeting = "hello"\n';

afterAll(() => rmSync(folder, { recursive: true }));

describe('the hook before a commit', () => {
  beforeAll(() => {
    for (const { path } of readSources(CHECKED)) {
      mkdirSync(dirname(join(checkout, path)), { recursive: true });
      cpSync(join(ROOT, path), join(checkout, path));
    }
    symlinkSync(join(ROOT, 'node_modules'), join(checkout, 'node_modules'));
    git(checkout, 'init', '--quiet');
    git(checkout, 'add', '.');
    git(checkout, 'commit', '--quiet', '--message=Begin');
    git(checkout, 'config', 'core.hooksPath', 'scripts/hooks');
  });

  test('refuses errors of format, lint and texts, says what to do, and changes neither files nor what is staged', () => {
    write(checkout, 'scripts/un formatted.ts', UNFORMATTED);
    write(checkout, 'scripts/unused.ts', "import { join } from 'node:path';\n");
    write(checkout, 'src/ui/Straight.astro', '<p>Written straight into a part</p>\n');
    git(checkout, 'add', '.');
    const staged = git(checkout, 'ls-files', '--stage').output;
    const { code, output } = commit(checkout);
    expect(code).not.toBe(0);
    expect(output).toContain('scripts/un formatted.ts');
    expect(output).toContain('noUnusedImports');
    expect(output).toContain('src/ui/Straight.astro:1 text outside src/i18n');
    expect(output).toContain('npm run format');
    expect(git(checkout, 'ls-files', '--stage').output).toBe(staged);
    expect(readFileSync(join(checkout, 'scripts/un formatted.ts'), 'utf8')).toBe(UNFORMATTED);
    expect(git(checkout, 'log', '--format=%s').output).toBe('Begin\n');
    git(checkout, 'reset', '--hard', '--quiet');
  });

  test('lets pass what is staged without an error, also in a worktree, and leaves the rest out of the commit', () => {
    const worktree = join(folder, 'worktree');
    git(checkout, 'worktree', 'add', '--quiet', worktree);
    write(worktree, 'src/greeting.ts', GOOD);
    git(worktree, 'rm', '--quiet', 'LICENSE');
    git(worktree, 'add', '.');
    write(worktree, 'src/greeting.ts', UNFORMATTED);
    write(worktree, 'src/untracked.ts', UNFORMATTED);
    const { code, output } = commit(worktree);
    expect(code, output).toBe(0);
    expect(git(worktree, 'show', 'HEAD:src/greeting.ts').output).toBe(GOOD);
    expect(git(worktree, 'status', '--porcelain').output).toBe(' M src/greeting.ts\n?? src/untracked.ts\n');
  });
});

describe('an installation', () => {
  const { prepare } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).scripts;

  /** Runs what `npm ci` runs at its end, in a folder of its own. */
  const install = (name: string, more: NodeJS.ProcessEnv = {}) => {
    mkdirSync(join(folder, name), { recursive: true });
    return outcome('/bin/sh', ['-c', prepare], join(folder, name), more);
  };
  const hooksPath = (name: string) => git(join(folder, name), 'config', 'core.hooksPath').output;

  test('sets the hook up in a checkout', () => {
    git(folder, 'init', '--quiet', 'cloned');
    expect(install('cloned')).toEqual({ code: 0, output: '' });
    expect(hooksPath('cloned')).toBe('scripts/hooks\n');
    expect(existsSync(join(ROOT, 'scripts/hooks/pre-commit'))).toBe(true);
  });

  test('leaves hooks of one’s own as they are', () => {
    git(folder, 'init', '--quiet', 'own');
    git(join(folder, 'own'), 'config', 'core.hooksPath', '/my/hooks');
    expect(install('own')).toEqual({ code: 0, output: '' });
    expect(hooksPath('own')).toBe('/my/hooks\n');
  });

  test('works where there is no repository, also within somebody else’s, and where git is not installed', () => {
    expect(install('unpacked')).toEqual({ code: 0, output: '' });
    git(folder, 'init', '--quiet', 'other');
    expect(install('other/unpacked')).toEqual({ code: 0, output: '' });
    expect(hooksPath('other')).toBe('');
    git(folder, 'init', '--quiet', 'without');
    expect(install('without', { PATH: '' }).code).toBe(0);
    expect(hooksPath('without')).toBe('');
  });
});

function write(place: string, path: string, text: string): void {
  writeFileSync(join(place, path), text);
}

function commit(place: string) {
  return git(place, 'commit', '--quiet', '--message=Change');
}

function git(place: string, ...args: string[]) {
  return outcome('git', args, place);
}

// Whatever this machine has configured for git stays out of it.
function outcome(command: string, args: string[], cwd: string, more: NodeJS.ProcessEnv = {}) {
  const own = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  const people = {
    GIT_AUTHOR_NAME: 'A',
    GIT_AUTHOR_EMAIL: 'a@b',
    GIT_COMMITTER_NAME: 'A',
    GIT_COMMITTER_EMAIL: 'a@b',
  };
  const env = childEnvironment({ ...own, ...people, ...more });
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: 'utf8' });
  return { code: status ?? 1, output: stdout + stderr };
}
