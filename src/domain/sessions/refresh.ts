import type { Db } from '../../db/open.ts';
import type { SessionRow } from '../../db/tables.ts';
import { inTransaction, type Tx } from '../../db/transact.ts';
import { recordActivity } from '../activity/record.ts';
import type { Mailing, Requesting } from '../context.ts';
import { DomainError } from '../error.ts';
import { later } from '../instants.ts';
import { addressKey, enforceLimit, LIMITS } from '../rate-limits/limits.ts';
import { requireUnblocked } from '../restrictions/block.ts';
import {
  deleteSession,
  findOwner,
  findSession,
  insertSpentToken,
  isSpentToken,
  lockSession,
  updateSession,
} from './sessions.queries.ts';
import type { Tokens } from './start.ts';
import { sessionSeconds } from './times.ts';
import { hashToken, type ParsedToken, parseToken, sameHash, successorOf } from './tokens.ts';

type Refreshing = Requesting & Pick<Mailing, 'site'>;

/** Two tabs may send the same refresh token within this time, in milliseconds. */
const GRACE = 10_000;

/**
 * Exchanges a refresh token for the next pair. Reuse ends the whole session, because one of the two holders must
 * have stolen it.
 * @throws DomainError REFRESH_INVALID (401, `requiresLogin`), USER_BLOCKED (403), RATE_LIMITED (429)
 */
export async function refreshSession(context: Refreshing, refreshToken: string): Promise<Tokens> {
  const parsed = parseToken('refresh', refreshToken);
  if (!parsed) throw refused();
  await limitRefreshes(context, parsed);
  const tokens = await inTransaction(context.db, (tx) =>
    rotate({ ...context, db: tx }, tx, refreshToken, parsed),
  );
  if (!tokens) throw refused();
  return tokens;
}

// Anyone can forge a token with another person's id, so a forged one counts against the sender's address instead.
async function limitRefreshes(context: Requesting, parsed: ParsedToken): Promise<void> {
  if (await isOurs(context.db, parsed)) {
    await enforceLimit(context, `refresh:${parsed.userId}`, LIMITS.refresh);
    return;
  }
  await enforceLimit(context, `refresh:address:${addressKey(context.client.address)}`, LIMITS.failedRefresh);
  throw refused();
}

async function isOurs(db: Db, { userId, sessionId, hash }: ParsedToken): Promise<boolean> {
  const session = await findSession(db, userId, sessionId);
  if (!session) return false;
  const hashes = [session.refresh_hash, session.previous_refresh_hash ?? ''];
  return (
    hashes.some((sessionHash) => sameHash(sessionHash, hash)) || isSpentToken(db, userId, sessionId, hash)
  );
}

// Returns null instead of throwing, so that ending a session whose token was stolen is not rolled back.
async function rotate(
  context: Refreshing,
  tx: Tx,
  token: string,
  parsed: ParsedToken,
): Promise<Tokens | null> {
  const stored = await lockSession(tx, parsed.userId, parsed.sessionId);
  const session = stored && { ...stored, expires_at: endOf(context, stored) };
  if (!session || session.expires_at <= context.now.toISOString()) return null;
  const isCurrent = sameHash(session.refresh_hash, parsed.hash);
  if (isCurrent || isRacing(session, parsed.hash, context.now)) {
    await requireUnblocked(tx, parsed.userId, context.now);
    return isCurrent ? advance(context, tx, token, session) : successors(context, token, session);
  }
  if (await isSpentToken(tx, parsed.userId, parsed.sessionId, parsed.hash)) {
    await deleteSession(tx, parsed.userId, parsed.sessionId);
    const target = await findOwner(tx, parsed.userId);
    const details = { reason: 'token_reused' };
    if (target)
      await recordActivity({ ...context, db: tx, viewer: null }, { type: 'session_ended', target, details });
  }
  return null;
}

// A long one becomes a short one as soon as the site has no long ones any more.
function endOf({ site, settings }: Refreshing, { created_at, expires_at }: SessionRow): string {
  if (site.long_sessions_enabled) return expires_at;
  const end = later(new Date(created_at), sessionSeconds(settings) * 1000).toISOString();
  return end < expires_at ? end : expires_at;
}

function isRacing(session: SessionRow, hash: string, now: Date): boolean {
  return (
    sameHash(session.previous_refresh_hash ?? '', hash) &&
    now.getTime() - Date.parse(session.rotated_at ?? '') <= GRACE
  );
}

async function advance(context: Requesting, tx: Tx, token: string, session: SessionRow): Promise<Tokens> {
  const next = successors(context, token, session);
  await insertSpentToken(tx, session.user_id, session.id, session.refresh_hash);
  await updateSession(tx, session.user_id, session.id, {
    access_hash: hashToken(next.accessToken),
    access_expires_at: later(context.now, next.expiresIn * 1000).toISOString(),
    refresh_hash: hashToken(next.refreshToken),
    previous_refresh_hash: session.refresh_hash,
    rotated_at: context.now.toISOString(),
    expires_at: session.expires_at,
    last_seen_at: context.now.toISOString(),
  });
  return next;
}

function successors({ settings, now }: Requesting, token: string, session: SessionRow): Tokens {
  const secondsLeft = Math.floor((Date.parse(session.expires_at) - now.getTime()) / 1000);
  return {
    accessToken: successorOf(token, 'access', settings.APP_SECRET),
    refreshToken: successorOf(token, 'refresh', settings.APP_SECRET),
    expiresIn: Math.min(settings.ACCESS_TOKEN_TTL, secondsLeft),
    endsAt: new Date(session.expires_at),
  };
}

function refused(): DomainError {
  return new DomainError('REFRESH_INVALID', 401, { details: { requiresLogin: true } });
}
