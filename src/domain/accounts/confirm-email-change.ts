import type { UserRow } from '../../db/tables.ts';
import { emailChangedMail } from '../../mail/messages.ts';
import type { Context } from '../context.ts';
import { deleteOtherSessions, deleteSessionsOf } from '../sessions/queries.ts';
import { inTransaction, type Tx } from '../transact.ts';
import { followAddressLink } from './follow-address-link.ts';
import { prepareLink } from './mail-link.ts';
import { mailReader, momentFor } from './mail-reader.ts';

/** How long the old address can be put back, in seconds. */
const WEEK = 7 * 86_400;

/**
 * Makes the address that a link was mailed to that of the account, ends all its sessions but the one that asks, and
 * tells the old address, which can take it back for a week.
 * @throws DomainError TOKEN_INVALID (400), EMAIL_EXISTS (409) when another account has the address by now
 */
export async function confirmEmailChange(context: Context, token: string): Promise<void> {
  const { app, db, now } = context;
  const tell = await inTransaction(db, async (tx) => {
    const { user } = await followAddressLink(tx, token, 'change_email', now.toISOString());
    await endOtherSessions(context, tx, user);
    return prepareUndo(context, tx, user);
  });
  app.later(tell);
}

async function endOtherSessions({ viewer }: Context, tx: Tx, user: UserRow): Promise<void> {
  if (viewer?.id === user.id) await deleteOtherSessions(tx, user.id, viewer.sessionId);
  else await deleteSessionsOf(tx, user.id);
}

function prepareUndo(context: Context, tx: Tx, user: UserRow): Promise<() => Promise<void>> {
  return prepareLink(context, tx, user, {
    purpose: 'undo_email',
    path: '/restore-email/',
    lifetime: WEEK,
    write: (link) => emailChangedMail({ ...mailReader(user), link, moment: momentFor(user, context.now) }),
    email: user.email,
  });
}
