/** The colour of what has no category. */
export const NEUTRAL_COLOR = '#6b7889';
