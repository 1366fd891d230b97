/** Prefix of each field's id, because a dialog can also show the page over any other. */
export const PREFIX = 'category-';
