import { inTransaction } from '../../db/transact.ts';
import type { Requesting } from '../context.ts';
import type { ReminderKind } from './kinds.ts';
import { deleteMessagesOf, findSettings, replaceSettings } from './reminders.queries.ts';
import { NEVER, remindersOf } from './settings.ts';
import { isSigned, ownerNamed, signedToken } from './signed-token.ts';

const PURPOSE = 'unsubscribe';

/** The address in a mail that stops one kind, or all. */
export function unsubscribeAddress(
  { APP_SECRET, PUBLIC_URL }: Requesting['settings'],
  userId: string,
  kind: ReminderKind | 'all',
): string {
  return `${PUBLIC_URL}/unsubscribe/${kind}/${signedToken(APP_SECRET, userId, PURPOSE)}`;
}

/** The person whom a link names; null if we did not make it. */
export function unsubscriberOf({ settings }: Pick<Requesting, 'settings'>, token: string): string | null {
  return isSigned(settings.APP_SECRET, token, PURPOSE) ? ownerNamed(token) : null;
}

/** Stops one kind of reminders, or all of them, for the person of a link. Nothing else can be done by it. */
export function unsubscribe(
  { db, now }: Requesting,
  userId: string,
  kind: ReminderKind | 'all',
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const row = await findSettings(tx, userId);
    if (!row) return;
    const kept = remindersOf(row).kinds.filter((one) => kind !== 'all' && one !== kind);
    await replaceSettings(tx, {
      ...row,
      kinds: JSON.stringify(kept),
      next_look_at: kept.length > 0 ? row.next_look_at : NEVER,
      updated_at: now.toISOString(),
    });
    if (kept.length === 0) await deleteMessagesOf(tx, userId);
  });
}
