import type { Context } from '../context.ts';
import { DomainError } from '../error.ts';
import { addressKey, LIMITS } from '../limits/limits.ts';
import { takeOrRefuse } from '../limits/take.ts';
import { inTransaction } from '../transact.ts';
import { hashNewPassword } from './new-password.ts';
import { openAccount } from './open-account.ts';
import { type PresentedUser, presentUser } from './present.ts';
import type { RegisterInput } from './schema.ts';
import { prepareVerification } from './verification.ts';

/**
 * Makes an account with the default categories. The very first one owns the instance; every later one must prove
 * its address before it can sign in.
 * @throws DomainError EMAIL_EXISTS (409), RATE_LIMITED (429)
 */
export async function register(
  context: Context,
  input: RegisterInput,
): Promise<{ user: PresentedUser; requiresVerification: boolean }> {
  await takeOrRefuse(context, `register:${addressKey(context.from.address)}`, LIMITS.register);
  const password_hash = await hashNewPassword(input.password, 'password');
  const { user, send } = await inTransaction(context.db, async (tx) => {
    const user = await openAccount(context, tx, {
      email: input.email,
      password_hash,
      first_name: input.firstName,
      last_name: input.lastName,
      language_preference: context.locale,
      preferences: JSON.stringify(input.timezone ? { timezone: input.timezone } : {}),
    });
    if (!user) throw emailExists();
    return { user, send: user.email_verified ? null : await prepareVerification(context, tx, user) };
  });
  if (send) context.app.later(send);
  return { user: presentUser(user, []), requiresVerification: send !== null };
}

function emailExists(): DomainError {
  return new DomainError('EMAIL_EXISTS', 409, {
    fields: [{ field: 'email', message: 'errors:EMAIL_EXISTS' }],
  });
}
