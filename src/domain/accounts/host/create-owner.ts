import type { UserRow } from '../../../db/tables.ts';
import { inTransaction } from '../../../db/transact.ts';
import { recordByHost } from '../../activity/by-host.ts';
import type { Requesting } from '../../context.ts';
import { hashPassword } from '../password.ts';
import { emailExists, firstPreferences, openAccount } from '../register.ts';
import type { RegisterInput } from '../schema.ts';

/**
 * Creates an account that owns the instance, the first one or a further super admin. Its address counts as verified:
 * whoever has the machine vouches for it.
 * @throws DomainError EMAIL_EXISTS (409)
 */
export async function createOwner(
  context: Requesting,
  input: Pick<RegisterInput, 'email' | 'password' | 'firstName' | 'lastName'>,
): Promise<UserRow> {
  const password_hash = await hashPassword(input.password);
  return inTransaction(context.db, async (tx) => {
    const user = await openAccount(context, tx, {
      email: input.email,
      password_hash,
      first_name: input.firstName,
      last_name: input.lastName,
      role: 'super_admin',
      email_verified: 1,
      language_preference: context.locale,
      preferences: firstPreferences(context, undefined),
    });
    if (!user) throw emailExists();
    await recordByHost({ db: tx, now: context.now }, { type: 'create_owner', target: user });
    return user;
  });
}
