import type { Context } from '../context.ts';
import { newId } from '../id.ts';
import { later } from '../instants.ts';
import { requireUnblocked } from '../restrictions/block.ts';
import { deleteSubscriptionsOfOthers } from './push-subscriptions.queries.ts';
import { deleteEndedSessions, insertSession } from './sessions.queries.ts';
import { sessionSeconds } from './times.ts';
import { hashToken, mintToken } from './tokens.ts';

/** `expiresIn` is in seconds. */
export interface Tokens {
  accessToken: string;
  refreshToken: string;
  expiresIn: number;
  endsAt: Date;
  /** A random id that identifies the browser at its next sign-in; set only by a sign-in. */
  device?: string | undefined;
}

/**
 * The caller must have authenticated the person. `lifetime` is in seconds; `byCode` says that it took a second factor.
 * @throws DomainError USER_BLOCKED (403)
 */
export async function startSession(
  { settings, db, now, client }: Pick<Context, 'settings' | 'db' | 'now' | 'client'>,
  userId: string,
  { lifetime = sessionSeconds(settings), byCode = false }: { lifetime?: number; byCode?: boolean } = {},
): Promise<Tokens> {
  await requireUnblocked(db, userId, now);
  const id = newId(now);
  const accessToken = mintToken('access', userId, id);
  const refreshToken = mintToken('refresh', userId, id);
  const expiresIn = Math.min(settings.ACCESS_TOKEN_TTL, lifetime);
  const endsAt = later(now, lifetime * 1000);
  await deleteEndedSessions(db, userId, now.toISOString());
  const device_hash = client.device ? hashToken(client.device) : null;
  // A session that ended by itself left them: whoever signs in next must not see another person's reminders.
  if (device_hash) await deleteSubscriptionsOfOthers(db, userId, { browser: device_hash });
  await insertSession(db, {
    user_id: userId,
    id,
    access_hash: hashToken(accessToken),
    access_expires_at: later(now, expiresIn * 1000).toISOString(),
    refresh_hash: hashToken(refreshToken),
    previous_refresh_hash: null,
    rotated_at: null,
    expires_at: endsAt.toISOString(),
    created_at: now.toISOString(),
    last_seen_at: now.toISOString(),
    device_hash,
    code_entered_at: byCode ? now.toISOString() : null,
    user_agent: client.userAgent.slice(0, 255),
    ip: client.address,
  });
  return {
    accessToken,
    refreshToken,
    expiresIn,
    endsAt,
    device: client.device,
  };
}
