import type { Tx } from '../../db/transact.ts';
import { DomainError } from '../error.ts';
import { isBlocking } from '../restrictions/block.ts';
import { readRestrictionsOf } from '../restrictions/read.ts';
import { lockSuperAdmins } from './accounts.queries.ts';

/**
 * Locks all super admins until the database transaction ends, before anything is read, so that two of them are never
 * removed at the same moment; returns those who are neither blocked nor deleted.
 */
export async function lockAbleSuperAdmins(tx: Tx, now: Date): Promise<string[]> {
  const all = await lockSuperAdmins(tx);
  const restricted = await readRestrictionsOf({ db: tx, now }, all);
  return all.filter((id) => !isBlocking(restricted.get(id) ?? []));
}

/**
 * Refuses to take away the role of a super admin after whom nobody could manage the instance.
 * @throws DomainError LAST_SUPER_ADMIN (409)
 */
export function requireAnother(able: readonly string[], userId: string): void {
  if (!able.some((id) => id !== userId)) throw new DomainError('LAST_SUPER_ADMIN', 409);
}
