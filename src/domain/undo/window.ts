/** How long a deletion can be undone, in milliseconds: an hour, then housekeeping forgets it. */
export const UNDO_FOR = 3_600_000;
