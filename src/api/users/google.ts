import { linkGoogle } from '../../domain/users/google/link.ts';
import { googleSchema, linkGoogleSchema, unlinkGoogleSchema } from '../../domain/users/google/schema.ts';
import { signInWithGoogle } from '../../domain/users/google/sign-in.ts';
import { readAuthStatus, unlinkProvider } from '../../domain/users/identities/link.ts';
import type { CookieNames } from '../../http/authentication/cookies.ts';
import { googleNonce } from '../../http/authentication/google.ts';
import type { Call } from '../../http/call.ts';
import { type Description, type Endpoints, endpoint } from '../endpoint.ts';
import { authStatusShape } from '../shapes/users.ts';
import { answerSignIn, begun } from './sign-in-answer.ts';

const refuses = {
  GOOGLE_AUTH_ERROR: 400,
  GOOGLE_DISABLED: 503,
  GOOGLE_LOGIN_ERROR: 503,
} as const;

const signingIn = {
  summary: 'Sign in with Google',
  note: 'Takes the ID token as `credential` or `idToken` and ignores other fields. Creates an account, or links the account that has the same verified e-mail address. Returns the same as a sign-in with a password.',
  open: true,
  body: googleSchema,
  example: { credential: 'header.payload.signature' },
  data: begun,
  refuses: { ...refuses, EMAIL_NOT_VERIFIED: 403, REGISTRATION_CLOSED: 403 },
} satisfies Description;

export function google(names: CookieNames): Endpoints {
  const presented = (call: Call, input: { credential?: unknown; idToken?: unknown }) => ({
    credential: input.credential ?? input.idToken,
    nonce: googleNonce(call, names),
  });

  const signIn = endpoint({
    ...signingIn,
    async answer(context, input, { call }) {
      const credential = { ...presented(call, input), timezone: input.timezone };
      return answerSignIn(call, names, await signInWithGoogle(context, credential));
    },
  });

  return {
    'POST /google-auth': signIn,
    'POST /auth/google': signIn,
    'POST /link-google': endpoint({
      summary: 'Link Google to your account',
      note: 'Requires the password. The Google account may have a different e-mail address.',
      body: linkGoogleSchema,
      example: { credential: 'header.payload.signature', password: 'correct-horse-9' },
      refuses: { ...refuses, CURRENT_PASSWORD_WRONG: 400, SERVICE_UNAVAILABLE: 503 },
      answer: async (context, { password, ...input }, { call }) =>
        linkGoogle(context, { ...presented(call, input), password }),
    }),
    'POST /unlink-google': endpoint({
      summary: 'Unlink Google from your account',
      note: 'Requires the password, which is then the only way to sign in.',
      body: unlinkGoogleSchema,
      example: { password: 'correct-horse-9' },
      refuses: { CURRENT_PASSWORD_WRONG: 400, PASSWORD_REQUIRED: 409, SERVICE_UNAVAILABLE: 503 },
      answer: async (context, input) => unlinkProvider(context, 'google', input.password),
    }),
    'POST /unlink-oidc': endpoint({
      summary: 'Unlink the provider of OpenID Connect from your account',
      note: 'Requires the password. Linking and signing in by it are redirects of pages: `/oidc/start`.',
      body: unlinkGoogleSchema,
      example: { password: 'correct-horse-9' },
      refuses: {
        CURRENT_PASSWORD_WRONG: 400,
        OIDC_ONLY: 403,
        PASSWORD_REQUIRED: 409,
        SERVICE_UNAVAILABLE: 503,
      },
      answer: async (context, input) => unlinkProvider(context, 'oidc', input.password),
    }),
  };
}

export const authStatus: Endpoints = {
  'GET /': endpoint({
    summary: 'List your ways to sign in',
    data: authStatusShape.entries,
    answer: (context) => readAuthStatus(context),
  }),
  'GET /verify': endpoint({
    summary: 'List your ways to sign in, without a cache',
    note: 'The same as without `verify`, because this answer is never cached.',
    data: authStatusShape.entries,
    answer: (context) => readAuthStatus(context),
  }),
};
