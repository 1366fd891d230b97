import type { Mailing, Requesting } from '../../context.ts';
import { DomainError } from '../../error.ts';
import { enforceLimit, refund } from '../../rate-limits/consume.ts';
import { addressKey, LIMITS } from '../../rate-limits/rate-limits.ts';
import type { Tokens } from '../../sessions/start.ts';
import { findUserByGoogleId } from '../accounts.queries.ts';
import type { PresentedUser } from '../present.ts';
import { begin } from '../sign-in.ts';
import { joinWithGoogle, type Opening } from './join.ts';
import { requireProvider } from './provider.ts';
import { type Identity, type Presented, verifyCredential } from './verify.ts';

/**
 * Starts a session for the owner of a Google credential; a new person gets an account. The account is found by Google's
 * own id for it (`sub`), and by its address only where that id is unknown.
 * @throws DomainError GOOGLE_AUTH_ERROR (400), EMAIL_NOT_VERIFIED (403), RATE_LIMITED (429), GOOGLE_DISABLED and
 *   GOOGLE_LOGIN_ERROR (503)
 */
export async function signInWithGoogle(
  context: Requesting & Mailing,
  presented: Presented & Opening,
): Promise<{ user: PresentedUser; tokens: Tokens }> {
  requireProvider(context.settings);
  const identity = await verifyWithinLimit(context, presented);
  const user =
    (await findUserByGoogleId(context.db, identity.subject)) ??
    (await joinWithGoogle(context, identity, presented));
  if (user.email_verified === 0) throw new DomainError('EMAIL_NOT_VERIFIED', 403);
  return begin(context, user);
}

// The account is known only after the check, so failures count against the network address.
async function verifyWithinLimit(context: Requesting, presented: Presented): Promise<Identity> {
  const tries = `sign-in:address:${addressKey(context.client.address)}`;
  await enforceLimit(context, tries, LIMITS.failedSignIn, 'errors:RATE_LIMITED');
  try {
    const identity = await verifyCredential(context, presented);
    await refund(context, tries, LIMITS.failedSignIn);
    return identity;
  } catch (error) {
    // An unreachable provider does not count as a failed attempt.
    const isOutage = error instanceof DomainError && error.status >= 500;
    if (isOutage) await refund(context, tries, LIMITS.failedSignIn);
    throw error;
  }
}
