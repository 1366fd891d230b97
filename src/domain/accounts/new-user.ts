import type { UserRow } from '../../db/tables.ts';
import { newId } from '../id.ts';

/** What is known of somebody when their account is made. */
export type Known = Pick<UserRow, 'email' | 'password_hash' | 'first_name' | 'last_name'> & Partial<UserRow>;

/** The row of a new account, with the defaults of specification section 9; `known` goes before them. */
export function newUser(now: Date, known: Known): UserRow {
  return {
    id: newId(now),
    email_verified: 0,
    role: 'user',
    language_preference: 'en',
    theme_preference: 'system',
    currency_preference: 'ILS',
    onboarding_completed: 0,
    preferences: '{}',
    phone: null,
    bio: null,
    location: null,
    website: null,
    birthday: null,
    profile_picture_url: null,
    is_premium: 0,
    oauth_provider: null,
    google_id: null,
    google_refused: 0,
    last_login: null,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
    closed_at: null,
    purge_after: null,
    ...known,
  };
}
