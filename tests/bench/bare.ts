import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childEnvironment, ROOT } from '../../scripts/children.ts';
import { freePort } from '../support/port.ts';
import type { Target } from './load.ts';

export interface Bare extends Target {
  close(): void;
}

const START_TIMEOUT = 15_000;

/** Starts a bare `node:http` server that sends the same bytes as an answer. @throws Error when it does not answer */
export async function startBareHttp(answer: { body: Buffer; type: string }): Promise<Bare> {
  const folder = mkdtempSync(join(tmpdir(), 'pruta-bare-'));
  const file = join(folder, 'body');
  writeFileSync(file, answer.body);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const child = spawn(process.execPath, ['tests/bench/bare-http.ts', file, answer.type], {
    cwd: ROOT,
    env: childEnvironment({ NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port) }),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const deadline = Date.now() + START_TIMEOUT;
  while (!(await answers(url))) {
    if (Date.now() > deadline || child.exitCode !== null) {
      child.kill();
      throw new Error('The bare server does not answer.');
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  rmSync(folder, { recursive: true, force: true });
  return { url, pid: child.pid ?? 0, close: () => void child.kill() };
}

export function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    async (response) => {
      await response.arrayBuffer();
      return response.ok;
    },
    () => false,
  );
}
