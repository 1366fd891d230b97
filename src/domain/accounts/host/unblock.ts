import type { UserRow } from '../../../db/tables.ts';
import { inTransaction } from '../../../db/transact.ts';
import { recordByHost } from '../../activity/by-host.ts';
import type { Reading } from '../../context.ts';
import { liftRestrictions } from '../../restrictions/change.ts';
import { findAccount } from './find.ts';

/**
 * Ends all blocks of an account at once.
 * @returns the account, and how many blocks were in force
 * @throws DomainError NOT_FOUND (404)
 */
export function unblockByHost(
  { db, now }: Pick<Reading, 'db' | 'now'>,
  emailOrId: string,
): Promise<{ user: UserRow; lifted: number }> {
  return inTransaction(db, async (tx) => {
    const user = await findAccount(tx, emailOrId);
    const lifted = await liftRestrictions(tx, user.id, 'blocked', now);
    if (lifted > 0)
      await recordByHost(
        { db: tx, now },
        { type: 'unblock', target: user, details: { restrictions: lifted } },
      );
    return { user, lifted };
  });
}
