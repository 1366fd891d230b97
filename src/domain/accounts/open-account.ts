import type { UserRow } from '../../db/tables.ts';
import { createDefaults } from '../categories/create-defaults.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../transact.ts';
import { type Known, newUser } from './new-user.ts';
import { claimOwnership, insertUser } from './queries.ts';

/**
 * Adds an account with the default categories. The very first one owns the instance and need not prove its address.
 * @returns the row; null when the address is taken, and then the transaction must not go on
 */
export async function openAccount({ now }: Context, tx: Tx, known: Known): Promise<UserRow | null> {
  const row = newUser(now, known);
  const isOwner = await claimOwnership(tx, row.id, row.created_at);
  const user: UserRow = isOwner ? { ...row, role: 'super_admin', email_verified: 1 } : row;
  if (!(await insertUser(tx, user))) return null;
  await createDefaults(tx, user.id, now);
  return user;
}
