import type { Kysely } from 'kysely';
import { createTable, money, optional, owner, type RowsOf, table, text } from './create-table.ts';

const TABLES = {
  /**
   * Transactions of the time of an account's check against the bank that have been changed since, or came there since,
   * as the check found them: the day and the signed amount in the account's currency, both null where it did not find
   * them. Rows outlive the transactions, and end with the next check of the account.
   */
  changed_since_checks: table({
    columns: {
      user_id: owner,
      account_id: text,
      id: text,
      date: optional(text),
      amount: optional(money),
    },
    primaryKey: ['user_id', 'account_id', 'id'],
    isClustered: true,
  }),
};

export type ChangedSinceCheckTables = RowsOf<typeof TABLES>;

export async function addChangedSinceChecks(db: Kysely<unknown>): Promise<void> {
  for (const [name, definition] of Object.entries(TABLES)) await createTable(db, name, definition);
}
