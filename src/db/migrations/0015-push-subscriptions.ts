import { type Kysely, sql } from 'kysely';
import { createTable, owner, type RowsOf, table, text } from './create-table.ts';

const TABLES = {
  /** Browsers that show reminders (Web Push, RFC 8030). */
  push_subscriptions: table({
    columns: {
      user_id: owner,
      /** Made of the address, so that a browser has one row however often it subscribes. */
      id: text,
      /** Of the browser's push service. Whoever has it and the keys can write to the browser. */
      endpoint: text,
      p256dh: text,
      auth: text,
      /** As `browserOf` names it: signing out there ends its subscription. */
      browser: text,
      /** For example `Firefox, Windows`. */
      name: text,
      created_at: text,
    },
    primaryKey: ['user_id', 'id'],
    isClustered: true,
  }),
};

/** How reminders reach a person. */
export interface RemindersByPush {
  /** Whether they come by mail; those of a person without a subscribed browser always do. */
  reminder_settings: { by_mail: number };
  /** The browser that it is for; null for a mail. */
  reminder_mails: { subscription_id: string | null };
}

export type PushTables = RowsOf<typeof TABLES>;

export async function addPushSubscriptions(db: Kysely<unknown>): Promise<void> {
  for (const [name, definition] of Object.entries(TABLES)) await createTable(db, name, definition);
  const { schema } = db;
  const byMail: keyof RemindersByPush['reminder_settings'] = 'by_mail';
  const subscription: keyof RemindersByPush['reminder_mails'] = 'subscription_id';
  await schema
    .alterTable('reminder_settings')
    .addColumn(byMail, 'integer', (column) => column.notNull().defaultTo(sql`1`))
    .execute();
  await schema.alterTable('reminder_mails').addColumn(subscription, 'text').execute();
}
