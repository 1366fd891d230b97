import type { Role, UserRow } from '../../../db/tables.ts';
import { inTransaction } from '../../../db/transact.ts';
import { recordByHost } from '../../activity/by-host.ts';
import type { Requesting } from '../../context.ts';
import { updateUser } from '../accounts.queries.ts';
import { lockAbleSuperAdmins, requireAnother } from '../last-super-admin.ts';
import { findAccount } from './find.ts';

/**
 * Gives an account another role, from its next request on. The last super admin stays one.
 * @returns the account as it was
 * @throws DomainError NOT_FOUND (404), LAST_SUPER_ADMIN (409)
 */
export function setRoleByHost(context: Requesting, emailOrId: string, role: Role): Promise<UserRow> {
  return inTransaction(context.db, async (tx) => {
    const able = await lockAbleSuperAdmins(tx, context.now);
    const user = await findAccount(tx, emailOrId);
    if (user.role === role) return user;
    if (user.role === 'super_admin') requireAnother(able, user.id);
    await updateUser(tx, user.id, { role, updated_at: context.now.toISOString() });
    const details = { before: { role: user.role }, after: { role } };
    await recordByHost({ db: tx, now: context.now }, { type: 'set_role', target: user, details });
    return user;
  });
}
