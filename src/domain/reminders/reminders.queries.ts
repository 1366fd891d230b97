import { insertRows } from '../../db/insert-rows.ts';
import type { Db } from '../../db/open.ts';
import type {
  CalendarFeedRow,
  ReminderMessageRow,
  ReminderSettingsRow,
  SentReminderRow,
} from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';

export function findFeed(db: Db, userId: string): Promise<CalendarFeedRow | undefined> {
  return db.selectFrom('calendar_feeds').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

export async function replaceFeed(db: Db, { user_id, ...changes }: CalendarFeedRow): Promise<void> {
  await db
    .insertInto('calendar_feeds')
    .values({ user_id, ...changes })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(changes))
    .execute();
}

export async function deleteFeed(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('calendar_feeds').where('user_id', '=', userId).execute();
}

export function findSettings(db: Db, userId: string): Promise<ReminderSettingsRow | undefined> {
  return db.selectFrom('reminder_settings').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

export async function replaceSettings(db: Db, { user_id, ...changes }: ReminderSettingsRow): Promise<void> {
  await db
    .insertInto('reminder_settings')
    .values({ user_id, ...changes })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(changes))
    .execute();
}

/** The settings of all people, the longest due first. */
export function findDueSettings(db: Db, now: string, most: number): Promise<ReminderSettingsRow[]> {
  return db
    .selectFrom('reminder_settings')
    .selectAll()
    .where('next_look_at', '<=', now)
    .orderBy('next_look_at')
    .limit(most)
    .execute();
}

/** Locks the settings; `false` if the person has changed them since. */
export async function setLook(
  db: Db,
  { user_id, updated_at }: Pick<ReminderSettingsRow, 'user_id' | 'updated_at'>,
  look: Partial<Pick<ReminderSettingsRow, 'looked_at' | 'next_look_at'>>,
): Promise<boolean> {
  const result = await db
    .updateTable('reminder_settings')
    .set(look)
    .where('user_id', '=', user_id)
    .where('updated_at', '=', updated_at)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Returns `false` for a reminder that was sent before. */
export async function insertSent(tx: Tx, row: SentReminderRow): Promise<boolean> {
  const result = await tx
    .insertInto('sent_reminders')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export async function deleteSettings(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('reminder_settings').where('user_id', '=', userId).execute();
}

export const insertAllSent = insertRows(
  'sent_reminders',
  ['user_id', 'kind', 'subject', 'sent_at'],
  (insert) => insert.onConflict((conflict) => conflict.doNothing()),
);

export function findSent(db: Db, userId: string): Promise<SentReminderRow[]> {
  return db
    .selectFrom('sent_reminders')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('sent_at')
    .orderBy('kind')
    .orderBy('subject')
    .execute();
}

export async function deleteSentBefore(tx: Tx, userId: string, instant: string): Promise<void> {
  await tx
    .deleteFrom('sent_reminders')
    .where('user_id', '=', userId)
    .where('sent_at', '<', instant)
    .execute();
}

export async function insertMessage(tx: Tx, row: ReminderMessageRow): Promise<void> {
  await tx.insertInto('reminder_mails').values(row).execute();
}

/** The waiting messages of all people, the oldest first. */
export function findWaiting(db: Db, now: string, most: number): Promise<ReminderMessageRow[]> {
  return db
    .selectFrom('reminder_mails')
    .selectAll()
    .where('next_attempt_at', '<=', now)
    .orderBy('next_attempt_at')
    .limit(most)
    .execute();
}

/** Takes a message for an attempt to send it; `false` if another node has. */
export async function takeMessage(
  db: Db,
  { user_id, id, attempts }: ReminderMessageRow,
  changes: Pick<ReminderMessageRow, 'attempts' | 'next_attempt_at'>,
): Promise<boolean> {
  const result = await db
    .updateTable('reminder_mails')
    .set(changes)
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function deleteMessage(db: Db, { user_id, id }: Pick<ReminderMessageRow, 'user_id' | 'id'>) {
  await db.deleteFrom('reminder_mails').where('user_id', '=', user_id).where('id', '=', id).execute();
}

export async function deleteMessagesOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('reminder_mails').where('user_id', '=', userId).execute();
}
