import type { Role, UserRow } from '../../../db/tables.ts';
import { inTransaction } from '../../../db/transact.ts';
import { recordByHost } from '../../activity/by-host.ts';
import type { Context } from '../../context.ts';
import { DomainError } from '../../error.ts';
import { lockSuperAdmins, updateUser } from '../accounts.queries.ts';
import { findAccount } from './find.ts';

/**
 * Gives an account another role, from its next request on. The last super admin stays one.
 * @returns the account as it was
 * @throws DomainError NOT_FOUND (404), LAST_SUPER_ADMIN (409)
 */
export function setRoleByHost(context: Context, emailOrId: string, role: Role): Promise<UserRow> {
  return inTransaction(context.db, async (tx) => {
    // Locked before anything is read, so that two of them are never demoted at the same moment.
    const superAdmins = await lockSuperAdmins(tx);
    const user = await findAccount(tx, emailOrId);
    const isLast = superAdmins.length === 1 && superAdmins[0] === user.id;
    if (isLast && role !== 'super_admin') throw new DomainError('LAST_SUPER_ADMIN', 409);
    if (user.role === role) return user;
    await updateUser(tx, user.id, { role, updated_at: context.now.toISOString() });
    const details = { before: { role: user.role }, after: { role } };
    await recordByHost({ db: tx, now: context.now }, { type: 'set_role', target: user, details });
    return user;
  });
}
