import * as v from 'valibot';
import { ACTIVITY_TYPES } from '../../domain/activity/kinds.ts';
import type { PresentedEntry } from '../../domain/activity/present.ts';
import { ROLES } from '../../domain/admin/acts/schema.ts';
import type { AdminUser } from '../../domain/admin/users/present.ts';
import { STATUSES } from '../../domain/restrictions/status.ts';
import { LOCALES } from '../../i18n/locales.ts';
import { restrictionShape } from './accounts.ts';
import { countShape, idShape, instantShape, nullableText } from './values.ts';

/** An account as administrators see it. */
export const adminUserShape = v.object({
  id: idShape,
  email: v.string(),
  username: v.string(),
  name: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  role: v.picklist(ROLES),
  isAdmin: v.boolean(),
  isSuperAdmin: v.boolean(),
  status: v.picklist(STATUSES),
  isBlocked: v.boolean(),
  restrictions: v.array(restrictionShape),
  email_verified: v.boolean(),
  language_preference: v.picklist(LOCALES),
  onboarding_completed: v.boolean(),
  created_at: instantShape,
  updated_at: instantShape,
  last_login: v.nullable(instantShape),
  avatar: nullableText,
  oauth_provider: nullableText,
  has_password: v.boolean(),
  purge_after: v.nullable(instantShape),
}) satisfies v.GenericSchema<unknown, AdminUser>;

/** An entry of the log. */
export const activityShape = v.object({
  id: idShape,
  action_type: v.pipe(v.string(), v.description(ACTIVITY_TYPES.join(', '))),
  admin_id: v.nullable(idShape),
  admin_username: nullableText,
  actor_id: v.nullable(idShape),
  target: v.nullable(v.object({ id: v.nullable(idShape), username: nullableText, email: nullableText })),
  details: v.record(v.string(), v.unknown()),
  ip: nullableText,
  created_at: instantShape,
}) satisfies v.GenericSchema<unknown, PresentedEntry>;

/** Everybody, whatever the filter is. */
export const peopleShape = v.object({
  total_users: countShape,
  active: countShape,
  blocked: countShape,
  admins: countShape,
});

/** What became of one account of a bulk act. */
export const bulkResultShape = v.object({ id: v.string(), ok: v.boolean(), code: nullableText });
