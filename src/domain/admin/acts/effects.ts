import type { RestrictionRow, UserRow } from '../../../db/tables.ts';
import type { Tx } from '../../../db/transact.ts';
import type { Mailing, Reading, Writing } from '../../context.ts';
import { DomainError } from '../../error.ts';
import { HOUR, later } from '../../instants.ts';
import { isBlocked } from '../../restrictions/block.ts';
import {
  addRestriction,
  endRestrictions,
  type PresentedRestriction,
  readRestrictions,
} from '../../restrictions/restrictions.ts';
import { statusOf } from '../../restrictions/status.ts';
import { countSessionsOf, endSessionsOf } from '../../sessions/sessions.ts';
import { cancelPurge, changeRole, markVerified, prepareLink, schedulePurge } from '../../users/managed.ts';
import { requirePasswords } from '../../users/oidc/settings.ts';
import type { Act, ManageInput } from './schema.ts';

interface Effect {
  /** For the log: `before`, `after`, and fields of the act. */
  details: Record<string, unknown>;
  /** Runs after the commit, such as sending a mail. */
  afterwards?: () => Promise<void>;
}

type Apply = (
  context: Writing & Mailing,
  tx: Tx,
  target: UserRow,
  input: ManageInput,
) => Promise<Effect | null>;

/** Each effect runs in the act's transaction, and returns null if there was nothing to do. */
export const EFFECTS: Readonly<Record<Act, Apply>> = {
  block: restrictBy('blocked'),
  unblock: liftBy('blocked'),
  restrict: restrictBy('other'),
  unrestrict: liftBy('other'),
  async end_sessions(context, tx, target) {
    const sessions = await countSessionsOf(tx, target.id, context.now);
    if (sessions === 0) return null;
    await endSessionsOf(tx, target.id);
    return { details: { sessions } };
  },
  async resend_verification(context, tx, target) {
    if (target.email_verified === 1) throw new DomainError('ALREADY_VERIFIED', 409);
    await requireUsable(context, target);
    return { details: {}, afterwards: await prepareLink(context, tx, target, 'verify_email') };
  },
  async verify_email({ now }, tx, target) {
    if (target.email_verified === 1) return null;
    await markVerified(tx, target.id, now);
    return { details: { before: { email_verified: false }, after: { email_verified: true } } };
  },
  async send_password_link(context, tx, target) {
    requirePasswords(context);
    await requireUsable(context, target);
    return { details: {}, afterwards: await prepareLink(context, tx, target, 'reset_password') };
  },
  async set_role({ now }, tx, target, { role = target.role }) {
    if (role === target.role) return null;
    await changeRole(tx, target.id, role, now);
    return { details: { before: { role: target.role }, after: { role } } };
  },
  async delete(context, tx, target, { reason = null }) {
    if (target.purge_after !== null) return null;
    const { now } = context;
    const before = await readRestrictions(context, target.id);
    await addRestriction(tx, target.id, { kind: 'deleted', reason, expiresAt: null }, now);
    const purge_after = await schedulePurge(tx, target.id, now);
    await endSessionsOf(tx, target.id);
    return { details: { reason, purge_after, ...(await statuses(context, target.id, before)) } };
  },
  async restore(context, tx, target) {
    const { now } = context;
    const inForce = await readRestrictions(context, target.id);
    const lifted = await endRestrictions(tx, target.id, 'deleted', now);
    if (lifted === 0 && target.purge_after === null) return null;
    await cancelPurge(tx, target.id, now);
    const { before, after } = await statuses(context, target.id, inForce);
    const { purge_after } = target;
    return { details: { before: { ...before, purge_after }, after: { ...after, purge_after: null } } };
  },
};

// A mailed link is refused for a blocked or deleted account.
async function requireUsable(context: Reading, { id }: UserRow): Promise<void> {
  if (await isBlocked(context, id)) throw new DomainError('TARGET_BLOCKED', 409);
}

function restrictBy(kind: RestrictionRow['restriction_type']): Apply {
  return async (context, tx, target, { reason = null, expiresHours }) => {
    const { now } = context;
    const expiresAt = expiresHours ? later(now, expiresHours * HOUR).toISOString() : null;
    const inForce = await readRestrictions(context, target.id);
    const before = inForce.filter(({ restriction_type }) => restriction_type === kind);
    if (before.some((row) => row.reason === reason && row.expires_at === expiresAt)) return null;
    // The last input holds, so that a reason can be corrected and an end set.
    await endRestrictions(tx, target.id, kind, now);
    await addRestriction(tx, target.id, { kind, reason, expiresAt }, now);
    return { details: { reason, expires_at: expiresAt, ...(await statuses(context, target.id, inForce)) } };
  };
}

function liftBy(kind: RestrictionRow['restriction_type']): Apply {
  return async (context, tx, target) => {
    const before = await readRestrictions(context, target.id);
    const lifted = await endRestrictions(tx, target.id, kind, context.now);
    if (lifted === 0) return null;
    return { details: { restrictions: lifted, ...(await statuses(context, target.id, before)) } };
  };
}

// Needs the transaction's context, to read what the act has just written.
async function statuses(context: Reading, id: string, before: PresentedRestriction[]) {
  const after = await readRestrictions(context, id);
  return { before: { status: statusOf(before) }, after: { status: statusOf(after) } };
}
