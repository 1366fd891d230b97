/** How far a finger has moved since it was put down, in CSS pixels. */
interface Moved {
  x: number;
  y: number;
}

/** Smaller movements may be a tap. */
const TAP = 12;

/** Whether a finger swipes or scrolls; undefined while it may do either. */
export function kindOf({ x, y }: Moved): 'swipe' | 'scroll' | undefined {
  if (Math.max(Math.abs(x), Math.abs(y)) < TAP) return undefined;
  // Moving half as far up or down is not a swipe.
  return Math.abs(x) > 2 * Math.abs(y) ? 'swipe' : 'scroll';
}

/**
 * The action when the finger is lifted: towards the end of the line edits, towards the start deletes. `far` is the
 * required distance: a third of the width, limited to what a thumb reaches.
 */
export function actOf({ x, width, isRtl }: Pick<Moved, 'x'> & { width: number; isRtl: boolean }) {
  const act: 'edit' | 'delete' = (isRtl ? x < 0 : x > 0) ? 'edit' : 'delete';
  const far = Math.min(Math.max(width / 3, 96), 160);
  return { act, far, isFar: Math.abs(x) >= far };
}
