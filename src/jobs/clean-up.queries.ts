import type { Db } from '../db/open.ts';

export async function deleteExpired(db: Db, now: Date, dayBefore: Date): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', now.toISOString()).execute();
  await db.deleteFrom('mail_tokens').where('expires_at', '<=', now.toISOString()).execute();
  await db.deleteFrom('challenges').where('expires_at', '<=', now.toISOString()).execute();
  await db.deleteFrom('used_challenges').where('expires_at', '<=', now.toISOString()).execute();
  await db.deleteFrom('idempotency_keys').where('created_at', '<=', dayBefore.toISOString()).execute();
  await db.deleteFrom('rate_limits').where('window_start', '<=', dayBefore.getTime()).execute();
}
