import { Hono } from 'hono';
import {
  confirmEmailChange,
  requestEmailChange,
  undoEmailChange,
} from '../../domain/accounts/change-email.ts';
import { changeEmailSchema, tokenSchema } from '../../domain/accounts/schema.ts';
import { signedIn } from '../../http/authentication/authenticate.ts';
import type { HttpEnv } from '../../http/call.ts';
import { ok } from '../../http/delivery/json.ts';
import { about } from '../description/about.ts';
import { body, contextOf } from '../request.ts';

export function emails(): Hono<HttpEnv> {
  return new Hono<HttpEnv>()
    .post(
      '/change-email',
      about({
        summary: 'Request a new e-mail address',
        note: 'Sends a link to the new address. The answer does not reveal whether that address has an account.',
        body: changeEmailSchema,
        example: { email: 'noa.levi@example.com', password: 'correct-horse-9' },
        refuses: { CURRENT_PASSWORD_WRONG: 400, PASSWORD_REQUIRED: 409, SERVICE_UNAVAILABLE: 503 },
      }),
      async (call) => {
        const context = signedIn(call);
        await requestEmailChange(context, await body(call, changeEmailSchema));
        return ok(call, {});
      },
    )
    .post(
      '/confirm-email',
      about({
        summary: 'Confirm the new e-mail address',
        note: 'With the token of the e-mailed link, once, within 24 hours. Ends the other sessions and notifies the old address.',
        open: true,
        body: tokenSchema,
        example: { token: 'the-token-of-the-mail' },
        refuses: { TOKEN_INVALID: 400, EMAIL_EXISTS: 409 },
      }),
      async (call) => {
        await confirmEmailChange(contextOf(call), (await body(call, tokenSchema)).token);
        return ok(call, {});
      },
    )
    .post(
      '/undo-email-change',
      about({
        summary: 'Restore the old e-mail address',
        note: 'With the token of the link that was e-mailed to it, once, within 7 days. Ends all sessions, removes the password and sends a link to set a new one.',
        open: true,
        body: tokenSchema,
        example: { token: 'the-token-of-the-mail' },
        refuses: { TOKEN_INVALID: 400, EMAIL_EXISTS: 409 },
      }),
      async (call) => {
        await undoEmailChange(contextOf(call), (await body(call, tokenSchema)).token);
        return ok(call, {});
      },
    );
}
