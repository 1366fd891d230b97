import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../support/postgres.ts';

export interface Place {
  DATA_DIR: string;
  DATABASE_URL?: string;
}

/** Both by default. */
const ONLY = process.env.BENCH_ENGINE;

/** Measures on each engine in a fresh place, which is removed afterwards. */
export async function onEachEngine(
  measure: (engine: 'sqlite' | 'postgres', place: Place) => Promise<void>,
): Promise<void> {
  if (ONLY !== 'postgres') await inFolder((DATA_DIR) => measure('sqlite', { DATA_DIR }));
  if (ONLY === 'sqlite') return;
  const postgres = await startPostgres();
  try {
    await inFolder((DATA_DIR) => measure('postgres', { DATA_DIR, DATABASE_URL: postgres.url }));
  } finally {
    await postgres.stop();
  }
}

async function inFolder(measure: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'pruta-bench-'));
  try {
    await measure(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
