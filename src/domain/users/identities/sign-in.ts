import type { Mailing, Requesting } from '../../context.ts';
import { DomainError } from '../../error.ts';
import { limitSignIn, signInAttempts } from '../../rate-limits/sign-in.ts';
import { type AwaitedCode, beginOrAskCode, type SignedInUser } from '../sign-in.ts';
import { findUserByIdentity } from '../users.queries.ts';
import { columnOf, type Identity, refuseIdentity } from './identity.ts';
import { joinByIdentity, type SignUpChoices } from './join.ts';

/**
 * Starts a session, or asks for the code of a second factor, for a verified identity; a new person gets an account. The
 * account is found by the provider's id for it (`sub`), and by address only if that id is unknown.
 * @throws DomainError EMAIL_NOT_VERIFIED (403), and as `joinByIdentity`
 */
export async function signInByIdentity(
  context: Requesting & Mailing,
  identity: Identity,
  opening: SignUpChoices,
): Promise<SignedInUser | AwaitedCode> {
  const { provider, subject } = identity;
  const user =
    (await findUserByIdentity(context.db, columnOf(provider), subject)) ??
    (await joinByIdentity(context, identity, opening));
  if (user.email_verified === 0) throw new DomainError('EMAIL_NOT_VERIFIED', 403);
  return beginOrAskCode(context, user, (locked) => {
    if (locked[columnOf(provider)] !== subject) throw refuseIdentity(provider, 'signInFirst');
  });
}

/**
 * The account is known only after the check, so failures count against the network address. A provider that cannot be
 * reached does not count as a failed attempt.
 * @throws DomainError RATE_LIMITED (429), and as `verify`
 */
export async function verifyWithinLimit(
  context: Requesting,
  verify: () => Promise<Identity>,
): Promise<Identity> {
  let result: Identity | DomainError | undefined;
  const attempt = async () => {
    result = await verify().catch((error) => {
      if (error instanceof DomainError && error.status < 500) return error;
      throw error;
    });
    return !(result instanceof DomainError);
  };
  const keys = [signInAttempts.address(context.client.address)];
  await limitSignIn(context, keys, attempt, 'errors:RATE_LIMITED');
  if (!result || result instanceof DomainError) throw result;
  return result;
}

export async function belongsTo(
  { db }: Pick<Requesting, 'db'>,
  { provider, subject }: Identity,
  userId: string,
): Promise<boolean> {
  return (await findUserByIdentity(db, columnOf(provider), subject))?.id === userId;
}
