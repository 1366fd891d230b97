import type { UserRow } from '../../db/tables.ts';
import { emailChangeMail } from '../../mail/messages.ts';
import type { SignedIn } from '../context.ts';
import { DomainError, invalid, notFound } from '../error.ts';
import { LIMITS } from '../limits/limits.ts';
import { takeOrRefuse } from '../limits/take.ts';
import { inTransaction } from '../transact.ts';
import { confirmPassword } from './confirm-password.ts';
import { prepareLink } from './mail-link.ts';
import { mailReader } from './mail-reader.ts';
import { mayMail } from './may-mail.ts';
import { deleteMailTokensFor, findUser } from './queries.ts';
import type { ChangeEmailInput } from './schema.ts';

const DAY = 86_400;

/**
 * Mails a link to another address, which makes it the viewer's own within 24 hours. Says nothing about whether that
 * address has an account: the answer is the same and comes before anything is looked up.
 * @throws DomainError VALIDATION_ERROR for a wrong password or the present address, PASSWORD_REQUIRED (409) for an
 *   account without a password, RATE_LIMITED (429)
 */
export async function requestEmailChange(
  context: SignedIn,
  { email, password }: ChangeEmailInput,
): Promise<void> {
  const user = await findUser(context.db, context.viewer.id);
  if (!user) throw notFound();
  if (user.password_hash === null) throw passwordRequired();
  await confirmPassword(context, user, password);
  if (email === user.email) throw invalid({ field: 'email', message: 'errors:emailSame' });
  await takeOrRefuse(context, `mail:change:${user.id}`, LIMITS.mailForAccount);
  if (await mayMail(context, email)) context.app.later(() => mailLink(context, user, email));
}

function passwordRequired(): DomainError {
  return new DomainError('PASSWORD_REQUIRED', 409, { message: 'errors:passwordFirst' });
}

async function mailLink(context: SignedIn, user: UserRow, email: string): Promise<void> {
  const send = await inTransaction(context.db, async (tx) => {
    await deleteMailTokensFor(tx, user.id, 'change_email');
    return prepareLink(context, tx, user, {
      purpose: 'change_email',
      path: '/change-email/',
      lifetime: DAY,
      write: (link) => emailChangeMail({ ...mailReader(user), link }),
      email,
    });
  });
  await send();
}
