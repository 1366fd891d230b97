import type { Db } from '../../db/open.ts';
import { UserBlocked } from './block.ts';
import { findRestrictions } from './queries.ts';

/** Lets nobody pass who is blocked at this instant. @throws DomainError USER_BLOCKED (403) */
export async function requireUnblocked(db: Db, userId: string, now: Date): Promise<void> {
  const restrictions = await findRestrictions(db, userId, now.toISOString());
  const block = restrictions.find(({ restriction_type }) => restriction_type === 'blocked');
  if (block) throw new UserBlocked(block);
}
