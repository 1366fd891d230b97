import * as v from 'valibot';

export const refreshSchema = v.object({ refreshToken: v.nullish(v.string('errors:textExpected')) });

export const signOutSchema = v.object({
  everywhere: v.pipe(
    v.optional(v.unknown(), false),
    v.transform((value) => value === true || value === 'true'),
  ),
});
