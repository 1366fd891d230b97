import { createHash } from 'node:crypto';
import type { Context } from '../context.ts';
import { addressKey, LIMITS } from '../limits/limits.ts';
import { take } from '../limits/take.ts';
import { inTransaction } from '../transact.ts';
import { findUserByEmail } from './queries.ts';
import { prepareVerification } from './verification.ts';

/** Mails a new link to an unproved address. Says nothing about whether there is such an account. */
export async function resendVerification(context: Context, email: string): Promise<void> {
  const account = createHash('sha256').update(email).digest('base64url');
  const forAddress = await take(
    context,
    `mail:address:${addressKey(context.from.address)}`,
    LIMITS.mailForAddress,
  );
  const forAccount = await take(context, `mail:account:${account}`, LIMITS.mailForAccount);
  if (!forAddress.allowed || !forAccount.allowed) return;
  const user = await findUserByEmail(context.db, email);
  if (!user || user.email_verified === 1) return;
  const send = await inTransaction(context.db, (tx) => prepareVerification(context, tx, user));
  await send();
}
