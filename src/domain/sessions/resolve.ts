import * as v from 'valibot';
import {
  type Currency,
  DEFAULT_PREFERENCES,
  type Preferences,
  preferencesSchema,
} from '../../i18n/preferences.ts';
import type { App, Viewer } from '../context.ts';
import { findSessionWithUser, updateSession } from './queries.ts';
import { parseToken, sameHash } from './tokens.ts';

/** Why an access token opens nothing. */
export type TokenFault = 'TOKEN_INVALID' | 'TOKEN_EXPIRED';

const SEEN_EVERY = 5 * 60_000;

const keptPreferences = new Map<string, Preferences>();

/** A person's stored preferences, completed by the defaults; kept by their text, since few texts are in use. */
export function readPreferences(json: string): Preferences {
  if (json === '{}') return DEFAULT_PREFERENCES;
  let preferences = keptPreferences.get(json);
  if (!preferences) {
    preferences = v.parse(preferencesSchema, JSON.parse(json));
    if (keptPreferences.size >= 1000) keptPreferences.clear();
    keptPreferences.set(json, preferences);
  }
  return preferences;
}

/**
 * Who holds an access token, looked up at every request: a sign-out, a block or a change of role holds at once, on
 * every node.
 */
export async function resolveViewer(app: App, token: string, now: Date): Promise<Viewer | TokenFault> {
  const parsed = parseToken('access', token);
  if (!parsed) return 'TOKEN_INVALID';
  const { db } = app.database;
  const instant = now.toISOString();
  const [row] = await findSessionWithUser(db, parsed.userId, parsed.sessionId, instant);
  if (!row || !sameHash(row.access_hash, parsed.hash)) return 'TOKEN_INVALID';
  if (row.access_expires_at <= instant || row.expires_at <= instant) return 'TOKEN_EXPIRED';
  if (now.getTime() - Date.parse(row.last_seen_at) > SEEN_EVERY) {
    await updateSession(db, row.user_id, row.id, { last_seen_at: instant });
  }
  return {
    id: row.user_id,
    sessionId: row.id,
    sessionEnds: row.expires_at,
    accessEnds: row.access_expires_at,
    block: row.block_id === null ? null : { reason: row.block_reason, expires_at: row.block_expires_at },
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    role: row.role,
    picture: row.profile_picture_url,
    locale: row.language_preference,
    theme: row.theme_preference,
    currency: row.currency_preference as Currency,
    preferences: readPreferences(row.preferences),
    revision: row.revision ?? 0,
  };
}
