import { inTransaction } from '../../../db/transact.ts';
import { recordActivity } from '../../activity/record.ts';
import type { Mailing, Writing } from '../../context.ts';
import { notFound } from '../../error.ts';
import { couldBeId } from '../../id.ts';
import { enforceLimit, LIMITS } from '../../rate-limits/limits.ts';
import { lockAccounts } from '../../users/managed.ts';
import { stillActing } from '../acting.ts';
import { refusalOf } from '../permission.ts';
import { forbidden, requireRole } from '../require.ts';
import { EFFECTS } from './effects.ts';
import type { Act, ManageInput } from './schema.ts';

const MAILS: readonly Act[] = ['resend_verification', 'send_password_link'];

/**
 * Applies an act to an account and records it. Actor and target are locked and read again, so that of two super admins
 * who demote, block or delete each other at once, only one succeeds.
 * @throws DomainError UNAUTHENTICATED (401), FORBIDDEN, USER_BLOCKED (403), NOT_FOUND (404), ALREADY_VERIFIED,
 *   TARGET_BLOCKED (409), RATE_LIMITED (429)
 */
export async function manageUser(context: Writing & Mailing, id: string, input: ManageInput): Promise<void> {
  requireRole(context, 'admin');
  if (!couldBeId(id)) throw notFound();
  if (MAILS.includes(input.action)) {
    await enforceLimit(context, `mails:admin:${context.viewer.id}`, LIMITS.mailsByAdmin);
    await enforceLimit(context, `mails:managed:${id}`, LIMITS.mailForAccount);
  }
  const afterwards = await inTransaction(context.db, async (tx) => {
    const inside = { ...context, db: tx };
    const accounts = await lockAccounts(tx, [context.viewer.id, id]);
    const actor = await stillActing(inside, accounts);
    const target = accounts.find((account) => account.id === id && account.closed_at === null);
    if (!target) throw notFound();
    const refusal = refusalOf(actor, target, input.action);
    if (refusal) throw forbidden(refusal, actor.role);
    const effect = await EFFECTS[input.action](inside, tx, target, input);
    if (effect) await recordActivity(inside, { type: input.action, target, details: effect.details });
    return effect?.afterwards;
  });
  if (afterwards) context.defer(afterwards);
}
