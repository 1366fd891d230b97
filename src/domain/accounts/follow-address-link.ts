import type { UserRow } from '../../db/tables.ts';
import { DomainError } from '../error.ts';
import type { Tx } from '../transact.ts';
import { linkInvalid, parseMailToken } from './mail-token.ts';
import { deleteMailTokens, lockUser, replaceEmail, spendMailToken } from './queries.ts';

interface Followed {
  /** The account as it was before. */
  user: UserRow;
  /** The address that it has now. */
  email: string;
  /** When the link would have run out. */
  expiresAt: string;
}

/**
 * Spends a mailed link and gives the account the address that the link was mailed to; other links that were mailed
 * before are worthless then.
 * @throws DomainError TOKEN_INVALID (400) for a used, unknown or expired link, EMAIL_EXISTS (409) when another account
 *   has the address by now
 */
export async function followAddressLink(
  tx: Tx,
  token: string,
  purpose: 'change_email' | 'undo_email',
  now: string,
): Promise<Followed> {
  const parsed = parseMailToken(token);
  const link = parsed ? await spendMailToken(tx, { ...parsed, purpose }, now) : undefined;
  const user = link && (await lockUser(tx, link.user_id));
  if (!link?.email || !user || user.closed_at) throw linkInvalid();
  if (!(await replaceEmail(tx, user.id, link.email, now))) throw new DomainError('EMAIL_EXISTS', 409);
  await deleteMailTokens(tx, user.id);
  return { user, email: link.email, expiresAt: link.expires_at };
}
