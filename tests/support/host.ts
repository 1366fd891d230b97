import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { linesOf } from '../../scripts/admin/input.ts';
import { runCommand } from '../../scripts/admin/run.ts';
import { childEnvironment, ROOT } from '../../scripts/children.ts';

export interface Answer {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A running command, which can be killed. */
export interface Running {
  child: ChildProcess;
  answer: Promise<Answer>;
}

/** Starts `npm run admin -- …`; `input` goes to standard input, which is no terminal. */
export function startAdmin(words: string[], environment: NodeJS.ProcessEnv, input = ''): Running {
  const child = spawn(process.execPath, [join(ROOT, 'scripts/admin.ts'), ...words], {
    cwd: ROOT,
    env: childEnvironment({ NODE_OPTIONS: '', ...environment }),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const answer = new Promise<Answer>((resolve) => {
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
  // A command without questions exits before it has read its input.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  return { child, answer };
}

/** Runs a command line in this process, which takes a fraction of the time. */
export async function admin(words: string[], environment: NodeJS.ProcessEnv, input = ''): Promise<Answer> {
  let [stdout, stderr] = ['', ''];
  const code = await runCommand(words, {
    environment,
    input: linesOf(Readable.from(input === '' ? [] : [input])),
    print: (line) => {
      stdout += `${line}\n`;
    },
    note: (line) => {
      stderr += `${line}\n`;
    },
  });
  return { code, stdout, stderr };
}
