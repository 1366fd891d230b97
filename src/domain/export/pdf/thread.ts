import '../../../traces.ts';
import { parentPort, workerData } from 'node:worker_threads';
import { type StatementHead, writeStatement } from './statement.ts';
import type { StatementRow } from './statement-figures.ts';

/** What the thread is told: rows in batches, then that these were all; and later, how many bytes were taken. */
export type Told = { rows: StatementRow[] } | { taken: number } | 'all';

/** What the thread says: bytes of the file, and at last that these were all. */
export type Said = { bytes: Uint8Array } | 'end';

/** Bytes that may wait for their reader: the largest statement, so that no reader keeps a thread from its end. */
const MOST_WAITING = 20 * 1024 * 1024;

const rows: StatementRow[] = [];
let waiting = 0;
let go: (() => void) | undefined;

parentPort?.on('message', (told: Told) => {
  if (told === 'all') void run();
  else if ('rows' in told) rows.push(...told.rows);
  else {
    waiting -= told.taken;
    go?.();
  }
});

async function run(): Promise<void> {
  await writeStatement(workerData as StatementHead, rows, send, flowing);
  say('end');
  parentPort?.close();
}

function send(bytes: Uint8Array): void {
  waiting += bytes.length;
  say({ bytes });
}

function say(said: Said): void {
  parentPort?.postMessage(said);
}

async function flowing(): Promise<void> {
  // A turn in which the messages of the reader arrive.
  await new Promise((resolve) => setImmediate(resolve));
  while (waiting > MOST_WAITING) {
    const { promise, resolve } = Promise.withResolvers<void>();
    go = resolve;
    await promise;
  }
}
