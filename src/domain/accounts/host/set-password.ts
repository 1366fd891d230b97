import type { UserRow } from '../../../db/tables.ts';
import { inTransaction } from '../../../db/transact.ts';
import { recordByHost } from '../../activity/by-host.ts';
import type { Mailing, Requesting } from '../../context.ts';
import { endSessionsOf } from '../../sessions/end.ts';
import { deleteMailTokens, updateUser } from '../accounts.queries.ts';
import { notifyPasswordChanged } from '../change-password.ts';
import { hashPassword } from '../password.ts';
import { forgetAttempts } from '../sign-in.ts';
import { findAccount } from './find.ts';

/**
 * Sets another password for an account, as its owner would by a mailed link: all other access ends, which is sessions,
 * links and Google, and the owner is told by mail.
 * @throws DomainError NOT_FOUND (404)
 */
export async function setPasswordByHost(
  context: Requesting & Mailing,
  emailOrId: string,
  password: string,
): Promise<UserRow> {
  const password_hash = await hashPassword(password);
  const user = await inTransaction(context.db, async (tx) => {
    const found = await findAccount(tx, emailOrId);
    await updateUser(tx, found.id, {
      password_hash,
      google_id: null,
      oauth_provider: null,
      updated_at: context.now.toISOString(),
    });
    await deleteMailTokens(tx, found.id);
    await endSessionsOf(tx, found.id);
    await recordByHost({ db: tx, now: context.now }, { type: 'set_password', target: found });
    return found;
  });
  await forgetAttempts(context, user);
  notifyPasswordChanged(context, user);
  return user;
}
