import * as v from 'valibot';
import type { ListedApiToken } from '../../domain/sessions/api-tokens.ts';
import type { ListedSession } from '../../domain/sessions/sessions.ts';
import type { AuthStatus } from '../../domain/users/identities/link.ts';
import type { ListedPasskey } from '../../domain/users/passkeys/manage.ts';
import type { PresentedUser } from '../../domain/users/present.ts';
import { LOCALES } from '../../i18n/locales.ts';
import { preferencesSchema } from '../../i18n/preferences.ts';
import { dateShape, idShape, instantShape, nullableText } from './values.ts';

export const preferencesShape = preferencesSchema;

const restrictionShape = v.object({
  restriction_type: v.picklist(['blocked', 'deleted', 'other']),
  reason: nullableText,
  is_active: v.boolean(),
  expires_at: v.nullable(instantShape),
});

export const userShape = v.object({
  id: idShape,
  email: v.string(),
  username: v.string(),
  name: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  role: v.picklist(['user', 'admin', 'super_admin']),
  isAdmin: v.boolean(),
  isSuperAdmin: v.boolean(),
  isBlocked: v.boolean(),
  restrictions: v.array(restrictionShape),
  email_verified: v.boolean(),
  language_preference: v.picklist(LOCALES),
  theme_preference: v.picklist(['light', 'dark', 'system']),
  currency_preference: v.string(),
  onboarding_completed: v.boolean(),
  preferences: preferencesShape,
  created_at: instantShape,
  updated_at: instantShape,
  last_login: v.nullable(instantShape),
  avatar: nullableText,
  profile_picture_url: nullableText,
  phone: nullableText,
  bio: nullableText,
  location: nullableText,
  website: nullableText,
  birthday: v.nullable(dateShape),
  isPremium: v.boolean(),
  oauth_provider: nullableText,
  has_password: v.boolean(),
}) satisfies v.GenericSchema<unknown, PresentedUser>;

/** `expiresIn` in seconds. */
export const tokens = {
  accessToken: v.string(),
  refreshToken: v.string(),
  expiresIn: v.pipe(v.number(), v.integer()),
};

export const sessionShape = v.object({
  id: idShape,
  user_agent: v.string(),
  ip: v.string(),
  created_at: instantShape,
  last_seen_at: instantShape,
  current: v.boolean(),
}) satisfies v.GenericSchema<unknown, ListedSession>;

export const apiTokenShape = v.object({
  id: idShape,
  name: v.string(),
  scope: v.picklist(['read', 'write', 'import']),
  prefix: v.string(),
  expires_at: v.nullable(instantShape),
  last_used_at: v.nullable(instantShape),
  last_ip: nullableText,
}) satisfies v.GenericSchema<unknown, ListedApiToken>;

export const passkeyShape = v.object({
  id: idShape,
  name: v.string(),
  created_at: instantShape,
  last_used_at: v.nullable(instantShape),
}) satisfies v.GenericSchema<unknown, ListedPasskey>;

export const authStatusShape = v.object({
  authType: v.picklist(['email', 'google', 'oidc', 'hybrid']),
  hasPassword: v.boolean(),
  hasGoogle: v.boolean(),
  hasOidc: v.boolean(),
  email: v.string(),
  isHybrid: v.boolean(),
  needsPassword: v.boolean(),
  canLinkGoogle: v.boolean(),
  canLinkOidc: v.boolean(),
}) satisfies v.GenericSchema<unknown, AuthStatus>;
