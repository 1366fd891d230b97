import { type Kysely, sql } from 'kysely';
import { createTable, owner, table, text } from './create-table.ts';

const TABLES = {
  push_subscriptions: table({
    columns: {
      user_id: owner,
      id: text,
      endpoint: text,
      p256dh: text,
      auth: text,
      browser: text,
      name: text,
      created_at: text,
    },
    primaryKey: ['user_id', 'id'],
    isClustered: true,
  }),
};

export async function addPushSubscriptions(db: Kysely<unknown>): Promise<void> {
  for (const [name, definition] of Object.entries(TABLES)) await createTable(db, name, definition);
  const { schema } = db;
  const byMail = 'by_mail';
  const subscription = 'subscription_id';
  await schema
    .alterTable('reminder_settings')
    .addColumn(byMail, 'integer', (column) => column.notNull().defaultTo(sql`1`))
    .execute();
  await schema.alterTable('reminder_mails').addColumn(subscription, 'text').execute();
}
