import { nameOf } from '../../activity/record.ts';
import { readPreferences } from '../../preferences/read-preferences.ts';
import type { PresentedRestriction } from '../../restrictions/read.ts';
import { statusOf } from '../../restrictions/status.ts';
import type { AdminUserRow } from './users.queries.ts';

/** What people tell about themselves is in the contract's account, but not for administrators to read. */
type Private = Record<'phone' | 'bio' | 'location' | 'website' | 'birthday', string | null>;
const PRIVATE: Private = { phone: null, bio: null, location: null, website: null, birthday: null };

/** An account as answers show it to administrators; `restrictions` are those in force. */
export function presentForAdmin(row: AdminUserRow, restrictions: PresentedRestriction[]) {
  return {
    id: row.id,
    email: row.email,
    username: nameOf(row),
    name: `${row.first_name} ${row.last_name}`.trim(),
    firstName: row.first_name,
    lastName: row.last_name,
    role: row.role,
    isAdmin: row.role !== 'user',
    isSuperAdmin: row.role === 'super_admin',
    status: statusOf(restrictions),
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
    ...PRIVATE,
    isPremium: row.is_premium === 1,
    oauth_provider: row.oauth_provider,
    has_password: row.has_password === 1,
    purge_after: row.purge_after,
  };
}

export type AdminUser = ReturnType<typeof presentForAdmin>;
