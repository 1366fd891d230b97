import type { Db } from '../../db/open.ts';
import { withTimeout } from '../../db/unavailable.ts';
import type { Currency } from '../../i18n/currencies.ts';
import type { Reading, Viewer } from '../context.ts';
import { DomainError } from '../error.ts';
import { MINUTE } from '../instants.ts';
import { isSetupDue, isSetupOffered } from '../onboarding/progress.ts';
import { readPreferences } from '../preferences/preferences.ts';
import type { Block } from '../restrictions/block.ts';
import { findApiTokenWithUser, updateApiToken } from './api-tokens.queries.ts';
import { parseApiToken } from './api-tokens.ts';
import { findSession, findSessionWithUser, selectViewer, updateSession } from './sessions.queries.ts';
import { parseToken, sameHash } from './tokens.ts';

type TokenError = 'TOKEN_INVALID' | 'TOKEN_EXPIRED';

const SEEN_EVERY = 5 * MINUTE;

/** The end of a token without an end. */
const NEVER = '9999-12-31T23:59:59.999Z';

/** Looked up at every request, so that a sign-out or block takes effect at once. */
export async function resolveViewer(db: Db, token: string, now: Date): Promise<Viewer | TokenError> {
  const parsed = parseToken('access', token);
  if (!parsed) return 'TOKEN_INVALID';
  const instant = now.toISOString();
  const rows = await findSessionWithUser(db, parsed.userId, parsed.sessionId, instant);
  const [row] = rows;
  if (!row || !sameHash(row.access_hash, parsed.hash)) return 'TOKEN_INVALID';
  if (row.access_expires_at <= instant || row.expires_at <= instant) return 'TOKEN_EXPIRED';
  if (now.getTime() - Date.parse(row.last_seen_at) > SEEN_EVERY) {
    await withTimeout(updateSession(db, row.user_id, row.id, { last_seen_at: instant }));
  }
  const session = { sessionId: row.id, sessionEnds: row.expires_at, accessEnds: row.access_expires_at };
  return { ...viewerOf(rows, row, now), ...session, codeEnteredAt: row.code_entered_at, tokenScope: null };
}

/** As `resolveViewer`, by a token that the person has made for a program. */
export async function resolveApiToken(
  db: Db,
  token: string,
  now: Date,
  address: string,
): Promise<Viewer | TokenError> {
  const parsed = parseApiToken(token);
  if (!parsed) return 'TOKEN_INVALID';
  const instant = now.toISOString();
  const rows = await findApiTokenWithUser(db, parsed.userId, parsed.tokenId, instant);
  const [row] = rows;
  if (!row || !sameHash(row.hash, parsed.hash)) return 'TOKEN_INVALID';
  // The sessions of a deleted account end; its tokens wait, because it may be restored.
  if (rows.some(({ block_type }) => block_type === 'deleted')) return 'TOKEN_INVALID';
  const ends = row.expires_at ?? NEVER;
  if (ends <= instant) return 'TOKEN_EXPIRED';
  const isStale = now.getTime() - Date.parse(row.last_used_at ?? '1970-01-01') > SEEN_EVERY;
  if (isStale || row.last_ip !== address) {
    const changes = { last_used_at: instant, last_ip: address };
    await withTimeout(updateApiToken(db, row.user_id, row.id, changes));
  }
  const session = { sessionId: row.id, sessionEnds: ends, accessEnds: ends };
  return { ...viewerOf(rows, row, now), ...session, codeEnteredAt: null, tokenScope: row.scope };
}

/** A person who is not here, for work on their behalf; null if the account is closed or blocked, or does not exist. */
async function resolveAbsent(db: Db, userId: string, now: Date): Promise<Viewer | null> {
  const rows = await selectViewer(db, userId, now.toISOString()).execute();
  const [row] = rows;
  if (!row || row.closed_at !== null) return null;
  const session = { sessionId: '', sessionEnds: '', accessEnds: '', codeEnteredAt: null, tokenScope: null };
  const viewer = { ...viewerOf(rows, row, now), ...session };
  return viewer.block ? null : viewer;
}

type Row = Awaited<ReturnType<ReturnType<typeof selectViewer>['execute']>>[number];
type Account = Omit<Viewer, 'sessionId' | 'sessionEnds' | 'accessEnds' | 'codeEnteredAt' | 'tokenScope'>;

function viewerOf(rows: Row[], row: Row, now: Date): Account {
  return {
    id: row.user_id,
    block: blockIn(rows, (type) => type !== null && type !== 'other'),
    restriction: blockIn(rows, (type) => type === 'other'),
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    role: row.role,
    picture: row.profile_picture_url,
    locale: row.language_preference,
    theme: row.theme_preference,
    currency: row.currency_preference as Currency,
    preferences: readPreferences(row.preferences),
    hasSecondFactor: row.second_factor_since !== null,
    setupDue: isSetupDue(row, now),
    setupOffered: isSetupOffered(row, now),
    revision: row.revision ?? 0,
    importId: row.import_id,
  };
}

function blockIn(rows: Row[], hasType: (type: Row['block_type']) => boolean): Block | null {
  const matchingRow = rows.find(({ block_type }) => hasType(block_type));
  return matchingRow ? { reason: matchingRow.block_reason, expires_at: matchingRow.block_expires_at } : null;
}

/** Refuses a viewer whose session has ended since authentication. @throws DomainError UNAUTHENTICATED (401) */
export async function requireSession({ db, viewer, now }: Reading): Promise<void> {
  const session = await findSession(db, viewer.id, viewer.sessionId);
  if (!session || session.expires_at <= now.toISOString()) throw new DomainError('UNAUTHENTICATED', 401);
}

/**
 * The reading of a person who is not here: a calendar fetches their feed, or a job looks at their money.
 * @returns null as `resolveAbsent`
 */
export async function readAbsent<Context extends Omit<Reading, 'viewer' | 'locale'>>(
  context: Context,
  userId: string,
): Promise<(Context & Reading) | null> {
  const viewer = await resolveAbsent(context.db, userId, context.now);
  return viewer && { ...context, viewer, locale: viewer.locale };
}
