import { rmSync } from 'node:fs';
import { startServer } from '../support/server.ts';
import { median, report } from './figures.ts';
import { furnish } from './house.ts';
import { processAt, residentMemory } from './processes.ts';

const STARTS = 5;

/** What the server costs before anybody asks for anything: time to start and memory. */
export async function measureIdle(): Promise<void> {
  const DATA_DIR = await furnish();
  const times: number[] = [];
  const memory: number[] = [];
  for (let start = 0; start < STARTS; start += 1) {
    const before = performance.now();
    const server = await startServer({ DATA_DIR });
    times.push(performance.now() - before);
    memory.push(residentMemory(processAt(server.url)));
    await server.stop();
  }
  rmSync(DATA_DIR, { recursive: true, force: true });
  report({ bench: 'idle', figure: 'start_to_healthy', value: median(times), unit: 'ms' });
  report({ bench: 'idle', figure: 'resident_memory', value: median(memory), unit: 'bytes' });
}
