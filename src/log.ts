import { fstatSync, writeSync } from 'node:fs';
import { format, stripVTControlCharacters } from 'node:util';
import { type DestinationStream, type Logger, pino } from 'pino';

const SECRETS = [
  'password',
  'newPassword',
  'confirmPassword',
  'currentPassword',
  'token',
  'accessToken',
  'refreshToken',
  'authorization',
  'cookie',
];

// User, password and query of an address may be keys or tokens. Ignoring the scheme avoids quadratic time on long
// paths, which strangers choose.
const SECRETS_OF_ADDRESSES = /(:\/\/)(?:[^\s"'/?#\\@]*@)?([^\s"'?#\\]*)(\?[^\s"'#\\]*)?/g;

function withoutSecrets(line: string): string {
  return line.includes('://') ? line.replace(SECRETS_OF_ADDRESSES, '$1$2') : line;
}

/** JSON lines to stdout or `destination`; known names of secrets are redacted, up to two levels deep. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const out = destination ?? standardOutput();
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: withoutContent },
      redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' },
    },
    { write: (line) => out.write(withoutSecrets(line)) },
  );
}

// A database error contains the refused row: people's data must not be logged.
function withoutContent(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code } = error as { code?: unknown };
  return { type: error.name, message: error.message, code, stack: error.stack };
}

const LEVELS = { debug: 'debug', log: 'info', info: 'info', warn: 'warn', error: 'error' } as const;

export function logConsole(log: Logger): void {
  for (const [name, level] of Object.entries(LEVELS) as [
    keyof typeof LEVELS,
    (typeof LEVELS)[keyof typeof LEVELS],
  ][]) {
    console[name] = (...words: unknown[]) =>
      log[level]({ from: 'console' }, stripVTControlCharacters(format(...words)));
  }
  process
    .removeAllListeners('warning')
    .on('warning', (warning) => log.warn({ err: warning }, 'a warning of Node'));
}

/** Bytes of unread lines; beyond that, lines are dropped. */
const BUFFER_LIMIT = 4 * 1024 * 1024;

// With pino's own destination, writing to an unread pipe would block a thread of Node, and the process could not exit.
function standardOutput(): DestinationStream {
  if (fstatSync(1).isFile()) return { write: batched(writeToFile) };
  const { stdout } = process;
  // Node writes to terminals synchronously: a suspended one would stop the server.
  (stdout as Blocking)._handle?.setBlocking?.(false);
  // Without a reader the server continues without a log.
  stdout.on('error', () => undefined);
  let dropped = 0;
  const write = batched((lines) => void stdout.write(lines));
  return {
    write(line) {
      if (stdout.writableLength > BUFFER_LIMIT) {
        dropped += 1;
        return;
      }
      if (dropped > 0) write(lineAbout(dropped));
      dropped = 0;
      write(line);
    },
  };
}

/** Milliseconds to batch lines: one write takes as long as a tenth of a small answer. */
const BATCH_DELAY = 20;

function batched(write: (lines: string) => void): (line: string) => void {
  let lines = '';
  const send = () => {
    const batch = lines;
    lines = '';
    write(batch);
  };
  return (line) => {
    if (lines === '') setTimeout(send, BATCH_DELAY);
    lines += line;
  };
}

function lineAbout(dropped: number): string {
  const msg = 'lines were dropped, because nobody read them';
  return `${JSON.stringify({ level: 'warn', time: new Date().toISOString(), dropped, msg })}\n`;
}

interface Blocking {
  _handle?: { setBlocking?(isBlocking: boolean): void };
}

function writeToFile(lines: string): void {
  try {
    writeSync(1, lines);
  } catch {
    // A full disk loses lines, not answers.
  }
}

/** Waits at most `longest` milliseconds for the reader; returns whether all lines were read. */
export function flushLog(longest: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), longest);
    const done = () => {
      clearTimeout(timer);
      resolve(true);
    };
    // After the last batch.
    setTimeout(() => process.stdout.write('', done), BATCH_DELAY);
  });
}

export type Log = Logger;
