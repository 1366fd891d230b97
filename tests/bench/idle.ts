import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { childEnvironment, ROOT } from '../../scripts/children.ts';
import { freePort } from '../support/port.ts';
import { SERVER_COMMAND, SERVER_VARIABLES } from '../support/server.ts';
import { answers } from './bare.ts';
import { median, report } from './figures.ts';
import { createHouseholdData } from './household-server.ts';
import { processorTime, residentMemory } from './processes.ts';

const STARTS = 7;

/** Milliseconds after which the start is complete. */
const SETTLED = 3000;

const UNITS = { listening: 'ms', healthy: 'ms', processor_time: 'ms', resident_memory: 'bytes' } as const;

type Start = Record<keyof typeof UNITS, number>;

/** What a server costs before the first request. */
export async function measureIdle(): Promise<void> {
  const DATA_DIR = await createHouseholdData();
  const starts: Start[] = [];
  try {
    for (let round = 0; round < STARTS; round += 1) starts.push(await measureStart(DATA_DIR));
  } finally {
    rmSync(DATA_DIR, { recursive: true, force: true });
  }
  for (const figure of Object.keys(UNITS) as (keyof Start)[]) {
    const value = median(starts.map((start) => start[figure]));
    report({ bench: 'idle', figure, value, unit: UNITS[figure] });
  }
}

async function measureStart(DATA_DIR: string): Promise<Start> {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(process.execPath, SERVER_COMMAND, {
    cwd: ROOT,
    env: childEnvironment({ ...SERVER_VARIABLES, HOST: '127.0.0.1', PORT: String(port), DATA_DIR }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  try {
    const listening = saysListening(child).then(() => performance.now() - started);
    while (!(await answers(`http://127.0.0.1:${port}/health`))) {
      if (child.exitCode !== null) throw new Error('The server ended.');
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
