import * as v from 'valibot';
import { USER_ACTS } from '../../activity/kinds.ts';
import type { FieldError } from '../../error.ts';
import { blankable, optionalText } from '../../schemas.ts';

export const ACTS = USER_ACTS;

export type Act = (typeof ACTS)[number];

/** Acts that make no sense for many accounts at once. */
const SINGLE_ACTS = ['send_password_link', 'set_role'] as const satisfies readonly Act[];

type BulkAct = Exclude<Act, (typeof SINGLE_ACTS)[number]>;

export const BULK_ACTS = ACTS.filter((act): act is BulkAct => !SINGLE_ACTS.some((single) => single === act));

export const ROLES = ['user', 'admin', 'super_admin'] as const;

const REASON_MAX = 300;
/** Ten years. */
const HOURS_MAX = 87_600;

const hours = blankable(
  v.pipe(
    v.unknown(),
    v.metadata({
      type: ['number', 'string'],
      description: `Hours until it ends, at most ${HOURS_MAX}; without them it does not end by itself.`,
    }),
    v.transform((value) =>
      typeof value === 'string' && /^\d{1,6}(\.\d{1,6})?$/.test(value.trim()) ? Number(value) : value,
    ),
    v.number('errors:hoursInvalid'),
    v.gtValue(0, 'errors:hoursInvalid'),
    v.maxValue(HOURS_MAX, 'errors:hoursInvalid'),
  ),
);

const details = {
  reason: optionalText(REASON_MAX, 'errors:reasonMax'),
  expiresHours: hours,
};

export const manageSchema = v.object({
  action: v.optional(v.picklist(ACTS, 'errors:actionInvalid'), '' as 'block'),
  ...details,
  role: blankable(v.picklist(ROLES, 'errors:roleInvalid')),
});

export type ManageInput = v.InferOutput<typeof manageSchema>;

export function roleErrors({ action, role }: Partial<ManageInput>): FieldError[] {
  return action === 'set_role' && !role ? [{ field: 'role', message: 'errors:roleInvalid' }] : [];
}

export const BULK_MOST = 1000;

export const bulkManageSchema = v.object({
  action: v.optional(v.picklist(BULK_ACTS, 'errors:actionInvalid'), '' as 'block'),
  userIds: v.optional(
    v.pipe(
      v.array(
        v.pipe(v.string('errors:textExpected'), v.maxLength(40, 'errors:valueMax')),
        'errors:userIdsRequired',
      ),
      v.minLength(1, 'errors:userIdsRequired'),
      v.maxLength(BULK_MOST, 'errors:userIdsMost'),
    ),
    [],
  ),
  ...details,
});

export type BulkManageInput = v.InferOutput<typeof bulkManageSchema>;
