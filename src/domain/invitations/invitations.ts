import { randomBytes } from 'node:crypto';
import type { Db } from '../../db/open.ts';
import type { InvitationRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';
import { recordActivity } from '../activity/record.ts';
import { inActing } from '../admin/acting.ts';
import { requireRole } from '../admin/require.ts';
import type { Context, Reading, Writing } from '../context.ts';
import { DomainError, notFound } from '../error.ts';
import { newId } from '../id.ts';
import { DAY, later } from '../instants.ts';
import { enforceLimit, LIMITS } from '../rate-limits/limits.ts';
import { isBlocked, isBlocking } from '../restrictions/block.ts';
import { readRestrictionsOf } from '../restrictions/restrictions.ts';
import { hashToken } from '../sessions/tokens.ts';
import {
  deleteExpiredInvitations,
  deleteInvitation,
  findInvitations,
  findUsable,
  insertInvitation,
  spendInvitation,
} from './invitations.queries.ts';
import type { InviteInput } from './schema.ts';

const TOKEN_BYTES = 24;

/**
 * Creates a link that opens accounts while registration is closed.
 * @returns the link, which cannot be shown again because only the hash of its token is stored
 * @throws DomainError FORBIDDEN (403) for everyone but super admins
 */
export async function invite(context: Writing, { uses, days }: InviteInput): Promise<string> {
  requireRole(context, 'super_admin');
  const { viewer, now, settings } = context;
  await enforceLimit(context, `invitations:${viewer.id}`, LIMITS.invitations);
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const expires_at = later(now, days * DAY).toISOString();
  await inActing(context, 'super_admin', async (inside, tx) => {
    const id = newId(now);
    await insertInvitation(tx, {
      id,
      hash: hashToken(token),
      uses_left: uses,
      expires_at,
      inviter_id: viewer.id,
      created_by: `${viewer.firstName} ${viewer.lastName}`.trim(),
      created_at: now.toISOString(),
    });
    await recordActivity(inside, { type: 'invite', details: { invitation: id, uses, expires_at } });
  });
  return `${settings.PUBLIC_URL}/register?invitation=${token}`;
}

/** @throws DomainError FORBIDDEN (403) */
export async function readInvitations(context: Reading): Promise<InvitationRow[]> {
  requireRole(context, 'super_admin');
  const rows = await findInvitations(context.db, context.now.toISOString());
  const restrictions = await readRestrictionsOf(
    context,
    rows.map(({ inviter_id }) => inviter_id),
  );
  return rows.filter(({ inviter_id }) => !isBlocking(restrictions.get(inviter_id) ?? []));
}

/** Accounts that the link opened remain. @throws DomainError FORBIDDEN (403), NOT_FOUND (404) */
export async function withdrawInvitation(context: Writing, id: string): Promise<void> {
  await inActing(context, 'super_admin', async (inside, tx) => {
    if (!(await deleteInvitation(tx, id))) throw notFound();
    await recordActivity(inside, { type: 'withdraw_invitation', details: { invitation: id } });
  });
}

export function deleteOldInvitations(db: Db, now: Date): Promise<void> {
  return deleteExpiredInvitations(db, now.toISOString());
}

/** Registration is open, or the invitation is usable. */
export async function mayRegister(
  context: Pick<Context, 'db' | 'now' | 'site'>,
  invitation: string | undefined,
): Promise<boolean> {
  return context.site.registration_enabled || (await usableOf(context, invitation)) !== null;
}

/**
 * Uses up the invitation in the transaction that creates the account. The owner of the instance needs none.
 * @throws DomainError REGISTRATION_CLOSED (403) without a usable invitation while registration is closed
 */
export async function admit(
  { site, now }: Pick<Context, 'site' | 'now'>,
  tx: Tx,
  account: { role: string },
  invitation: string | undefined,
): Promise<void> {
  if (site.registration_enabled || account.role === 'super_admin') return;
  const usable = await usableOf({ db: tx, now }, invitation);
  if (!usable || !(await spendInvitation(tx, usable.id))) throw new DomainError('REGISTRATION_CLOSED', 403);
}

async function usableOf(
  { db, now }: Pick<Context, 'db' | 'now'>,
  token: string | undefined,
): Promise<InvitationRow | null> {
  const row = token && (await findUsable(db, hashOf(token), now.toISOString()));
  return row && !(await isBlocked({ db, now }, row.inviter_id)) ? row : null;
}

// A link copied from a message may include invisible marks.
const hashOf = (copied: string) => hashToken(copied.replace(/[^\w-]/g, ''));
