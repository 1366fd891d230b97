import { Hono } from 'hono';
import { confirmEmailChange } from '../domain/accounts/confirm-email-change.ts';
import { requestEmailChange } from '../domain/accounts/request-email-change.ts';
import { changeEmailSchema, tokenSchema } from '../domain/accounts/schema.ts';
import { undoEmailChange } from '../domain/accounts/undo-email-change.ts';
import { ok } from '../door/answer.ts';
import { type DoorEnv, signedIn } from '../door/visitor.ts';
import { about } from './description/about.ts';
import { anybody, body } from './request.ts';

export function emails(): Hono<DoorEnv> {
  return new Hono<DoorEnv>()
    .post(
      '/change-email',
      about({
        summary: 'Ask for another e-mail address',
        note: 'Mails a link to the new address. The answer is the same whether that has an account or not.',
        body: changeEmailSchema,
        example: { email: 'noa.levi@example.com', password: 'correct-horse-9' },
        refuses: { PASSWORD_REQUIRED: 409, SERVICE_UNAVAILABLE: 503 },
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
        summary: 'Confirm the new e-mail address by the mailed link',
        note: 'The link works once, within 24 hours. Ends the other sessions; the old address is told.',
        open: true,
        body: tokenSchema,
        example: { token: 'the-token-of-the-mail' },
        refuses: { TOKEN_INVALID: 400, EMAIL_EXISTS: 409 },
      }),
      async (call) => {
        await confirmEmailChange(anybody(call), (await body(call, tokenSchema)).token);
        return ok(call, {});
      },
    )
    .post(
      '/undo-email-change',
      about({
        summary: 'Put the old e-mail address back',
        note: 'By the link that was mailed to it, once, within 7 days. Ends every session and takes the password away; a link that sets a new one is mailed.',
        open: true,
        body: tokenSchema,
        example: { token: 'the-token-of-the-mail' },
        refuses: { TOKEN_INVALID: 400, EMAIL_EXISTS: 409 },
      }),
      async (call) => {
        await undoEmailChange(anybody(call), (await body(call, tokenSchema)).token);
        return ok(call, {});
      },
    );
}
