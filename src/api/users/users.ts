import * as v from 'valibot';
import { todayOf } from '../../domain/calendar.ts';
import { closeAccount } from '../../domain/users/delete.ts';
import { resendVerification, verifyEmail } from '../../domain/users/emails/verify.ts';
import { exportAccount } from '../../domain/users/export.ts';
import { readProfile, updateProfile } from '../../domain/users/profile.ts';
import { register, registerOnce } from '../../domain/users/register.ts';
import {
  closeAccountSchema,
  mailRequestSchema,
  profileSchema,
  registerSchema,
  signInSchema,
  tokenSchema,
} from '../../domain/users/schema.ts';
import { challengeSchema } from '../../domain/users/second-factor/schema.ts';
import { signIn, signInWithCode } from '../../domain/users/sign-in.ts';
import { signedIn } from '../../http/authentication/authenticate.ts';
import { type CookieNames, clearSessionCookies } from '../../http/authentication/cookies.ts';
import { download } from '../../http/delivery/download.ts';
import { ok } from '../../http/delivery/json.ts';
import { type Endpoints, endpoint, plainEndpoint } from '../endpoint.ts';
import { body, contextOf, created, idempotencyKey, textOf } from '../request.ts';
import { userShape } from '../shapes/users.ts';
import { answerSignIn, begun, completed } from './sign-in-answer.ts';

export function accounts(names: CookieNames): Endpoints {
  return {
    'POST /register': plainEndpoint({
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
      refuses: { EMAIL_EXISTS: 409, REGISTRATION_CLOSED: 403, OIDC_ONLY: 403, SERVICE_UNAVAILABLE: 503 },
      async respond(call) {
        const context = contextOf(call);
        const input = await body(call, registerSchema);
        const key = idempotencyKey(call);
        if (!key) return ok(call, await register(context, input), 201);
        const { password: _, ...fields } = input;
        const attempt = { path: call.req.path, key, body: JSON.stringify(fields) };
        return created(call, await registerOnce(context, input, attempt, textOf));
      },
    }),
    'POST /login': endpoint({
      summary: 'Sign in',
      note: 'Returns the tokens and also sets them as cookies; with a second factor, `twoFactorRequired` and a `challenge` for `POST /users/login/two-factor` instead. A wrong password and an unknown address get the same answer.',
      open: true,
      body: signInSchema,
      example: { email: 'noa@example.com', password: 'correct-horse-9' },
      data: begun,
      refuses: { INVALID_CREDENTIALS: 401, EMAIL_NOT_VERIFIED: 403, SERVICE_UNAVAILABLE: 503 },
      answer: async (context, input, { call }) => {
        return answerSignIn(call, names, await signIn(context, input));
      },
    }),
    'POST /login/two-factor': endpoint({
      summary: 'Complete a sign-in with a second factor',
      note: 'Takes a code of the app, or a recovery code, which works once. A challenge works for 5 minutes and 5 attempts. Returns the same as a sign-in.',
      open: true,
      body: challengeSchema,
      example: { challenge: 'the-challenge-of-the-sign-in', code: '123456' },
      data: completed,
      refuses: { CODE_INVALID: 401 },
      answer: async (context, { challenge, code, recoveryCode }, { call }) =>
        answerSignIn(call, names, await signInWithCode(context, { challenge, code: recoveryCode || code })),
    }),
    'GET /profile': endpoint({
      summary: 'Get your account',
      data: { user: userShape },
      answer: async (context) => ({ user: await readProfile(context) }),
    }),
    'PUT /profile': endpoint({
      summary: 'Update your account',
      note: 'Missing fields stay unchanged. Role, flags and e-mail address cannot be changed here.',
      body: profileSchema,
      example: { firstName: 'Noa', preferences: { week_start: 'monday' } },
      data: { user: userShape },
      answer: async (context, input) => ({ user: await updateProfile(context, input) }),
    }),
    'POST /verify-email': endpoint({
      summary: 'Verify an e-mail address',
      open: true,
      body: tokenSchema,
      example: { token: 'the-token-of-the-mail' },
      data: { user: userShape },
      refuses: { TOKEN_INVALID: 400 },
      answer: async (context, { token }) => ({ user: await verifyEmail(context, token) }),
    }),
    'POST /resend-verification': endpoint({
      summary: 'Resend the verification e-mail',
      note: 'The answer does not reveal whether the account exists.',
      open: true,
      body: mailRequestSchema,
      example: { email: 'noa@example.com' },
      answer: async (context, { email }) => resendVerification(context, email),
    }),
    'GET /export-account': plainEndpoint({
      summary: 'Export all your data',
      sends: { type: 'application/json' },
      respond(call) {
        const context = signedIn(call);
        const name = `pruta-account-${todayOf(context)}.json`;
        return download(call.req.raw, name, 'application/json', exportAccount(context));
      },
    }),
    'DELETE /account': endpoint({
      summary: 'Delete your account',
      note: 'Requires the password if the account has one. All data of the account is deleted permanently.',
      body: closeAccountSchema,
      example: { password: 'correct-horse-9' },
      refuses: {
        CURRENT_PASSWORD_WRONG: 400,
        LAST_SUPER_ADMIN: 409,
        SIGN_IN_AGAIN: 403,
        SERVICE_UNAVAILABLE: 503,
      },
      answer: async (context, input, { call }) => {
        await closeAccount(context, input.password);
        clearSessionCookies(call.get('setCookies'), names);
        // The device's storage holds unsent changes of other accounts too; guest pages delete the rest.
        call.header('clear-site-data', '"cache"');
      },
    }),
  };
}
