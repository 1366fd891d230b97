import type { Context } from '../context.ts';
import { newId } from '../id.ts';
import { requireUnblocked } from '../restrictions/block.ts';
import { deleteEndedSessions, insertSession } from './sessions.queries.ts';
import { hashToken, mintToken } from './tokens.ts';

/** The pair of tokens of a signed-in client; `expiresIn` in seconds. */
export interface Tokens {
  accessToken: string;
  refreshToken: string;
  expiresIn: number;
  endsAt: Date;
  /** The random id by which the browser is recognised at its next sign-in; only a sign-in returns it. */
  device?: string | undefined;
}

export function after(now: Date, seconds: number): string {
  return new Date(now.getTime() + seconds * 1000).toISOString();
}

/** Starts a session for a person who has proved who they are. @throws DomainError USER_BLOCKED (403) */
export async function startSession(
  { settings, db, now, client }: Pick<Context, 'settings' | 'db' | 'now' | 'client'>,
  userId: string,
): Promise<Tokens> {
  await requireUnblocked(db, userId, now);
  const id = newId(now);
  const accessToken = mintToken('access', userId, id);
  const refreshToken = mintToken('refresh', userId, id);
  const { ACCESS_TOKEN_TTL, REFRESH_TOKEN_TTL } = settings;
  await deleteEndedSessions(db, userId, now.toISOString());
  await insertSession(db, {
    user_id: userId,
    id,
    access_hash: hashToken(accessToken),
    access_expires_at: after(now, Math.min(ACCESS_TOKEN_TTL, REFRESH_TOKEN_TTL)),
    refresh_hash: hashToken(refreshToken),
    previous_refresh_hash: null,
    rotated_at: null,
    expires_at: after(now, REFRESH_TOKEN_TTL),
    created_at: now.toISOString(),
    last_seen_at: now.toISOString(),
    user_agent: client.userAgent.slice(0, 255),
    ip: client.address,
  });
  return {
    accessToken,
    refreshToken,
    expiresIn: Math.min(ACCESS_TOKEN_TTL, REFRESH_TOKEN_TTL),
    endsAt: new Date(after(now, REFRESH_TOKEN_TTL)),
    device: client.device,
  };
}
