import { Hono } from 'hono';
import * as v from 'valibot';
import { closeAccount } from '../../domain/accounts/close.ts';
import { exportAccount } from '../../domain/accounts/export.ts';
import { readProfile, updateProfile } from '../../domain/accounts/profile.ts';
import { register, registerOnce } from '../../domain/accounts/register.ts';
import {
  closeAccountSchema,
  mailRequestSchema,
  profileSchema,
  registerSchema,
  signInSchema,
  tokenSchema,
} from '../../domain/accounts/schema.ts';
import { signIn } from '../../domain/accounts/sign-in.ts';
import { resendVerification, verifyEmail } from '../../domain/accounts/verify-email.ts';
import { localNow } from '../../domain/calendar.ts';
import { signedIn } from '../../http/authentication/authenticate.ts';
import {
  type CookieNames,
  clearSessionCookies,
  setSessionCookies,
} from '../../http/authentication/cookies.ts';
import type { Call, HttpEnv } from '../../http/call.ts';
import { download } from '../../http/delivery/download.ts';
import { ok } from '../../http/delivery/json.ts';
import { about } from '../description/about.ts';
import { body, contextOf, created, idempotencyKey, textOf, todayOf } from '../request.ts';
import { tokens as tokenShapes, userShape } from '../shapes/accounts.ts';

export function accounts(names: CookieNames): Hono<HttpEnv> {
  return new Hono<HttpEnv>()
    .post(
      '/register',
      about({
        summary: 'Create an account',
        note: 'The first account owns the instance. All others must verify their e-mail address before they can sign in.',
        open: true,
        body: registerSchema,
        example: {
          firstName: 'Noa',
          lastName: 'Levi',
          email: 'noa@example.com',
          password: 'correct-horse-9',
          acceptedTerms: true,
        },
        creates: true,
        data: { user: userShape, requiresVerification: v.boolean() },
        refuses: { EMAIL_EXISTS: 409, REGISTRATION_CLOSED: 403, SERVICE_UNAVAILABLE: 503 },
      }),
      registerOne,
    )
    .post(
      '/login',
      about({
        summary: 'Sign in',
        note: 'Returns the tokens and also sets them as cookies. A wrong password and an unknown address get the same answer.',
        open: true,
        body: signInSchema,
        example: { email: 'noa@example.com', password: 'correct-horse-9' },
        data: { user: userShape, ...tokenShapes },
        refuses: { INVALID_CREDENTIALS: 401, EMAIL_NOT_VERIFIED: 403, SERVICE_UNAVAILABLE: 503 },
      }),
      async (call) => {
        const { user, tokens } = await signIn(contextOf(call), await body(call, signInSchema));
        setSessionCookies(call.get('setCookies'), names, tokens, contextOf(call).now);
        const { accessToken, refreshToken, expiresIn } = tokens;
        return ok(call, { user, accessToken, refreshToken, expiresIn });
      },
    )
    .get('/profile', about({ summary: 'Get your account', data: { user: userShape } }), async (call) =>
      ok(call, { user: await readProfile(signedIn(call)) }),
    )
    .put(
      '/profile',
      about({
        summary: 'Update your account',
        note: 'Missing fields stay unchanged. Role, flags and e-mail address cannot be changed here.',
        body: profileSchema,
        example: { firstName: 'Noa', preferences: { week_start: 'monday' } },
        data: { user: userShape },
      }),
      async (call) => {
        const context = signedIn(call);
        const schema = profileSchema(todayOf(context), context.viewer.preferences);
        return ok(call, { user: await updateProfile(context, await body(call, schema)) });
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
        return ok(call, { user: await verifyEmail(contextOf(call), token) });
      },
    )
    .post(
      '/resend-verification',
      about({
        summary: 'Resend the verification e-mail',
        note: 'The answer does not reveal whether the account exists.',
        open: true,
        body: mailRequestSchema,
        example: { email: 'noa@example.com' },
      }),
      async (call) => {
        const { email } = await body(call, mailRequestSchema);
        await resendVerification(contextOf(call), email);
        return ok(call, {});
      },
    )
    .get(
      '/export-account',
      about({ summary: 'Export all your data', sends: { type: 'application/json' } }),
      (call) => {
        const context = signedIn(call);
        const { date } = localNow(context.now, context.viewer.preferences.timezone);
        return download(
          call.req.raw,
          `pruta-account-${date}.json`,
          'application/json',
          exportAccount(context),
        );
      },
    )
    .delete(
      '/account',
      about({
        summary: 'Delete your account',
        note: 'Requires the password if the account has one. All data of the account is deleted permanently.',
        body: closeAccountSchema,
        example: { password: 'correct-horse-9' },
        refuses: { CURRENT_PASSWORD_WRONG: 400, LAST_SUPER_ADMIN: 409, SERVICE_UNAVAILABLE: 503 },
      }),
      async (call) => {
        const context = signedIn(call);
        await closeAccount(context, (await body(call, closeAccountSchema)).password);
        clearSessionCookies(call.get('setCookies'), names);
        // What others on this device have not sent yet is in its storage too: pages of nobody delete the rest.
        call.header('clear-site-data', '"cache"');
        return ok(call, {});
      },
    );
}

async function registerOne(call: Call): Promise<Response> {
  const context = contextOf(call);
  const input = await body(call, registerSchema);
  const key = idempotencyKey(call);
  if (!key) return ok(call, await register(context, input), 201);
  const { password: _, ...rest } = input;
  const attempt = { path: call.req.path, key, body: JSON.stringify(rest) };
  return created(call, await registerOnce(context, input, attempt, textOf));
}
