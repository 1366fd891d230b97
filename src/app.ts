import { join } from 'node:path';
import { type Config, readConfig } from './config.ts';
import type { Database } from './db/open.ts';
import { openInstance } from './domain/backups/backups.ts';
import type { Context, Settings } from './domain/context.ts';
import { countMail } from './domain/instance/days.ts';
import { createRequestFigures, type RequestFigures } from './domain/instance/request-figures.ts';
import { createSite, type Site } from './domain/site-settings/site.ts';
import { realTiming, type Timing } from './domain/timing.ts';
import { isOidcOnly } from './domain/users/oidc/settings.ts';
import { createLog, type Log } from './log.ts';
import type { Message } from './mail/letter.ts';
import { createMailer, type Mailer } from './mail/mailer.ts';
import { createPush, type Push } from './push/push.ts';

export interface App extends Pick<Context, 'log' | 'timing' | 'sendMail' | 'defer' | 'deferAtRandom'> {
  config: Config;
  database: Database;
  site: Site;
  clock(): Date;
  startedAt: Date;
  mailsWaiting(): number;
  /** As `sendMail`, and waits for the outcome. */
  deliverMail(to: string, message: Message): Promise<'sent' | 'failed'>;
  push: Push;
  requests: RequestFigures;
  statementThread: URL;
  bankFileReader: URL;
  /** While stopping, running requests finish and no new ones are accepted. */
  isStopping(): boolean;
  /** Makes `/health` report that this node accepts no more requests. */
  beginStop(): void;
  settle(): Promise<void>;
  close(): Promise<void>;
}

export function createContext(app: App): Context {
  const { database, site, log, timing, sendMail, defer, deferAtRandom } = app;
  return {
    db: database.db,
    rootDb: database.db,
    scanDb: database.scanDb,
    viewer: null,
    now: app.clock(),
    locale: 'en',
    client: { address: '127.0.0.1', userAgent: '' },
    settings: settingsOf(app),
    site: site.settings,
    reloadSite: site.reload,
    timing,
    log,
    sendMail,
    instance: {
      engine: database.engine,
      startedAt: app.startedAt,
      problem: database.problem,
      mailsWaiting: app.mailsWaiting,
      requests: app.requests,
      statements: database.statements,
    },
    isAbandoned: () => false,
    statementThread: app.statementThread,
    bankFileReader: app.bankFileReader,
    defer,
    deferAtRandom,
  };
}

// What offers Google asks for its client id.
function settingsOf({ config, site }: Pick<App, 'config' | 'site'>): Settings {
  const hasGoogle = site.settings.google_oauth_enabled && !isOidcOnly(config);
  return hasGoogle ? config : { ...config, GOOGLE_CLIENT_ID: undefined };
}

interface Parts {
  config: Config;
  database: Database;
  log: Log;
  mailer: Mailer;
  clock: () => Date;
  timing?: Timing;
  statementThread?: URL | undefined;
  bankFileReader?: URL | undefined;
}

const STATEMENT_THREAD = new URL('./domain/export/pdf/thread.ts', import.meta.url);
const BANK_FILE_READER = new URL('./domain/bank-files/reading/reader-process.ts', import.meta.url);

/** Milliseconds; work is deferred at random so that other answers hide differences below a millisecond. */
const LONGEST_DELAY = 4000;

export function assembleApp({
  config,
  database,
  log,
  mailer,
  clock,
  timing = realTiming(clock),
  statementThread = STATEMENT_THREAD,
  bankFileReader = BANK_FILE_READER,
}: Parts): App {
  const mails = new Set<Promise<unknown>>();
  const deferred = new Set<Promise<void>>();
  const delayed = new Set<() => void>();
  const push = createPush(config);
  let stopping = false;
  const deliverMail: App['deliverMail'] = async (to, message) => {
    const outcome = await mailer.send({ to, ...message }).then(
      () => 'sent' as const,
      (error) => {
        log.error({ err: error }, 'a mail could not be sent');
        return 'failed' as const;
      },
    );
    await countMail(database.db, clock(), outcome).catch((error) =>
      log.error({ err: error }, 'a mail could not be counted'),
    );
    return outcome;
  };
  const defer: App['defer'] = (work) => {
    const doing: Promise<void> = new Promise((resolve) => setImmediate(resolve))
      .then(() => work(() => stopping))
      .catch((error) => log.error({ err: error }, 'deferred work failed'))
      .finally(() => deferred.delete(doing));
    deferred.add(doing);
  };
  return {
    config,
    database,
    site: createSite(database.db, config.SUPPORT_EMAIL),
    log,
    clock,
    startedAt: clock(),
    timing,
    async sendMail(to, message) {
      const sending: Promise<unknown> = deliverMail(to, message).finally(() => mails.delete(sending));
      mails.add(sending);
      // A file is written at once, but a mail server may be slow: do not wait for it.
      if (!config.SMTP_URL) await sending;
    },
    deliverMail,
    push: (subscription, message) =>
      push(subscription, message).catch((error) => {
        log.error({ err: error }, 'a browser could not be notified');
        return 'failed';
      }),
    defer,
    deferAtRandom(work) {
      const start = () => {
        clearTimeout(timer);
        if (delayed.delete(start)) defer(work);
      };
      const timer = setTimeout(start, LONGEST_DELAY * Math.random());
      delayed.add(start);
    },
    mailsWaiting: () => mails.size,
    requests: createRequestFigures(),
    statementThread,
    bankFileReader,
    isStopping: () => stopping,
    beginStop() {
      stopping = true;
    },
    async settle() {
      for (const start of delayed) start();
      while (deferred.size > 0) await Promise.all(deferred);
    },
    async close() {
      await this.settle();
      await mailer.close();
      await Promise.all(mails);
      await database.close();
    },
  };
}

/** Without them everything runs in this thread. */
interface Threads {
  reading: URL;
  statement: URL;
  bankFile: URL;
}

async function openApp(threads?: Threads): Promise<App> {
  const config = readConfig(process.env);
  const log = createLog(config.LOG_LEVEL);
  const database = await openInstance(config, new Date(), {
    ...(threads && { readingThread: threads.reading }),
    onUpgrade: (copy) => log.warn({ copy }, 'the database is of an earlier version and is migrated now'),
  });
  const mailer = createMailer({
    smtpUrl: config.SMTP_URL,
    from: config.MAIL_FROM,
    outboxDir: join(config.DATA_DIR, 'outbox'),
  });
  return assembleApp({
    config,
    database,
    log,
    mailer,
    clock: () => new Date(),
    statementThread: threads?.statement,
    bankFileReader: threads?.bankFile,
  });
}

let running: Promise<App> | undefined;

/** The app of this process, opened once. @throws ConfigError or DatabaseError with one line for the host */
export function startApp(threads?: Threads): Promise<App> {
  running ??= openApp(threads);
  return running;
}
