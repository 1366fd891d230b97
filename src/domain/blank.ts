import * as v from 'valibot';

const blankAsAbsent = v.transform((value: unknown) => (value === '' || value === null ? undefined : value));

/** A field that may be missing: absent, `null` and empty text all mean "nothing". */
export function blankable<Schema extends v.GenericSchema>(schema: Schema) {
  return v.optional(v.pipe(v.unknown(), blankAsAbsent, v.optional(schema)));
}

/** The same with a value for "nothing", written as it would be typed. */
export function blankableOr<Schema extends v.GenericSchema<string, unknown>>(
  schema: Schema,
  nothing: string,
) {
  return v.optional(
    v.pipe(
      v.unknown(),
      v.transform((value) => (value === '' || value === null || value === undefined ? nothing : value)),
      schema,
    ),
    '',
  );
}
