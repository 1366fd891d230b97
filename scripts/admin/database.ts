import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { assembleApp, createContext } from '../../src/app.ts';
import { type Config, readConfig, readEnvironment } from '../../src/config.ts';
import { openCurrentDatabase } from '../../src/db/open.ts';
import { sqliteFileOf } from '../../src/domain/backups/folder.ts';
import type { Context } from '../../src/domain/context.ts';
import { createLog } from '../../src/log.ts';
import { createMailer } from '../../src/mail/mailer.ts';
import { Refused } from './command.ts';

/** @throws Refused when there is no database, unless it may be new: a wrong DATA_DIR would become an empty instance */
export function readHostConfig(environment: NodeJS.ProcessEnv, mayBeNew: boolean): Config {
  const given = readEnvironment(environment);
  const DATA_DIR = resolve(given.DATA_DIR ?? './data');
  if (!given.DATABASE_URL && !mayBeNew && !existsSync(sqliteFileOf({ DATA_DIR })))
    throw new Refused(
      `There is no database ${sqliteFileOf({ DATA_DIR })}. Is DATA_DIR the one of the server?`,
    );
  return readConfig(environment);
}

/** Opens the instance beside a running server; mails are sent before it returns. */
export async function withDatabase<Result>(
  config: Config,
  work: (context: Context) => Promise<Result>,
): Promise<Result> {
  const app = assembleApp({
    config,
    database: await openCurrentDatabase(config),
    // The command prints its own result.
    log: createLog('silent', { write: () => undefined }),
    mailer: createMailer({
      smtpUrl: config.SMTP_URL,
      from: config.MAIL_FROM,
      outboxDir: join(config.DATA_DIR, 'outbox'),
    }),
    clock: () => new Date(),
  });
  try {
    await app.site.refresh();
    return await work({ ...createContext(app), client: { address: '', userAgent: '' } });
  } finally {
    await app.close();
  }
}
