import * as v from 'valibot';
import { typeSchema } from '../transactions/schema.ts';

const flag = v.pipe(
  v.optional(v.string(), 'false'),
  v.transform((text) => text === 'true' || text === '1'),
);

/** Which categories to list. */
export const categoryFilterSchema = v.object({
  type: v.optional(typeSchema),
  defaults_only: flag,
  user_only: flag,
  archived: flag,
});

export type CategoryFilter = v.InferOutput<typeof categoryFilterSchema>;
