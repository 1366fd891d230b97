import { Hono } from 'hono';
import { changePassword } from '../domain/accounts/change-password.ts';
import { requestPasswordReset } from '../domain/accounts/request-password-reset.ts';
import { resetPassword } from '../domain/accounts/reset-password.ts';
import {
  changePasswordSchema,
  mailRequestSchema,
  resetPasswordSchema,
  setPasswordSchema,
} from '../domain/accounts/schema.ts';
import { setPassword } from '../domain/accounts/set-password.ts';
import { ok } from '../door/answer.ts';
import { type DoorEnv, signedIn } from '../door/visitor.ts';
import { about } from './description/about.ts';
import { anybody, body } from './request.ts';

export function passwords(): Hono<DoorEnv> {
  return new Hono<DoorEnv>()
    .post(
      '/password-reset-request',
      about({
        summary: 'Mail a link that sets a new password',
        note: 'The answer is the same whether there is such an account or not.',
        open: true,
        body: mailRequestSchema,
        example: { email: 'noa@example.com' },
      }),
      async (call) => {
        const { email } = await body(call, mailRequestSchema);
        await requestPasswordReset(anybody(call), email);
        return ok(call, {});
      },
    )
    .post(
      '/password-reset',
      about({
        summary: 'Set a new password by the mailed link',
        note: 'The link works once, within an hour. Ends every session of the account.',
        open: true,
        body: resetPasswordSchema,
        example: { token: 'the-token-of-the-mail', newPassword: 'correct-horse-10' },
        refuses: { TOKEN_INVALID: 400, SERVICE_UNAVAILABLE: 503 },
      }),
      async (call) => {
        await resetPassword(anybody(call), await body(call, resetPasswordSchema));
        return ok(call, {});
      },
    )
    .post(
      '/set-password',
      about({
        summary: 'Set a first password',
        note: 'Only for an account that has none.',
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
