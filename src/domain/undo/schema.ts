import * as v from 'valibot';

/** The name of a batch of deletions, as the answer to a deletion gave it. */
export const undoIdSchema = v.pipe(
  v.string('errors:valueInvalid'),
  v.regex(/^[\da-f-]{36}$/, 'errors:valueInvalid'),
);

export const restoreSchema = v.object({ undoId: undoIdSchema });
