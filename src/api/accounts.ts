import { Hono } from 'hono';
import * as v from 'valibot';
import { closeAccount } from '../domain/accounts/close.ts';
import { exportAccount } from '../domain/accounts/export.ts';
import { readProfile } from '../domain/accounts/read-profile.ts';
import { register } from '../domain/accounts/register.ts';
import { resendVerification } from '../domain/accounts/resend-verification.ts';
import {
  closeAccountSchema,
  mailRequestSchema,
  profileSchema,
  registerSchema,
  signInSchema,
  tokenSchema,
} from '../domain/accounts/schema.ts';
import { signIn } from '../domain/accounts/sign-in.ts';
import { updateProfile } from '../domain/accounts/update-profile.ts';
import { verifyEmail } from '../domain/accounts/verify-email.ts';
import { localNow } from '../domain/calendar.ts';
import { ok } from '../door/answer.ts';
import { type CookieNames, clearSessionCookies, setSessionCookies } from '../door/cookies.ts';
import { download } from '../door/download.ts';
import { type DoorEnv, signedIn } from '../door/visitor.ts';
import { about } from './description/about.ts';
import { anybody, body } from './request.ts';
import { tokens as tokenShapes, userShape } from './shapes/accounts.ts';

export function accounts(names: CookieNames): Hono<DoorEnv> {
  return new Hono<DoorEnv>()
    .post(
      '/register',
      about({
        summary: 'Open an account',
        note: 'The first account owns the instance. Every later one must verify its e-mail address before it can sign in.',
        open: true,
        body: registerSchema,
        example: {
          firstName: 'Noa',
          lastName: 'Levi',
          email: 'noa@example.com',
          password: 'correct-horse-9',
          acceptedTerms: true,
        },
        status: 201,
        data: { user: userShape, requiresVerification: v.boolean() },
        refuses: { EMAIL_EXISTS: 409, SERVICE_UNAVAILABLE: 503 },
      }),
      async (call) => ok(call, await register(anybody(call), await body(call, registerSchema)), 201),
    )
    .post(
      '/login',
      about({
        summary: 'Sign in',
        note: 'Gives the tokens and sets them as cookies too. A wrong password and an unknown address are answered alike.',
        open: true,
        body: signInSchema,
        example: { email: 'noa@example.com', password: 'correct-horse-9' },
        data: { user: userShape, ...tokenShapes },
        refuses: { INVALID_CREDENTIALS: 401, EMAIL_NOT_VERIFIED: 403, SERVICE_UNAVAILABLE: 503 },
      }),
      async (call) => {
        const { user, tokens } = await signIn(anybody(call), await body(call, signInSchema));
        setSessionCookies(call.get('outgoing'), names, tokens, anybody(call).now);
        const { accessToken, refreshToken, expiresIn } = tokens;
        return ok(call, { user, accessToken, refreshToken, expiresIn });
      },
    )
    .get('/profile', about({ summary: 'Your account', data: { user: userShape } }), async (call) =>
      ok(call, { user: await readProfile(signedIn(call)) }),
    )
    .put(
      '/profile',
      about({
        summary: 'Change your account',
        note: 'What is missing stays as it was. Role, flags and e-mail are not changed here.',
        body: profileSchema,
        example: { firstName: 'Noa', preferences: { week_start: 'monday' } },
        data: { user: userShape },
      }),
      async (call) => {
        const context = signedIn(call);
        return ok(call, { user: await updateProfile(context, await body(call, profileSchema)) });
      },
    )
    .post(
      '/verify-email',
      about({
        summary: 'Verify an e-mail address',
        open: true,
        body: tokenSchema,
        example: { token: 'the-token-of-the-mail' },
        data: { user: userShape },
        refuses: { TOKEN_INVALID: 400 },
      }),
      async (call) => {
        const { token } = await body(call, tokenSchema);
        return ok(call, { user: await verifyEmail(anybody(call), token) });
      },
    )
    .post(
      '/resend-verification',
      about({
        summary: 'Send the verification mail again',
        note: 'The answer is the same whether there is such an account or not.',
        open: true,
        body: mailRequestSchema,
        example: { email: 'noa@example.com' },
      }),
      async (call) => {
        const { email } = await body(call, mailRequestSchema);
        await resendVerification(anybody(call), email);
        return ok(call, {});
      },
    )
    .get(
      '/export-account',
      about({ summary: 'Take everything along', sends: { type: 'application/json' } }),
      (call) => {
        const context = signedIn(call);
        const { date } = localNow(context.now, context.viewer.preferences.timezone);
        return download(`pruta-account-${date}.json`, 'application/json', exportAccount(context));
      },
    )
    .delete(
      '/account',
      about({
        summary: 'Delete your account',
        note: 'Needs the password, if there is one. Everything of the account is deleted for good.',
        body: closeAccountSchema,
        example: { password: 'correct-horse-9' },
        refuses: { LAST_SUPER_ADMIN: 409, SERVICE_UNAVAILABLE: 503 },
      }),
      async (call) => {
        const context = signedIn(call);
        await closeAccount(context, (await body(call, closeAccountSchema)).password);
        clearSessionCookies(call.get('outgoing'), names);
        call.header('clear-site-data', '"cache", "storage"');
        return ok(call, {});
      },
    );
}
