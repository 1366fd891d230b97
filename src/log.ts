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

// The user and password, and the query, of addresses in the text of a line: keys of services and tokens stand there.
// The scheme is not looked at: strangers choose the paths in these lines, and trying each letter of a long path as the
// beginning of a scheme would take the square of its length.
const SECRETS_OF_ADDRESSES = /(:\/\/)(?:[^\s"'/?#\\@]*@)?([^\s"'?#\\]*)(\?[^\s"'#\\]*)?/g;

function withoutSecrets(line: string): string {
  return line.includes('://') ? line.replace(SECRETS_OF_ADDRESSES, '$1$2') : line;
}

/** JSON lines to stdout, or to `destination`; the known names of secrets are redacted, up to two levels deep. */
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

// A database error contains the row that was refused: people's data must not be logged.
function withoutContent(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code } = error as { code?: unknown };
  return { type: error.name, message: error.message, code, stack: error.stack };
}

const LEVELS = { debug: 'debug', log: 'info', info: 'info', warn: 'warn', error: 'error' } as const;

/** Turns what libraries write to the console, and Node's own warnings, into lines of the log. */
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

/** Bytes of lines that wait for a reader; while more wait, lines are dropped. */
const MOST_WAITING = 4 * 1024 * 1024;

// Not pino's own destination: a write to a pipe that nobody reads would occupy a thread of Node, and the process could
// not end.
function standardOutput(): DestinationStream {
  if (fstatSync(1).isFile()) return { write: writingTogether(writeToFile) };
  const { stdout } = process;
  // Node writes to terminals synchronously: one that was stopped would stop the server.
  (stdout as Blocking)._handle?.setBlocking?.(false);
  // Without its reader the server goes on without a log.
  stdout.on('error', () => undefined);
  let dropped = 0;
  const write = writingTogether((lines) => void stdout.write(lines));
  return {
    write(line) {
      if (stdout.writableLength > MOST_WAITING) {
        dropped += 1;
        return;
      }
      if (dropped > 0) write(lineAbout(dropped));
      dropped = 0;
      write(line);
    },
  };
}

/** How long lines wait for each other, in milliseconds: a write takes as long as a tenth of a small answer. */
const TOGETHER = 20;

function writingTogether(write: (lines: string) => void): (line: string) => void {
  let lines = '';
  const send = () => {
    const together = lines;
    lines = '';
    write(together);
  };
  return (line) => {
    if (lines === '') setTimeout(send, TOGETHER);
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

/** Waits until the written lines have been read, at most `longest` milliseconds; whether they have. */
export function flushLog(longest: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), longest);
    const done = () => {
      clearTimeout(timer);
      resolve(true);
    };
    // The last lines are written when they have waited for each other.
    setTimeout(() => process.stdout.write('', done), TOGETHER);
  });
}

export type Log = Logger;
