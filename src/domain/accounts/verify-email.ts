import type { Context } from '../context.ts';
import { findRestrictions } from '../restrictions/queries.ts';
import { inTransaction } from '../transact.ts';
import { linkInvalid, parseMailToken } from './mail-token.ts';
import { type PresentedUser, presentUser } from './present.ts';
import { findUser, spendMailToken, updateUser } from './queries.ts';

/**
 * Proves an address by the link that was mailed to it; each link works once.
 * @throws DomainError TOKEN_INVALID (400) for a used, unknown or expired one
 */
export async function verifyEmail({ db, now }: Context, token: string): Promise<PresentedUser> {
  const parsed = parseMailToken(token);
  const instant = now.toISOString();
  const user = await inTransaction(db, async (tx) => {
    if (!parsed || !(await spendMailToken(tx, { ...parsed, purpose: 'verify_email' }, instant)))
      return undefined;
    await updateUser(tx, parsed.userId, { email_verified: 1, updated_at: instant });
    return findUser(tx, parsed.userId);
  });
  if (!user) throw linkInvalid();
  return presentUser(user, await findRestrictions(db, user.id, instant));
}
