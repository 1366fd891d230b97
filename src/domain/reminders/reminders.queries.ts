import type { Db } from '../../db/open.ts';
import type { CalendarFeedRow } from '../../db/tables.ts';

export function findPerson(db: Db, userId: string) {
  return db
    .selectFrom('users')
    .leftJoin('revisions', 'revisions.user_id', 'users.id')
    .where('users.id', '=', userId)
    .select([
      'users.email',
      'users.email_verified',
      'users.first_name',
      'users.last_name',
      'users.role',
      'users.language_preference',
      'users.theme_preference',
      'users.currency_preference',
      'users.preferences',
      'users.closed_at',
      'revisions.number as revision',
      'revisions.import_id as import_id',
    ])
    .executeTakeFirst();
}

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
