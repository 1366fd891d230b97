import type { UserRow } from '../../db/tables.ts';
import type { Context } from '../context.ts';
import { forgetTries } from '../limits/take.ts';
import { deleteSessionsOf } from '../sessions/queries.ts';
import { inTransaction, type Tx } from '../transact.ts';
import { accountTries } from './account-tries.ts';
import { linkInvalid, parseMailToken } from './mail-token.ts';
import { hashNewPassword } from './new-password.ts';
import { tellPasswordChanged } from './password-changed.ts';
import { deleteMailTokens, findMailToken, findUser, spendMailToken, updateUser } from './queries.ts';
import type { ResetPasswordInput } from './schema.ts';

/**
 * Sets a new password by the link that was mailed; the link works once, proves the address as well, and closes every
 * other way in: sessions end, and Google is unlinked.
 * @throws DomainError TOKEN_INVALID (400) for a used, unknown or expired link, VALIDATION_ERROR
 */
export async function resetPassword(
  context: Context,
  { token, newPassword }: ResetPasswordInput,
): Promise<void> {
  const { db, now } = context;
  const parsed = parseMailToken(token);
  const link = { userId: parsed?.userId ?? '', hash: parsed?.hash ?? '', purpose: 'reset_password' as const };
  const instant = now.toISOString();
  // Looked up before the hashing, which is work that a stranger's guess is not worth.
  if (!(await findMailToken(db, link, instant))) throw linkInvalid();
  const password_hash = await hashNewPassword(newPassword, 'newPassword');
  const user = await inTransaction(db, async (tx) => {
    if (!(await spendMailToken(tx, link, instant))) return undefined;
    return replacePassword(tx, link.userId, {
      password_hash,
      email_verified: 1,
      // Whoever had got in by a linked Google account is out too; its owner links it again by signing in with it.
      google_id: null,
      oauth_provider: null,
      updated_at: instant,
    });
  });
  if (!user) throw linkInvalid();
  await forgetTries(context, accountTries(user.email));
  tellPasswordChanged(context, user);
}

async function replacePassword(
  tx: Tx,
  userId: string,
  changes: Partial<UserRow>,
): Promise<UserRow | undefined> {
  await updateUser(tx, userId, changes);
  await deleteMailTokens(tx, userId);
  await deleteSessionsOf(tx, userId);
  return findUser(tx, userId);
}
