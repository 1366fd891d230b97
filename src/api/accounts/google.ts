import { Hono } from 'hono';
import { readAuthStatus } from '../../domain/accounts/google/auth-status.ts';
import { linkGoogle, unlinkGoogle } from '../../domain/accounts/google/link.ts';
import { googleSchema, linkGoogleSchema, unlinkGoogleSchema } from '../../domain/accounts/google/schema.ts';
import { signInWithGoogle } from '../../domain/accounts/google/sign-in.ts';
import type { Context } from '../../domain/context.ts';
import { signedIn } from '../../http/authentication/authenticate.ts';
import { type CookieNames, setSessionCookies } from '../../http/authentication/cookies.ts';
import { googleNonce } from '../../http/authentication/google.ts';
import type { Call, HttpEnv } from '../../http/call.ts';
import { ok } from '../../http/delivery/json.ts';
import { about } from '../description/about.ts';
import { body, contextOf } from '../request.ts';
import { authStatusShape, tokens as tokenShapes, userShape } from '../shapes/accounts.ts';

const refuses = {
  GOOGLE_AUTH_ERROR: 400,
  GOOGLE_DISABLED: 503,
  GOOGLE_LOGIN_ERROR: 503,
} as const;

const signingIn = about({
  summary: 'Sign in with Google',
  note: 'Takes the ID token as `credential` or `idToken` and ignores other fields. Creates an account, or links the account that has the same verified e-mail address. Returns the same as a sign-in with a password.',
  open: true,
  body: googleSchema,
  example: { credential: 'header.payload.signature' },
  data: { user: userShape, ...tokenShapes },
  refuses: { ...refuses, EMAIL_NOT_VERIFIED: 403, REGISTRATION_CLOSED: 403 },
});

export function google(names: CookieNames): Hono<HttpEnv> {
  const presented = (call: Call, given: { credential?: unknown; idToken?: unknown }) => ({
    credential: given.credential ?? given.idToken,
    nonce: googleNonce(call, names),
  });

  async function signIn(call: Call): Promise<Response> {
    const context: Context = contextOf(call);
    const given = await body(call, googleSchema);
    const { user, tokens } = await signInWithGoogle(context, {
      ...presented(call, given),
      timezone: given.timezone,
    });
    setSessionCookies(call.get('setCookies'), names, tokens, context.now);
    const { accessToken, refreshToken, expiresIn } = tokens;
    return ok(call, { user, accessToken, refreshToken, expiresIn });
  }

  return new Hono<HttpEnv>()
    .post('/google-auth', signingIn, signIn)
    .post('/auth/google', signingIn, signIn)
    .post(
      '/link-google',
      about({
        summary: 'Link Google to your account',
        note: 'Requires the password. The Google account may have a different e-mail address.',
        body: linkGoogleSchema,
        example: { credential: 'header.payload.signature', password: 'correct-horse-9' },
        refuses: { ...refuses, CURRENT_PASSWORD_WRONG: 400, SERVICE_UNAVAILABLE: 503 },
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
        note: 'Requires the password, which is then the only way to sign in.',
        body: unlinkGoogleSchema,
        example: { password: 'correct-horse-9' },
        refuses: { CURRENT_PASSWORD_WRONG: 400, PASSWORD_REQUIRED: 409, SERVICE_UNAVAILABLE: 503 },
      }),
      async (call) => {
        const context = signedIn(call);
        await unlinkGoogle(context, (await body(call, unlinkGoogleSchema)).password);
        return ok(call, {});
      },
    );
}

export function authStatus(): Hono<HttpEnv> {
  const data = authStatusShape.entries;
  return new Hono<HttpEnv>()
    .get('/', about({ summary: 'List your ways to sign in', data }), async (call) =>
      ok(call, await readAuthStatus(signedIn(call))),
    )
    .get(
      '/verify',
      about({
        summary: 'List your ways to sign in, without a cache',
        note: 'The same as without `verify`, because this answer is never cached.',
        data,
      }),
      async (call) => ok(call, await readAuthStatus(signedIn(call))),
    );
}
