import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export const ROOT = dirname(import.meta.dirname);

export interface Outcome {
  code: number;
  output: string;
}

/** For child processes: this Node first on the path, no telemetry, no colours in logs. */
export function childEnvironment(extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const path = [dirname(process.execPath), join(ROOT, 'node_modules/.bin'), process.env.PATH].join(':');
  return { ...process.env, PATH: path, ASTRO_TELEMETRY_DISABLED: '1', ...extra };
}

/** The script of a package's command, to run with this Node instead of the system's. */
export function commandFile(packageName: string, file: string): string {
  const manifest = createRequire(import.meta.url).resolve(`${packageName}/package.json`);
  return join(dirname(manifest), file);
}

/** Runs a Node program and returns its output; never rejects. */
export function run(
  file: string,
  args: string[],
  extra: NodeJS.ProcessEnv = {},
  cwd = ROOT,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [file, ...args], {
      cwd,
      env: childEnvironment({ FORCE_COLOR: '0', ...extra }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk;
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', (error) => resolve({ code: 1, output: `${output}${error}` }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Runs a Node program that shares the terminal; passes on signals and the exit code. */
export function runInForeground(file: string, args: string[], extra: NodeJS.ProcessEnv = {}): void {
  const child = spawn(process.execPath, [file, ...args], {
    cwd: ROOT,
    env: childEnvironment(extra),
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  child.on('close', (code, signal) => process.exit(code ?? (signal ? 128 : 1)));
}
