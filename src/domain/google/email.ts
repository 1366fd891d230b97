import * as v from 'valibot';
import { emailSchema } from '../accounts/schema.ts';

/** An address from a credential as accounts keep it; null for one that is none. */
export function emailOf(given: unknown): string | null {
  const checked = v.safeParse(emailSchema, given);
  return checked.success ? checked.output : null;
}
