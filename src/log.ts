import { fstatSync, writeSync } from 'node:fs';
import { type DestinationStream, type Logger, pino } from 'pino';

const SECRETS = [
  'password',
  'newPassword',
  'currentPassword',
  'token',
  'accessToken',
  'refreshToken',
  'authorization',
  'cookie',
];

/** JSON lines to stdout, or to `destination`; the known names of secrets are redacted, up to two levels deep. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: withoutContent },
      redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' },
    },
    destination ?? standardOutput(),
  );
}

// A database error contains the row that was refused: people's data must not be logged.
function withoutContent(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code } = error as { code?: unknown };
  return { type: error.name, message: error.message, code, stack: error.stack };
}

/** Bytes of lines that wait for a reader; while more wait, lines are dropped. */
const MOST_WAITING = 4 * 1024 * 1024;

// Not pino's own destination: a write to a pipe that nobody reads would occupy a thread of Node, and the process could
// not end.
function standardOutput(): DestinationStream {
  if (fstatSync(1).isFile()) return { write: writeToFile };
  const { stdout } = process;
  // Node writes to terminals synchronously: one that was stopped would stop the server.
  (stdout as Blocking)._handle?.setBlocking?.(false);
  // Without its reader the server goes on without a log.
  stdout.on('error', () => undefined);
  let dropped = 0;
  return {
    write(line) {
      if (stdout.writableLength > MOST_WAITING) {
        dropped += 1;
        return;
      }
      if (dropped > 0) stdout.write(lineAbout(dropped));
      dropped = 0;
      stdout.write(line);
    },
  };
}

function lineAbout(dropped: number): string {
  const msg = 'lines were dropped, because nobody read them';
  return `${JSON.stringify({ level: 'warn', time: new Date().toISOString(), dropped, msg })}\n`;
}

interface Blocking {
  _handle?: { setBlocking?(isBlocking: boolean): void };
}

function writeToFile(line: string): void {
  try {
    writeSync(1, line);
  } catch {
    // A full disk loses lines, not answers.
  }
}

/** Waits until the written lines have been read, at most `longest` milliseconds; whether they have. */
export function flushLog(longest: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), longest);
    process.stdout.write('', () => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}

export type Log = Logger;
