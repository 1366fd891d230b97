import '../../../traces.ts';
import { parentPort, workerData } from 'node:worker_threads';
import { type StatementHead, writeStatement } from './statement.ts';
import type { StatementRow } from './statement-figures.ts';

/** Messages to the thread: rows in batches and then `all`; later, how many bytes the reader has taken. */
export type ToThread = { rows: StatementRow[] } | { taken: number } | 'all';

/** Messages of the thread: bytes of the file, and then `end`. */
export type FromThread = { bytes: Uint8Array } | 'end';

/**
 * Bytes that may wait for their reader. The largest statement fits, so that a slow reader cannot keep a thread from
 * ending.
 */
const MOST_WAITING = 20 * 1024 * 1024;

const rows: StatementRow[] = [];
let waiting = 0;
let go: (() => void) | undefined;

parentPort?.on('message', (message: ToThread) => {
  if (message === 'all') void run();
  else if ('rows' in message) rows.push(...message.rows);
  else {
    waiting -= message.taken;
    go?.();
  }
});

async function run(): Promise<void> {
  await writeStatement(workerData as StatementHead, rows, send, flowing);
  post('end');
  parentPort?.close();
}

function send(bytes: Uint8Array): void {
  waiting += bytes.length;
  post({ bytes });
}

function post(message: FromThread): void {
  parentPort?.postMessage(message);
}

async function flowing(): Promise<void> {
  // Gives the reader's messages a turn.
  await new Promise((resolve) => setImmediate(resolve));
  while (waiting > MOST_WAITING) {
    const { promise, resolve } = Promise.withResolvers<void>();
    go = resolve;
    await promise;
  }
}
