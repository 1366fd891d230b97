import { join } from 'node:path';
import { type Config, readConfig } from './config.ts';
import { type Database, openDatabase } from './db/open.ts';
import type { App } from './domain/context.ts';
import { createLog, type Log } from './log.ts';
import { createMailer, type Mailer } from './mail/mailer.ts';

/** A process of Pruta: what `App` needs, and how it ends. */
export interface RunningApp extends App {
  /** The front door, once the built pages are loaded. */
  answer?: (request: Request) => Response | Promise<Response>;
  /** From now on `/health` says that this node takes no more. */
  beginEnding(): void;
  /** Somebody waits for an answer, until the returned function is called. */
  beginAnswer(): () => void;
  /** Waits for whatever was put off. */
  settle(): Promise<void>;
  /** Waits for what was put off and for mails under way, and closes the database. */
  end(): Promise<void>;
}

interface Parts {
  config: Config;
  database: Database;
  log: Log;
  mailer: Mailer;
  clock: () => Date;
}

/** Puts an app together from its parts; tests bring parts of their own. */
export function assembleApp({ config, database, log, mailer, clock }: Parts): RunningApp {
  const mails = new Set<Promise<void>>();
  const putOff = new Set<Promise<void>>();
  let ending = false;
  const answering = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  return {
    config,
    database,
    log,
    clock,
    async post(to, message) {
      const sending = mailer
        .send({ to, ...message })
        .catch((error) => log.error({ err: error }, 'a mail could not be sent'))
        .finally(() => mails.delete(sending));
      mails.add(sending);
      // A file is written at once; a mail server may take its time without anybody waiting.
      if (!config.SMTP_URL) await sending;
    },
    later(work) {
      const doing: Promise<void> = new Promise((resolve) => setImmediate(resolve))
        .then(work)
        .catch((error) => log.error({ err: error }, 'what was put off failed'))
        .finally(() => putOff.delete(doing));
      putOff.add(doing);
    },
    isEnding: () => ending,
    answering,
    isServing: () => Atomics.load(answering, 0) > 0,
    beginAnswer() {
      Atomics.add(answering, 0, 1);
      return () => void Atomics.sub(answering, 0, 1);
    },
    beginEnding() {
      ending = true;
    },
    async settle() {
      while (putOff.size > 0) await Promise.all(putOff);
    },
    async end() {
      await this.settle();
      await mailer.close();
      await Promise.all(mails);
      await database.close();
    },
  };
}

async function openApp(): Promise<RunningApp> {
  const config = readConfig(process.env);
  const log = createLog(config.LOG_LEVEL);
  const database = await openDatabase(config);
  const mailer = createMailer({
    smtpUrl: config.SMTP_URL,
    from: config.MAIL_FROM,
    outboxDir: join(config.DATA_DIR, 'outbox'),
  });
  return assembleApp({ config, database, log, mailer, clock: () => new Date() });
}

const KEY = Symbol.for('pruta.app');

/**
 * The app of this process, opened once. It hangs on `globalThis`, because the server and the built pages are two
 * bundles with modules of their own.
 * @throws ConfigError or DatabaseError in one line for the person who hosts
 */
export function startApp(): Promise<RunningApp> {
  const shared = globalThis as { [KEY]?: Promise<RunningApp> };
  shared[KEY] ??= openApp();
  return shared[KEY];
}
