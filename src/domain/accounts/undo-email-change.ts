import type { Context } from '../context.ts';
import { deleteSessionsOf } from '../sessions/queries.ts';
import { inTransaction } from '../transact.ts';
import { followAddressLink } from './follow-address-link.ts';
import { deleteUndoLinksAfter, updateUser } from './queries.ts';
import { mailReset } from './request-password-reset.ts';

/**
 * Puts back the address that an account had before somebody changed it. Whoever did that is shut out: the password
 * opens nothing any more, Google is unlinked, every session ends, and a link that sets a new password is on its way to
 * the address.
 * @throws DomainError TOKEN_INVALID (400), EMAIL_EXISTS (409) when another account has the address by now
 */
export async function undoEmailChange(context: Context, token: string): Promise<void> {
  const { app, db, now } = context;
  const { email } = await inTransaction(db, async (tx) => {
    const followed = await followAddressLink(tx, token, 'undo_email', now.toISOString());
    const { user, expiresAt } = followed;
    await updateUser(tx, user.id, { password_hash: null, google_id: null, oauth_provider: null });
    await deleteSessionsOf(tx, user.id);
    // Only of later changes: a thief who changed the address twice must not take back what its owner still can.
    await deleteUndoLinksAfter(tx, user.id, expiresAt);
    return followed;
  });
  app.later(() => mailReset(context, email));
}
