import { Hono } from 'hono';
import { changePassword, setPassword } from '../../domain/accounts/change-password.ts';
import { requestPasswordReset, resetPassword } from '../../domain/accounts/reset-password.ts';
import {
  changePasswordSchema,
  mailRequestSchema,
  resetPasswordSchema,
  setPasswordSchema,
} from '../../domain/accounts/schema.ts';
import { signedIn } from '../../http/authentication/authenticate.ts';
import type { HttpEnv } from '../../http/call.ts';
import { ok } from '../../http/delivery/json.ts';
import { about } from '../description/about.ts';
import { body, contextOf } from '../request.ts';

export function passwords(): Hono<HttpEnv> {
  return new Hono<HttpEnv>()
    .post(
      '/password-reset-request',
      about({
        summary: 'Request a link to set a new password',
        note: 'The answer does not reveal whether the account exists.',
        open: true,
        body: mailRequestSchema,
        example: { email: 'noa@example.com' },
      }),
      async (call) => {
        const { email } = await body(call, mailRequestSchema);
        await requestPasswordReset(contextOf(call), email);
        return ok(call, {});
      },
    )
    .post(
      '/password-reset',
      about({
        summary: 'Set a new password with the e-mailed link',
        note: 'The link works once, within an hour. Ends all sessions of the account.',
        open: true,
        body: resetPasswordSchema,
        example: { token: 'the-token-of-the-mail', newPassword: 'correct-horse-10' },
        refuses: { TOKEN_INVALID: 400, SERVICE_UNAVAILABLE: 503 },
      }),
      async (call) => {
        await resetPassword(contextOf(call), await body(call, resetPasswordSchema));
        return ok(call, {});
      },
    )
    .post(
      '/set-password',
      about({
        summary: 'Set a first password',
        note: 'Only for an account without a password.',
        body: setPasswordSchema,
        example: { newPassword: 'correct-horse-10' },
        refuses: { PASSWORD_EXISTS: 409, SERVICE_UNAVAILABLE: 503 },
      }),
      async (call) => {
        const context = signedIn(call);
        await setPassword(context, (await body(call, setPasswordSchema)).newPassword);
        return ok(call, {});
      },
    )
    .post(
      '/change-password',
      about({
        summary: 'Change your password',
        note: 'Ends your other sessions.',
        body: changePasswordSchema,
        example: { currentPassword: 'correct-horse-9', newPassword: 'correct-horse-10' },
        refuses: { CURRENT_PASSWORD_WRONG: 400, SERVICE_UNAVAILABLE: 503 },
      }),
      async (call) => {
        const context = signedIn(call);
        await changePassword(context, await body(call, changePasswordSchema));
        return ok(call, {});
      },
    );
}
