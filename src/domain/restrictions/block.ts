import type { Db } from '../../db/open.ts';
import type { RestrictionRow } from '../../db/tables.ts';
import { DomainError } from '../error.ts';
import { findRestrictions } from './restrictions.queries.ts';

export const BLOCKING: readonly RestrictionRow['restriction_type'][] = ['blocked', 'deleted'];

export function isBlocking(inForce: Pick<RestrictionRow, 'restriction_type'>[]): boolean {
  return inForce.some(({ restriction_type }) => BLOCKING.includes(restriction_type));
}

/** `expires_at` is ISO 8601 in UTC, null for no end. */
export interface Block {
  reason: string | null;
  expires_at: string | null;
}

/** USER_BLOCKED (403), for every request of a blocked person. */
export class UserBlocked extends DomainError {
  readonly block: Block;

  constructor({ reason, expires_at }: Block) {
    super('USER_BLOCKED', 403, { details: { reason, expires_at } });
    this.block = { reason, expires_at };
  }
}

/** Also true for a deleted account. */
export async function isBlocked({ db, now }: { db: Db; now: Date }, userId: string): Promise<boolean> {
  return isBlocking(await findRestrictions(db, userId, now.toISOString()));
}

/** @throws DomainError USER_BLOCKED (403) */
export async function requireUnblocked(db: Db, userId: string, now: Date): Promise<void> {
  const restrictions = await findRestrictions(db, userId, now.toISOString());
  const block = restrictions.find(({ restriction_type }) => BLOCKING.includes(restriction_type));
  if (block) throw new UserBlocked(block);
}

/** USER_RESTRICTED (403), for a restricted person's changes. */
export function userRestricted({ reason, expires_at }: Block): DomainError {
  return new DomainError('USER_RESTRICTED', 403, { details: { reason, expires_at } });
}

/** Call it in the transaction that writes. @throws DomainError USER_BLOCKED, USER_RESTRICTED (403) */
export async function requireUnrestricted(db: Db, userId: string, now: Date): Promise<void> {
  const restrictions = await findRestrictions(db, userId, now.toISOString());
  const block = restrictions.find(({ restriction_type }) => BLOCKING.includes(restriction_type));
  if (block) throw new UserBlocked(block);
  if (restrictions[0]) throw userRestricted(restrictions[0]);
}
