import type { Db } from '../../db/open.ts';
import { prepared } from '../../db/prepared.ts';
import type { SessionRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';
import { BLOCKING } from '../restrictions/block.ts';
import { browserOf } from './device.ts';
import { deleteSubscriptionsOf } from './push-subscriptions.queries.ts';

/** The account of a viewer: one row per restriction in force, the earliest first, or one row without any. */
export function selectViewer(db: Db, userId: string, now: string) {
  return db
    .selectFrom('users')
    .leftJoin('revisions', 'revisions.user_id', 'users.id')
    .leftJoin('second_factors', 'second_factors.user_id', 'users.id')
    .leftJoin('restrictions', (join) =>
      join
        .onRef('restrictions.user_id', '=', 'users.id')
        .on('restrictions.restriction_type', 'in', [...BLOCKING, 'other'])
        .on('restrictions.is_active', '=', 1)
        .on(({ eb, or }) =>
          or([eb('restrictions.expires_at', 'is', null), eb('restrictions.expires_at', '>', now)]),
        ),
    )
    .where('users.id', '=', userId)
    .select([
      'users.id as user_id',
      'users.email',
      'users.first_name',
      'users.last_name',
      'users.role',
      'users.profile_picture_url',
      'users.language_preference',
      'users.theme_preference',
      'users.currency_preference',
      'users.preferences',
      'users.closed_at',
      'users.onboarding_completed',
      'users.onboarding_dismissed_at',
      'users.onboarding_skipped_at',
      'second_factors.confirmed_at as second_factor_since',
      'revisions.number as revision',
      'revisions.import_id as import_id',
      'restrictions.restriction_type as block_type',
      'restrictions.reason as block_reason',
      'restrictions.expires_at as block_expires_at',
    ])
    .orderBy('restrictions.id');
}

/** As `selectViewer`, with the session. */
export const findSessionWithUser = prepared((db, userId: string, sessionId: string, now: string) =>
  selectViewer(db, userId, now)
    .innerJoin('sessions', 'sessions.user_id', 'users.id')
    .where('sessions.user_id', '=', userId)
    .where('sessions.id', '=', sessionId)
    .select([
      'sessions.id',
      'sessions.access_hash',
      'sessions.access_expires_at',
      'sessions.expires_at',
      'sessions.last_seen_at',
      'sessions.code_entered_at',
    ]),
);

export function findOwner(db: Db, userId: string) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name'])
    .where('id', '=', userId)
    .executeTakeFirst();
}

export async function insertSession(db: Db, row: SessionRow): Promise<void> {
  await db.insertInto('sessions').values(row).execute();
}

/** Reads a session and locks its row, so that concurrent refreshes run one after the other. */
export function lockSession(tx: Tx, userId: string, id: string): Promise<SessionRow | undefined> {
  return tx
    .updateTable('sessions')
    .set((expression) => ({ last_seen_at: expression.ref('last_seen_at') }))
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

export function findSession(db: Db, userId: string, id: string): Promise<SessionRow | undefined> {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function updateSession(
  db: Db,
  userId: string,
  id: string,
  changes: Partial<SessionRow>,
): Promise<void> {
  await db.updateTable('sessions').set(changes).where('user_id', '=', userId).where('id', '=', id).execute();
}

/** Signs a person out everywhere: their browsers show no more reminders either. */
export async function deleteSessionsOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
  await deleteSubscriptionsOf(db, userId, 'all');
}

/** As `deleteSessionsOf`, everywhere but in the browser of this session. */
export async function deleteOtherSessions(db: Db, userId: string, currentId: string): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).where('id', '!=', currentId).execute();
  const current = await findSession(db, userId, currentId);
  await deleteSubscriptionsOf(db, userId, current ? { exceptOf: browserOf(current) } : 'all');
}

/** Signs a person out of one browser, which shows no more reminders. Returns whether there was such a session. */
export async function deleteSession(tx: Tx, userId: string, id: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning(['id', 'device_hash'])
    .executeTakeFirst();
  if (row) await deleteSubscriptionsOf(tx, userId, { of: browserOf(row) });
  return row !== undefined;
}

export function findSessions(db: Db, userId: string, now: string) {
  return db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'ip', 'created_at', 'last_seen_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export async function countSessions(db: Db, userId: string, now: string): Promise<number> {
  const row = await db
    .selectFrom('sessions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export async function deleteEndedSessions(db: Db, userId: string, now: string): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).where('expires_at', '<=', now).execute();
}

export async function insertSpentToken(
  tx: Tx,
  user_id: string,
  session_id: string,
  hash: string,
): Promise<void> {
  await tx.insertInto('spent_tokens').values({ user_id, session_id, hash }).execute();
}

export async function isSpentToken(
  db: Db,
  user_id: string,
  session_id: string,
  hash: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('spent_tokens')
    .select('hash')
    .where('user_id', '=', user_id)
    .where('session_id', '=', session_id)
    .where('hash', '=', hash)
    .executeTakeFirst();
  return row !== undefined;
}
