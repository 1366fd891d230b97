import type { Mailing, Requesting } from '../../context.ts';
import { DomainError } from '../../error.ts';
import { limitSignIn, signInAttempts } from '../../rate-limits/sign-in.ts';
import { findUserByGoogleId } from '../accounts.queries.ts';
import { type AwaitedCode, beginOrAskCode, type SignedInUser } from '../sign-in.ts';
import { joinWithGoogle, type Opening } from './join.ts';
import { requireProvider } from './provider.ts';
import { type Identity, type Presented, verifyCredential } from './verify.ts';

/**
 * Starts a session, or asks for the code of a second factor, for the owner of a Google credential; a new person gets an account. The account is found by Google's
 * id for it (`sub`), and by address only if that id is unknown.
 * @throws DomainError GOOGLE_AUTH_ERROR (400), EMAIL_NOT_VERIFIED (403), RATE_LIMITED (429), GOOGLE_DISABLED and
 *   GOOGLE_LOGIN_ERROR (503)
 */
export async function signInWithGoogle(
  context: Requesting & Mailing,
  presented: Presented & Opening,
): Promise<SignedInUser | AwaitedCode> {
  requireProvider(context.settings);
  const identity = await verifyWithinLimit(context, presented);
  const user =
    (await findUserByGoogleId(context.db, identity.subject)) ??
    (await joinWithGoogle(context, identity, presented));
  if (user.email_verified === 0) throw new DomainError('EMAIL_NOT_VERIFIED', 403);
  return beginOrAskCode(context, user);
}

// The account is known only after the check, so failures count against the network address.
async function verifyWithinLimit(context: Requesting, presented: Presented): Promise<Identity> {
  let result: Identity | DomainError | undefined;
  const attempt = async () => {
    result = await verifyCredential(context, presented).catch((error) => {
      // An unreachable provider does not count as a failed attempt.
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
