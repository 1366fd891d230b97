import { changePassword, setPassword } from '../../domain/users/passwords/change.ts';
import { requestPasswordReset, resetPassword } from '../../domain/users/passwords/reset.ts';
import {
  changePasswordSchema,
  mailRequestSchema,
  resetPasswordSchema,
  setPasswordSchema,
} from '../../domain/users/schema.ts';
import { type Endpoints, endpoint } from '../endpoint.ts';

export const passwords: Endpoints = {
  'POST /password-reset-request': endpoint({
    summary: 'Request a link to set a new password',
    note: 'The answer does not reveal whether the account exists.',
    open: true,
    body: mailRequestSchema,
    example: { email: 'noa@example.com' },
    answer: async (context, { email }) => requestPasswordReset(context, email),
  }),
  'POST /password-reset': endpoint({
    summary: 'Set a new password with the e-mailed link',
    note: 'The link works once, within an hour. Ends all sessions of the account.',
    open: true,
    body: resetPasswordSchema,
    example: { token: 'the-token-of-the-mail', newPassword: 'correct-horse-10' },
    refuses: { TOKEN_INVALID: 400, OIDC_ONLY: 403, SERVICE_UNAVAILABLE: 503 },
    answer: async (context, input) => resetPassword(context, input),
  }),
  'POST /set-password': endpoint({
    summary: 'Set a first password',
    note: 'Only for an account without a password.',
    body: setPasswordSchema,
    example: { newPassword: 'correct-horse-10' },
    refuses: { PASSWORD_EXISTS: 409, SIGN_IN_AGAIN: 403, SERVICE_UNAVAILABLE: 503 },
    answer: async (context, input) => setPassword(context, input.newPassword),
  }),
  'POST /change-password': endpoint({
    summary: 'Change your password',
    note: 'Ends your other sessions.',
    body: changePasswordSchema,
    example: { currentPassword: 'correct-horse-9', newPassword: 'correct-horse-10' },
    refuses: { CURRENT_PASSWORD_WRONG: 400, SERVICE_UNAVAILABLE: 503 },
    answer: async (context, input) => changePassword(context, input),
  }),
};
