import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { childEnvironment, ROOT } from '../../scripts/children.ts';
import { freePort } from '../support/port.ts';
import { SERVER_COMMAND } from '../support/server.ts';
import { buildBareAstro } from './bare-astro.ts';
import { median, report } from './figures.ts';
import { createHouseholdData } from './household-server.ts';
import { processorTime, residentMemory } from './processes.ts';

const STARTS = 7;

/** After this many milliseconds the start is complete. */
const SETTLED = 3000;

const UNITS = { listening: 'ms', healthy: 'ms', processor_time: 'ms', resident_memory: 'bytes' } as const;

type Start = Record<keyof typeof UNITS, number>;

interface Program {
  name: string;
  command: string[];
  cwd: string;
  /** Answers 200 as soon as the program accepts requests. */
  path: string;
}

/** What a server costs before the first request, compared with a bare Astro server. */
export async function measureIdle(): Promise<void> {
  const DATA_DIR = await createHouseholdData();
  const bare = await buildBareAstro('<table><tbody><tr><td>1</td></tr></tbody></table>');
  const programs: Program[] = [
    { name: 'pruta', command: SERVER_COMMAND, cwd: ROOT, path: '/health' },
    { name: 'bare_astro', command: [bare.entry], cwd: bare.folder, path: '/' },
  ];
  const starts = new Map<Program, Start[]>(programs.map((program) => [program, []]));
  try {
    // In alternation, so that other load on the machine affects both alike.
    for (let round = 0; round < STARTS; round += 1) {
      for (const [program, measured] of starts) measured.push(await measureStart(program, DATA_DIR));
    }
  } finally {
    bare.remove();
    rmSync(DATA_DIR, { recursive: true, force: true });
  }
  for (const [{ name }, measured] of starts) {
    for (const figure of Object.keys(UNITS) as (keyof Start)[]) {
      const value = median(measured.map((start) => start[figure]));
      report({ bench: 'idle', page: name, figure, value, unit: UNITS[figure] });
    }
  }
}

async function measureStart({ command, cwd, path }: Program, DATA_DIR: string): Promise<Start> {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(process.execPath, command, {
    cwd,
    env: childEnvironment({ HOST: '127.0.0.1', PORT: String(port), DATA_DIR }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  try {
    const listening = saysListening(child).then(() => performance.now() - started);
    while (!(await answers(`http://127.0.0.1:${port}${path}`))) {
      if (child.exitCode !== null) throw new Error(`${command.join(' ')} ended.`);
      await wait(5);
    }
    const healthy = performance.now() - started;
    await wait(SETTLED);
    const pid = child.pid ?? 0;
    return {
      listening: await listening,
      healthy,
      processor_time: processorTime(pid),
      resident_memory: residentMemory(pid),
    };
  } finally {
    child.kill();
    await ended;
  }
}

function saysListening({ stdout }: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    let output = '';
    stdout?.on('data', (chunk) => {
      output += chunk;
      if (output.includes('listening')) resolve();
    });
  });
}

function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    async (response) => {
      await response.arrayBuffer();
      return response.ok;
    },
    () => false,
  );
}
