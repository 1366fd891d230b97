import type { UserRow } from '../../db/tables.ts';
import { openAccount } from '../accounts/open-account.ts';
import { deleteMailTokens, findUserByEmail, lockUser, updateUser } from '../accounts/queries.ts';
import { prepareVerification } from '../accounts/verification.ts';
import type { Context } from '../context.ts';
import type { DomainError } from '../error.ts';
import { addressKey, LIMITS } from '../limits/limits.ts';
import { takeOrRefuse } from '../limits/take.ts';
import { deleteSessionsOf } from '../sessions/queries.ts';
import { inTransaction, type Tx } from '../transact.ts';
import { badCredential } from './credential.ts';
import { tellLinked } from './tell.ts';
import type { Identity } from './verify.ts';

/**
 * Finds the account of somebody whose Google account is not linked yet by the address that both have, or makes one.
 * @throws DomainError GOOGLE_AUTH_ERROR (400) where that account's owner has to sign in first, RATE_LIMITED (429)
 */
export async function joinWithGoogle(
  context: Context,
  identity: Identity,
  timezone: string | undefined,
): Promise<UserRow> {
  const known = await findUserByEmail(context.db, identity.email);
  if (known) return linkByAddress(context, known, identity);
  await takeOrRefuse(context, `register:${addressKey(context.from.address)}`, LIMITS.register);
  return create(context, identity, timezone);
}

/** What a linked account says of Google. */
export function linkTo({ subject }: Pick<Identity, 'subject'>): Partial<UserRow> {
  return { google_id: subject, oauth_provider: 'google' };
}

async function linkByAddress(context: Context, known: UserRow, identity: Identity): Promise<UserRow> {
  if (!identity.isAuthority) throw mustSignIn();
  const { before, after } = await inTransaction(context.db, async (tx) => {
    const before = await lockedForLink(tx, known.id);
    const isProved = before.email_verified === 1;
    const changes = {
      ...linkTo(identity),
      ...(!isProved && { ...namesOf(identity), email_verified: 1, password_hash: null }),
      updated_at: context.now.toISOString(),
    };
    await updateUser(tx, before.id, changes);
    if (!isProved) await shutOut(tx, before.id);
    return { before, after: { ...before, ...changes } };
  });
  if (before.email_verified === 1) tellLinked(context, after);
  return after;
}

async function lockedForLink(tx: Tx, id: string): Promise<UserRow> {
  const user = await lockUser(tx, id);
  const isTaken = user?.email_verified === 1 && (user.google_id !== null || user.google_refused === 1);
  if (!user || isTaken) throw mustSignIn();
  return user;
}

// Nobody has ever proved that address: who typed it here before, with a password of theirs, has no way in any more.
async function shutOut(tx: Tx, id: string): Promise<void> {
  await deleteMailTokens(tx, id);
  await deleteSessionsOf(tx, id);
}

async function create(context: Context, identity: Identity, timezone: string | undefined): Promise<UserRow> {
  const { user, send } = await inTransaction(context.db, async (tx) => {
    const user = await openAccount(context, tx, {
      email: identity.email,
      email_verified: Number(identity.isAuthority),
      password_hash: null,
      ...namesOf(identity),
      ...linkTo(identity),
      language_preference: context.locale,
      preferences: JSON.stringify(timezone ? { timezone } : {}),
    });
    // Somebody was quicker with this address, who may well be the same person in another tab.
    if (!user) throw mustSignIn();
    return { user, send: user.email_verified ? null : await prepareVerification(context, tx, user) };
  });
  await send?.();
  return user;
}

function namesOf({ firstName, lastName }: Identity): Pick<UserRow, 'first_name' | 'last_name'> {
  return { first_name: firstName, last_name: lastName };
}

function mustSignIn(): DomainError {
  return badCredential('errors:googleSignInFirst');
}
