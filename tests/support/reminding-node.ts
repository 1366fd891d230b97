import { join } from 'node:path';
import { assembleApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { openDatabase } from '../../src/db/open.ts';
import { sendReminders } from '../../src/jobs/send-reminders.ts';
import { createLog } from '../../src/log.ts';
import { createMailer } from '../../src/mail/mailer.ts';

// A node that only sends reminders, at the time in `NOW`, until none are due or it is killed.
const config = readConfig(process.env);
const { DATA_DIR, DATABASE_URL } = config;
const app = assembleApp({
  config,
  database: await openDatabase({ DATA_DIR, DATABASE_URL }),
  log: createLog('error'),
  mailer: createMailer({ from: config.MAIL_FROM, outboxDir: join(DATA_DIR, 'outbox') }),
  clock: () => new Date(process.env.NOW ?? ''),
});
await sendReminders(app);
await app.close();
