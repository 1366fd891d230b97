import { confirmEmailChange, requestEmailChange, undoEmailChange } from '../../domain/users/emails/change.ts';
import { changeEmailSchema, tokenSchema } from '../../domain/users/schema.ts';
import { type Endpoints, endpoint } from '../endpoint.ts';

export const emails: Endpoints = {
  'POST /change-email': endpoint({
    summary: 'Request a new e-mail address',
    note: 'Sends a link to the new address. The answer does not reveal whether that address has an account.',
    body: changeEmailSchema,
    example: { email: 'noa.levi@example.com', password: 'correct-horse-9' },
    refuses: { CURRENT_PASSWORD_WRONG: 400, PASSWORD_REQUIRED: 409, SERVICE_UNAVAILABLE: 503 },
    answer: async (context, input) => requestEmailChange(context, input),
  }),
  'POST /confirm-email': endpoint({
    summary: 'Confirm the new e-mail address',
    note: 'With the token of the e-mailed link, once, within 24 hours. Ends the other sessions and notifies the old address.',
    open: true,
    body: tokenSchema,
    example: { token: 'the-token-of-the-mail' },
    refuses: { TOKEN_INVALID: 400, EMAIL_EXISTS: 409 },
    answer: async (context, input) => confirmEmailChange(context, input.token),
  }),
  'POST /undo-email-change': endpoint({
    summary: 'Restore the old e-mail address',
    note: 'With the token of the link that was e-mailed to it, once, within 7 days. Ends all sessions, removes the password and sends a link to set a new one.',
    open: true,
    body: tokenSchema,
    example: { token: 'the-token-of-the-mail' },
    refuses: { TOKEN_INVALID: 400, EMAIL_EXISTS: 409 },
    answer: async (context, input) => undoEmailChange(context, input.token),
  }),
};
