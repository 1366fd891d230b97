import { fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { limitConcurrency } from '../../concurrency-limit.ts';
import type { Operating } from '../../context.ts';
import { type BankFile, type FileRow, type Mapping, UnreadableFile } from '../bank-file.ts';
import { stringPool } from '../string-pool.ts';
import type { FromReader, Given } from './reader-process.ts';

export const BANK_FILE_MOST = 20 * 1024 * 1024;

/** Milliseconds of processor time: on a busy machine a good file takes much longer by the clock. */
const LONGEST = 10_000;

/** How many times as long a process may take by the clock, waiting for a processor. */
const WAITING_MOST = 12;

/** Milliseconds between two looks at its time. */
const LOOK = 250;

/** The heap in MB: beyond it the process aborts. */
const HEAP = ['--max-old-space-size=64', '--max-semi-space-size=8', '--no-memory-protection-keys'];

/** The exit code of a process that aborts without a signal. */
const ABORTED = 134;

/** A process uses a whole core while it reads. */
const inTurn = limitConcurrency({ concurrency: 2, queued: 8, retryAfter: 10 });

/**
 * Reads a file of any kind in a process of its own, whose processor time and memory are bounded. It is a process because threads that
 * are started and ended by the hundred have crashed the server.
 * @throws UnreadableFile
 * @throws DomainError SERVICE_UNAVAILABLE when too many others are being read
 */
export async function readBankFile(
  context: Pick<Operating, 'bankFileReader' | 'log'>,
  bytes: Uint8Array,
  { mapping, longest = LONGEST }: { mapping?: Mapping | undefined; longest?: number } = {},
): Promise<BankFile> {
  if (bytes.length > BANK_FILE_MOST) throw new UnreadableFile('too_large');
  return inTurn(() => readOrRetry(context, bytes, { mapping }, longest));
}

async function readOrRetry(
  context: Pick<Operating, 'bankFileReader' | 'log'>,
  bytes: Uint8Array,
  given: Given,
  longest: number,
): Promise<BankFile> {
  try {
    return await readInProcess(context, bytes, given, longest);
  } catch (error) {
    // Node itself fails to start once in some thousand times, whatever the file.
    if (!(error instanceof Crash)) throw error;
    context.log.error({ signal: error.message }, 'the process that reads files has crashed');
    return readInProcess(context, bytes, given, longest);
  }
}

/** The process was ended by a signal that neither we nor its memory limit sent. */
class Crash extends Error {}

async function readInProcess(
  { bankFileReader, log }: Pick<Operating, 'bankFileReader' | 'log'>,
  bytes: Uint8Array,
  given: Given,
  longest: number,
): Promise<BankFile> {
  const child = fork(fileURLToPath(bankFileReader), {
    serialization: 'advanced',
    execArgv: HEAP,
    // It gets neither the environment nor open handles of the server.
    env: {},
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  });
  const { promise, resolve, reject } = Promise.withResolvers<BankFile>();
  const started = performance.now();
  const timer = setInterval(async () => {
    const passed = performance.now() - started;
    const used = (child.pid ? await processorTime(child.pid) : null) ?? passed;
    if (used > longest || passed > longest * WAITING_MOST) reject(new UnreadableFile('too_slow'));
  }, LOOK);
  const rows: FileRow[] = [];
  const pooled = stringPool();
  child.on('message', async (message: FromReader) => {
    if ('unreadable' in message) {
      if (message.error) log.error({ error: message.error }, "a bank's file could not be read");
      reject(new UnreadableFile(message.unreadable, message.line));
    } else if ('file' in message) resolve({ ...message.file, rows });
    else {
      for (const row of message.rows) {
        row.date = pooled(row.date);
        row.type = pooled(row.type);
        row.description = pooled(row.description);
        rows.push(row);
      }
      // Other requests are served between batches.
      await setImmediate();
      child.send('next');
    }
  });
  child.on('error', reject);
  child.on('exit', (code, signal) => {
    const end = () => {
      if (signal === 'SIGABRT' || code === ABORTED) reject(new UnreadableFile('too_large'));
      else if (signal) reject(new Crash(signal));
      else reject(new Error('The process has ended before its file.'));
    };
    // What it has sent may still be on its way.
    if (child.connected) child.once('disconnect', end);
    else end();
  });
  // A process that cannot be sent to has ended; `exit` reports that.
  child.send(given, () => undefined);
  child.stdin?.on('error', () => undefined);
  // Not in a message, which would take three times their memory.
  child.stdin?.end(bytes);
  try {
    return await promise;
  } finally {
    clearInterval(timer);
    child.kill('SIGKILL');
  }
}

/** Linux counts in hundredths of a second, as in `proc_pid_stat(5)`. */
const TICK = 10;

/** What a process has used, in milliseconds; null where the system does not say. */
async function processorTime(pid: number): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => null);
  // The name of the program, in brackets, may contain blanks.
  const [user, system] = stat?.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14).map(Number) ?? [];
  return user === undefined || system === undefined ? null : (user + system) * TICK;
}
