import * as v from 'valibot';
import type { AwaitedCode, SignedInUser } from '../../domain/users/sign-in.ts';
import { type CookieNames, setSessionCookies } from '../../http/authentication/cookies.ts';
import type { Call } from '../../http/call.ts';
import { tokens, userShape } from '../shapes/users.ts';

const signedInShape = { user: userShape, ...tokens };

/** The answer of the call that completes a sign-in. */
export const completed = signedInShape;

/** The answer of a call that may have to ask for the code of a second factor. */
export const begun = {
  ...v.partial(v.object(signedInShape)).entries,
  twoFactorRequired: v.optional(v.literal(true)),
  challenge: v.optional(v.string()),
};

/** Also sets the cookies of a session that has begun. */
export function answerSignIn(call: Call, names: CookieNames, result: SignedInUser | AwaitedCode) {
  if ('challenge' in result) return { twoFactorRequired: true, challenge: result.challenge };
  const { user, tokens } = result;
  setSessionCookies(call.get('setCookies'), names, tokens, call.get('caller').context.now);
  const { accessToken, refreshToken, expiresIn } = tokens;
  return { user, accessToken, refreshToken, expiresIn };
}
