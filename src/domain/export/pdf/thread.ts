import '../../../traces.ts';
import { parentPort, workerData } from 'node:worker_threads';
import { type StatementHead, writeStatement } from './statement.ts';
import type { StatementRow } from './statement-figures.ts';

/** What is sent to the thread: rows in batches, then that these were all; and later, how many bytes were taken. */
export type ToThread = { rows: StatementRow[] } | { taken: number } | 'all';

/** What the thread sends: bytes of the file, and at last that these were all. */
export type FromThread = { bytes: Uint8Array } | 'end';

/** Bytes that may wait for their reader: the largest statement, so that no reader keeps a thread from its end. */
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
  // A turn in which the messages of the reader arrive.
  await new Promise((resolve) => setImmediate(resolve));
  while (waiting > MOST_WAITING) {
    const { promise, resolve } = Promise.withResolvers<void>();
    go = resolve;
    await promise;
  }
}
