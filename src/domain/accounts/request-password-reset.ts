import { passwordResetMail } from '../../mail/messages.ts';
import type { Context } from '../context.ts';
import { inTransaction } from '../transact.ts';
import { prepareLink } from './mail-link.ts';
import { mailReader } from './mail-reader.ts';
import { mayMail } from './may-mail.ts';
import { findUserByEmail } from './queries.ts';

const HOUR = 3600;

/**
 * Mails a link that sets a new password for an hour. Says nothing about whether there is such an account: the answer
 * is the same and comes before anything is looked up.
 */
export async function requestPasswordReset(context: Context, email: string): Promise<void> {
  if (await mayMail(context, email)) context.app.later(() => mailReset(context, email));
}

/** Mails the link to whoever has that address, if anybody. Takes its time: never before an answer. */
export async function mailReset(context: Context, email: string): Promise<void> {
  const user = await findUserByEmail(context.db, email);
  if (!user) return;
  const send = await inTransaction(context.db, (tx) =>
    prepareLink(context, tx, user, {
      purpose: 'reset_password',
      path: '/reset-password/',
      lifetime: HOUR,
      write: (link) => passwordResetMail({ ...mailReader(user), link }),
    }),
  );
  await send();
}
