import * as v from 'valibot';

const USES_MOST = 100;
const DAYS_MOST = 90;

const whole = (most: number, error: 'errors:usesInvalid' | 'errors:inviteDaysInvalid') =>
  v.pipe(
    v.optional(v.string(error), ''),
    v.regex(/^\d{1,4}$/, error),
    v.transform(Number),
    v.minValue(1, error),
    v.maxValue(most, error),
  );

export const inviteSchema = v.object({
  uses: whole(USES_MOST, 'errors:usesInvalid'),
  days: whole(DAYS_MOST, 'errors:inviteDaysInvalid'),
});

export type InviteInput = v.InferOutput<typeof inviteSchema>;

export const withdrawSchema = v.object({ id: v.pipe(v.string(), v.uuid('errors:valueInvalid')) });
