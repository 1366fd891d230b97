import * as v from 'valibot';

/** The id of a deletion. */
export const undoIdSchema = v.pipe(
  v.string('errors:valueInvalid'),
  v.regex(/^[\da-f-]{36}$/, 'errors:valueInvalid'),
);

export const restoreSchema = v.object({ undoId: undoIdSchema });

/** How long a deletion can be undone, in milliseconds; the clean-up deletes it after that. */
export const UNDO_FOR = 3_600_000;
