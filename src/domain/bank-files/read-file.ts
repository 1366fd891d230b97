import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { limitConcurrency } from '../concurrency-limit.ts';
import type { Operating } from '../context.ts';
import { type BankFile, type FileRow, type Mapping, UnreadableFile } from './bank-file.ts';
import type { FromThread, Given } from './thread.ts';

export const MOST_BYTES = 20 * 1024 * 1024;

/** Milliseconds from the start of the thread to its last row. */
const LONGEST = 10_000;

/** The heap of a thread in MB. */
const HEAP = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 };

/** A thread uses a whole core while it reads. */
const inTurn = limitConcurrency({ concurrency: 2, queued: 8, retryAfter: 10 });

/**
 * Reads a file of any kind in a thread of its own, whose time and memory are bounded.
 * @throws UnreadableFile
 * @throws DomainError SERVICE_UNAVAILABLE when too many others are being read
 */
export async function readBankFile(
  context: Pick<Operating, 'bankFileThread' | 'log'>,
  bytes: Uint8Array,
  { mapping, longest = LONGEST }: { mapping?: Mapping | undefined; longest?: number } = {},
): Promise<BankFile> {
  if (bytes.length > MOST_BYTES) throw new UnreadableFile('too_large');
  return inTurn(() => readInThread(context, { bytes, mapping }, longest));
}

async function readInThread(
  { bankFileThread, log }: Pick<Operating, 'bankFileThread' | 'log'>,
  given: Given,
  longest: number,
): Promise<BankFile> {
  const thread = new Worker(bankFileThread, { workerData: given, resourceLimits: HEAP });
  const { promise, resolve, reject } = Promise.withResolvers<BankFile>();
  const timer = setTimeout(() => reject(new UnreadableFile('too_slow')), longest);
  const rows: FileRow[] = [];
  thread.on('message', async (message: FromThread) => {
    if ('unreadable' in message) {
      if (message.fault) log.error({ fault: message.fault }, "a bank's file could not be read");
      reject(new UnreadableFile(message.unreadable, message.line));
    } else if ('file' in message) resolve({ ...message.file, rows });
    else {
      rows.push(...message.rows);
      // Requests of others have their turn between batches.
      await setImmediate();
      thread.postMessage('next');
    }
  });
  thread.on('error', (error: NodeJS.ErrnoException) =>
    reject(
      error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new UnreadableFile('too_large', { cause: error }) : error,
    ),
  );
  thread.on('exit', () => reject(new Error('The thread has ended before its file.')));
  thread.postMessage('next');
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    await thread.terminate();
  }
}
