import { Hono } from 'hono';
import type { Context } from '../domain/context.ts';
import { linkGoogle } from '../domain/google/link.ts';
import { googleSchema, linkGoogleSchema, unlinkGoogleSchema } from '../domain/google/schema.ts';
import { signInWithGoogle } from '../domain/google/sign-in.ts';
import { unlinkGoogle } from '../domain/google/unlink.ts';
import { ok } from '../door/answer.ts';
import { type CookieNames, setSessionCookies } from '../door/cookies.ts';
import { googleNonce } from '../door/google.ts';
import { type DoorEnv, signedIn } from '../door/visitor.ts';
import { about } from './description/about.ts';
import { anybody, body, type Call } from './request.ts';
import { tokens as tokenShapes, userShape } from './shapes/accounts.ts';

const refuses = {
  GOOGLE_AUTH_ERROR: 400,
  GOOGLE_DISABLED: 503,
  GOOGLE_LOGIN_ERROR: 503,
} as const;

const signingIn = about({
  summary: 'Sign in with Google',
  note: 'Takes the ID token as `credential` or `idToken`; all else is read from it. Somebody new gets an account, and one with the same verified address is linked. Gives what a sign-in by password gives.',
  open: true,
  body: googleSchema,
  example: { credential: 'header.payload.signature' },
  data: { user: userShape, ...tokenShapes },
  refuses: { ...refuses, EMAIL_NOT_VERIFIED: 403 },
});

export function google(names: CookieNames): Hono<DoorEnv> {
  const presented = (call: Call, given: { credential?: unknown; idToken?: unknown }) => ({
    credential: given.credential ?? given.idToken,
    nonce: googleNonce(call, anybody(call).app, names),
  });

  async function signIn(call: Call): Promise<Response> {
    const context: Context = anybody(call);
    const given = await body(call, googleSchema);
    const { user, tokens } = await signInWithGoogle(context, {
      ...presented(call, given),
      timezone: given.timezone,
    });
    setSessionCookies(call.get('outgoing'), names, tokens, context.now);
    const { accessToken, refreshToken, expiresIn } = tokens;
    return ok(call, { user, accessToken, refreshToken, expiresIn });
  }

  return new Hono<DoorEnv>()
    .post('/google-auth', signingIn, signIn)
    .post('/auth/google', signingIn, signIn)
    .post(
      '/link-google',
      about({
        summary: 'Link Google to your account',
        note: 'Needs the password. The address of the Google account may be another one.',
        body: linkGoogleSchema,
        example: { credential: 'header.payload.signature', password: 'correct-horse-9' },
        refuses: { ...refuses, SERVICE_UNAVAILABLE: 503 },
      }),
      async (call) => {
        const context = signedIn(call);
        const { password, ...given } = await body(call, linkGoogleSchema);
        await linkGoogle(context, { ...presented(call, given), password });
        return ok(call, {});
      },
    )
    .post(
      '/unlink-google',
      about({
        summary: 'Unlink Google from your account',
        note: 'Needs the password, which is then the only way to sign in.',
        body: unlinkGoogleSchema,
        example: { password: 'correct-horse-9' },
        refuses: { PASSWORD_REQUIRED: 409, SERVICE_UNAVAILABLE: 503 },
      }),
      async (call) => {
        const context = signedIn(call);
        await unlinkGoogle(context, (await body(call, unlinkGoogleSchema)).password);
        return ok(call, {});
      },
    );
}
