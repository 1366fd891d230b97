import type { Db } from '../../db/open.ts';
import type { Role, UserRow } from '../../db/tables.ts';
import { inTransaction } from '../../db/transact.ts';
import { recordByHost } from '../activity/record.ts';
import type { Mailing, Reading, Requesting } from '../context.ts';
import { notFound } from '../error.ts';
import { couldBeId } from '../id.ts';
import { forgetAttempts } from '../rate-limits/sign-in.ts';
import { endRestrictions } from '../restrictions/restrictions.ts';
import { notify } from './emails/mails.ts';
import { changeRole, lockAbleSuperAdmins, replaceAccess, requireAnother } from './managed.ts';
import { hashPassword } from './passwords/hash.ts';
import { normalAddress } from './person-keys.ts';
import { emailExists, firstPreferences, openAccount } from './register.ts';
import type { RegisterInput } from './schema.ts';
import { deleteFactor } from './second-factor/second-factor.queries.ts';
import { findPeople, findUser, findUserByEmail } from './users.queries.ts';

// Use cases of the host's command line, where no one is signed in.

export const MOST_PEOPLE = 200;

export async function listPeople({ db, now }: Pick<Reading, 'db' | 'now'>, text: string) {
  const people = await findPeople(db, text, now.toISOString(), MOST_PEOPLE + 1);
  return { people: people.slice(0, MOST_PEOPLE), areMore: people.length > MOST_PEOPLE };
}

/** @throws DomainError NOT_FOUND (404), for closed accounts too */
export async function findAccount(db: Db, emailOrId: string): Promise<UserRow> {
  const name = normalAddress(emailOrId);
  const user = couldBeId(name) ? await findUser(db, name) : await findUserByEmail(db, name);
  if (!user || user.closed_at !== null) throw notFound();
  return user;
}

/**
 * Creates a super admin. The address counts as verified, because the operator of the machine vouches for it.
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
      preferences: firstPreferences(context, {}),
    });
    if (!user) throw emailExists();
    await recordByHost({ db: tx, now: context.now }, { type: 'create_owner', target: user });
    return user;
  });
}

/**
 * Sets a password as a mailed link would: sessions, links and the Google link end, and the owner is notified.
 * @throws DomainError NOT_FOUND (404)
 */
export async function setPasswordByHost(
  context: Requesting & Mailing,
  emailOrId: string,
  password: string,
): Promise<UserRow> {
  const { db, now } = context;
  const password_hash = await hashPassword(password);
  const user = await inTransaction(db, async (tx) => {
    const target = await findAccount(tx, emailOrId);
    await replaceAccess(tx, target.id, { password_hash, updated_at: now.toISOString() });
    await recordByHost({ db: tx, now }, { type: 'set_password', target });
    return target;
  });
  await forgetAttempts(context, user);
  notify(context, user, 'passwordChanged');
  return user;
}

/**
 * Changes a role from the account's next request on.
 * @returns the account before the change
 * @throws DomainError NOT_FOUND (404), LAST_SUPER_ADMIN (409)
 */
export function setRoleByHost(
  { db, now }: Pick<Reading, 'db' | 'now'>,
  emailOrId: string,
  role: Role,
): Promise<UserRow> {
  return inTransaction(db, async (tx) => {
    const superAdmins = await lockAbleSuperAdmins(tx, now);
    const user = await findAccount(tx, emailOrId);
    if (user.role === role) return user;
    if (user.role === 'super_admin') requireAnother(superAdmins, user.id);
    await changeRole(tx, user.id, role, now);
    const details = { before: { role: user.role }, after: { role } };
    await recordByHost({ db: tx, now }, { type: 'set_role', target: user, details });
    return user;
  });
}

/**
 * Ends all blocks of an account.
 * @returns the account, and how many blocks were in force
 * @throws DomainError NOT_FOUND (404)
 */
export function unblockByHost(
  { db, now }: Pick<Reading, 'db' | 'now'>,
  emailOrId: string,
): Promise<{ user: UserRow; lifted: number }> {
  return inTransaction(db, async (tx) => {
    const user = await findAccount(tx, emailOrId);
    const lifted = await endRestrictions(tx, user.id, 'blocked', now);
    const details = { restrictions: lifted };
    if (lifted > 0) await recordByHost({ db: tx, now }, { type: 'unblock', target: user, details });
    return { user, lifted };
  });
}

/**
 * Turns the second factor of an account off, for somebody who lost the app and the recovery codes; the owner is
 * notified.
 * @returns the account, and whether there was a second factor
 * @throws DomainError NOT_FOUND (404)
 */
export async function resetSecondFactorByHost(
  context: Requesting & Mailing,
  emailOrId: string,
): Promise<{ user: UserRow; wasOn: boolean }> {
  const { db, now } = context;
  const reset = await inTransaction(db, async (tx) => {
    const user = await findAccount(tx, emailOrId);
    const wasOn = await deleteFactor(tx, user.id);
    if (wasOn) await recordByHost({ db: tx, now }, { type: 'reset_second_factor', target: user });
    return { user, wasOn };
  });
  if (reset.wasOn) notify(context, reset.user, 'secondFactorOff');
  return reset;
}
