import * as v from 'valibot';

/**
 * A list of 1 to `limit` entries that are not looked at yet: each is checked on its own, so that the good ones are
 * kept. `description` says what an entry is like; `faults` are the messages for none and for too many.
 */
export function manySchema(description: string, limit: number, faults: { required: string; most: string }) {
  const entry = v.pipe(v.unknown(), v.metadata({ type: 'object', description }));
  return v.optional(
    v.pipe(v.array(entry, faults.required), v.minLength(1, faults.required), v.maxLength(limit, faults.most)),
    [],
  );
}
