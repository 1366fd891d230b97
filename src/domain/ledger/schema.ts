import * as v from 'valibot';

const undoIdSchema = v.pipe(
  v.string('errors:valueInvalid'),
  v.regex(/^[\da-f-]{36}$/, 'errors:valueInvalid'),
);

export const restoreSchema = v.object({ undoId: undoIdSchema });

/** Milliseconds; the clean-up deletes it after that. */
export const UNDO_FOR = 3_600_000;
