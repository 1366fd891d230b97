import { DomainError } from '../../domain/error.ts';
import { UserBlocked } from '../../domain/restrictions/block.ts';
import { endSession } from '../../domain/sessions/sessions.ts';
import type { Identity } from '../../domain/users/identities/identity.ts';
import type { SignUpChoices } from '../../domain/users/identities/join.ts';
import { signInByIdentity } from '../../domain/users/identities/sign-in.ts';
import { startPageOf } from '../../domain/users/sign-in.ts';
import { errorText } from '../../http/error-text.ts';
import { blockedAddress } from '../../http/pages/guard.ts';
import { returnQuery } from '../../http/pages/return-to.ts';
import { adoptLanguageOf, codeAddress, noteConsent } from '../_sign-in/signed-in.ts';

/** Signs in, or opens an account. @returns where the person goes on */
export async function enter(
  locals: App.Locals,
  { to, invitation, ...identity }: Identity & { to: string; invitation?: string | undefined },
  opening: SignUpChoices,
): Promise<string> {
  const { context, viewer, oidc, setChallenge, startSession } = locals;
  const result = await signInByIdentity(context, identity, { ...opening, invitation });
  oidc?.discard();
  if ('challenge' in result) {
    setChallenge(result.challenge);
    return codeAddress(to === '/' ? null : to);
  }
  const { user, tokens } = result;
  // Shortly before the end of a session, its owner may begin another one.
  if (viewer) await endSession(context, false);
  startSession(tokens);
  if (opening.hasAgreed) adoptLanguageOf(locals, user);
  await noteConsent(locals, user);
  return to === '/' ? startPageOf(context, user) : to;
}

/** Ends a sign-in that failed. @returns where it began, which says why. @throws any error of another kind */
export function turnBack(
  locals: App.Locals,
  error: unknown,
  { to = '/', keepsAttempt = false }: { to?: string; keepsAttempt?: boolean } = {},
): string {
  if (!(error instanceof DomainError)) throw error;
  const { t, oidc, viewer, setFlash } = locals;
  if (!keepsAttempt) oidc?.discard();
  if (error instanceof UserBlocked) return blockedAddress(error.block);
  setFlash('error', errorText(error, t));
  // That page mails the link again.
  if (error.code === 'EMAIL_NOT_VERIFIED') return '/verify-email';
  return viewer ? '/profile/security' : `/login${returnQuery(to, '/')}`;
}
