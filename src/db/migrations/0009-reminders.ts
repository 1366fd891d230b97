import type { Kysely } from 'kysely';
import {
  type Columns,
  createTable,
  index,
  integer,
  money,
  oneOf,
  optional,
  owner,
  type Table,
  text,
} from './create-table.ts';

const TABLES = {
  calendar_feeds: table({
    columns: {
      user_id: owner,
      nonce: text,
      hides_amounts: integer,
      created_at: text,
    },
    primaryKey: ['user_id'],
    isClustered: true,
  }),

  reminder_settings: table({
    columns: {
      user_id: owner,
      kinds: text,
      low_balance: optional(money),
      quiet_from: optional(text),
      quiet_to: optional(text),
      looked_at: text,
      next_look_at: text,
      updated_at: text,
    },
    primaryKey: ['user_id'],
    indexes: { reminder_settings_by_next_look: index('next_look_at') },
    isClustered: true,
  }),

  sent_reminders: table({
    columns: {
      user_id: owner,
      kind: oneOf('bill', 'budget', 'unusual_amount', 'low_balance', 'import_due'),
      subject: text,
      sent_at: text,
    },
    primaryKey: ['user_id', 'kind', 'subject'],
    isClustered: true,
  }),

  reminder_mails: table({
    columns: {
      user_id: owner,
      id: text,
      content: text,
      attempts: integer,
      next_attempt_at: text,
      created_at: text,
    },
    primaryKey: ['user_id', 'id'],
    indexes: { reminder_mails_by_attempt: index('next_attempt_at') },
  }),
};

// Lets TypeScript check the names of columns in keys.
function table<Held extends Columns>(definition: Table<Held>): Table<Held> {
  return definition;
}

export async function addReminders(db: Kysely<unknown>): Promise<void> {
  for (const [name, definition] of Object.entries(TABLES)) await createTable(db, name, definition);
}
