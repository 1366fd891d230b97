import * as v from 'valibot';
import { ACTIVITY_TYPES } from '../../domain/activity/kinds.ts';
import type { PresentedEntry } from '../../domain/activity/read.ts';
import type { AdminUser } from '../../domain/admin/users/present.ts';
import { STATUSES } from '../../domain/restrictions/status.ts';
import { userShape } from './users.ts';
import { countShape, idShape, instantShape, nullableText } from './values.ts';

/** Private details such as the phone number are null. */
export const adminUserShape = v.object({
  ...userShape.entries,
  status: v.picklist(STATUSES),
  purge_after: v.nullable(instantShape),
}) satisfies v.GenericSchema<unknown, AdminUser>;

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

export const peopleShape = v.object({
  total_users: countShape,
  active: countShape,
  blocked: countShape,
  admins: countShape,
});

export const bulkResultShape = v.object({ id: v.string(), ok: v.boolean(), code: nullableText });
