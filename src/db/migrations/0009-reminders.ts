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
  type Row,
  type Table,
  text,
} from './create-table.ts';

const TABLES = {
  /** The address of what is due, for people's own calendars. */
  calendar_feeds: table({
    columns: {
      user_id: owner,
      /** The secret of the address is made of it with the server's key; another one revokes the address. */
      nonce: text,
      /** Whether events have no amounts. */
      hides_amounts: integer,
      created_at: text,
    },
    primaryKey: ['user_id'],
    isClustered: true,
  }),

  /** What a person wants to be reminded of. Without a row it is nothing. */
  reminder_settings: table({
    columns: {
      user_id: owner,
      /** JSON: the kinds that are on. */
      kinds: text,
      /** The balance of the kind `low_balance`. */
      low_balance: optional(money),
      /** Local times between which nothing is sent; both null for none. */
      quiet_from: optional(text),
      quiet_to: optional(text),
      /** What was looked at last: revision and local date. */
      looked_at: text,
      next_look_at: text,
      updated_at: text,
    },
    primaryKey: ['user_id'],
    indexes: { reminder_settings_by_next_look: index('next_look_at') },
    isClustered: true,
  }),

  /** Reminders that were sent, so that each is sent once. */
  sent_reminders: table({
    columns: {
      user_id: owner,
      kind: oneOf('bill', 'budget', 'unusual_amount', 'low_balance', 'import_due'),
      /** What it was about: an occurrence, a share of a budget's period, a transaction, a payday, an account. */
      subject: text,
      sent_at: text,
    },
    primaryKey: ['user_id', 'kind', 'subject'],
    isClustered: true,
  }),

  /** Mails of reminders until a mail server has taken them. Not clustered, because rows are long. */
  reminder_mails: table({
    columns: {
      user_id: owner,
      id: text,
      /** JSON: subject, text, HTML and headers. */
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

export type ReminderTables = {
  [Name in keyof typeof TABLES]: (typeof TABLES)[Name] extends Table<infer Held> ? Row<Held> : never;
};

export async function addReminders(db: Kysely<unknown>): Promise<void> {
  for (const [name, definition] of Object.entries(TABLES)) await createTable(db, name, definition);
}
