import type { UserRow } from '../../db/tables.ts';
import { readPreferences } from '../preferences/preferences.ts';
import type { PresentedRestriction } from '../restrictions/restrictions.ts';

/** Columns shown to the owner and to administrators alike. */
export const SHARED_COLUMNS = [
  'id',
  'email',
  'email_verified',
  'first_name',
  'last_name',
  'role',
  'language_preference',
  'theme_preference',
  'currency_preference',
  'preferences',
  'is_premium',
  'profile_picture_url',
  'oauth_provider',
  'onboarding_completed',
  'last_login',
  'created_at',
  'updated_at',
] as const satisfies (keyof UserRow)[];

type Shared = Pick<UserRow, (typeof SHARED_COLUMNS)[number]>;

export function presentShared(row: Shared, restrictions: PresentedRestriction[]) {
  const name = `${row.first_name} ${row.last_name}`.trim();
  return {
    id: row.id,
    email: row.email,
    username: name || 'User',
    name,
    firstName: row.first_name,
    lastName: row.last_name,
    role: row.role,
    isAdmin: row.role !== 'user',
    isSuperAdmin: row.role === 'super_admin',
    isBlocked: restrictions.some(({ restriction_type }) => restriction_type === 'blocked'),
    restrictions,
    email_verified: row.email_verified === 1,
    language_preference: row.language_preference,
    theme_preference: row.theme_preference,
    currency_preference: row.currency_preference,
    onboarding_completed: row.onboarding_completed === 1,
    preferences: readPreferences(row.preferences),
    created_at: row.created_at,
    updated_at: row.updated_at,
    last_login: row.last_login,
    avatar: row.profile_picture_url,
    profile_picture_url: row.profile_picture_url,
    isPremium: row.is_premium === 1,
    oauth_provider: row.oauth_provider,
  };
}

/** Never contains a hash or a token. `restrictions` are those in force. */
export function presentUser(row: UserRow, restrictions: PresentedRestriction[]) {
  return {
    ...presentShared(row, restrictions),
    phone: row.phone,
    bio: row.bio,
    location: row.location,
    website: row.website,
    birthday: row.birthday,
    has_password: row.password_hash !== null,
  };
}

export type PresentedUser = ReturnType<typeof presentUser>;
