import type { UserRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';
import { DomainError } from '../error.ts';
import { isSamePassword } from './passwords/hash.ts';
import { lockUser } from './users.queries.ts';

/** What a person has proved before a transaction: throws inside it, with the account locked, if it no longer holds. */
export type Proof = (locked: UserRow, tx: Tx) => void | Promise<void>;

/**
 * Locks an account for access that its owner has just proved a right to: whatever ends all access locks it too, so it
 * comes before, and the proof is refused, or after, and ends what is written here.
 * @throws DomainError INVALID_CREDENTIALS (401) for an account that is gone, and as the proof
 */
export async function lockProved(tx: Tx, userId: string, requireProof: Proof): Promise<UserRow> {
  const locked = await lockUser(tx, userId);
  if (!locked) throw invalidCredentials();
  await requireProof(locked, tx);
  return locked;
}

/** The password and the address of an account, as they were when the password was verified. */
export function byPassword(verified: UserRow, refusal: () => DomainError = invalidCredentials): Proof {
  return (locked) => {
    if (!isProvedBy(verified, locked)) throw refusal();
  };
}

/** Whether an account has the password and the address that were verified. */
export function isProvedBy(verified: UserRow, locked: UserRow): boolean {
  return locked.email === verified.email && isSamePassword(locked.password_hash, verified.password_hash);
}

export function invalidCredentials(): DomainError {
  return new DomainError('INVALID_CREDENTIALS', 401);
}
