import { sql } from 'kysely';
import { contains } from '../../../db/engine-functions.ts';
import type { Db } from '../../../db/open.ts';
import { soughtIn } from '../person-keys.ts';

/**
 * The accounts whose address, name or id contains a text, the newest first, with the restrictions in force at an
 * instant.
 */
export async function findPeople(db: Db, text: string, now: string, most: number) {
  const people = await db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name', 'role', 'email_verified', 'last_login', 'created_at'])
    .where('closed_at', 'is', null)
    .where(contains(db, sql`email_key || ' ' || first_key || ' ' || last_key || ' ' || id`, soughtIn(text)))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
  const ids = people.map(({ id }) => id);
  const restrictions = await db
    .selectFrom('restrictions')
    .select(['user_id', 'restriction_type'])
    .where('user_id', 'in', ids.length > 0 ? ids : [''])
    .where('is_active', '=', 1)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .execute();
  return people.map((person) => ({
    ...person,
    restrictions: restrictions
      .filter(({ user_id }) => user_id === person.id)
      .map(({ restriction_type }) => restriction_type),
  }));
}
