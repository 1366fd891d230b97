import type { Mailing, Requesting } from '../../context.ts';
import type { SignUpChoices } from '../identities/join.ts';
import { signInByIdentity, verifyWithinLimit } from '../identities/sign-in.ts';
import type { AwaitedCode, SignedInUser } from '../sign-in.ts';
import { requireProvider } from './provider.ts';
import { type Presented, verifyCredential } from './verify.ts';

/**
 * As `signInByIdentity`, for the owner of a Google credential.
 * @throws DomainError GOOGLE_AUTH_ERROR (400), EMAIL_NOT_VERIFIED (403), RATE_LIMITED (429), GOOGLE_DISABLED and
 *   GOOGLE_LOGIN_ERROR (503)
 */
export async function signInWithGoogle(
  context: Requesting & Mailing,
  presented: Presented & SignUpChoices,
): Promise<SignedInUser | AwaitedCode> {
  requireProvider(context.settings);
  const identity = await verifyWithinLimit(context, () => verifyCredential(context, presented));
  return signInByIdentity(context, identity, presented);
}
