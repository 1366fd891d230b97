import type { Context } from '../context.ts';
import { inTransaction } from '../transact.ts';
import { mayMail } from './may-mail.ts';
import { findUserByEmail } from './queries.ts';
import { prepareVerification } from './verification.ts';

/**
 * Mails a new link to an unproved address. Says nothing about whether there is such an account: the answer is the
 * same and comes before anything is looked up.
 */
export async function resendVerification(context: Context, email: string): Promise<void> {
  if (await mayMail(context, email)) context.app.later(() => mailVerification(context, email));
}

async function mailVerification(context: Context, email: string): Promise<void> {
  const user = await findUserByEmail(context.db, email);
  if (!user || user.email_verified === 1) return;
  const send = await inTransaction(context.db, (tx) => prepareVerification(context, tx, user));
  await send();
}
