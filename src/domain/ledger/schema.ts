import * as v from 'valibot';

/** The name of a batch of deletions, as the answer to a deletion gave it. */
export const undoIdSchema = v.pipe(
  v.string('errors:valueInvalid'),
  v.regex(/^[\da-f-]{36}$/, 'errors:valueInvalid'),
);

export const restoreSchema = v.object({ undoId: undoIdSchema });

/** How long a deletion can be undone, in milliseconds: an hour, then housekeeping forgets it. */
export const UNDO_FOR = 3_600_000;
