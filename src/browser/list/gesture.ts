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

/** The action of lifting the finger: towards the end edits, towards the start deletes, from the distance `far`. */
export function actOf({ x, width, isRtl }: Pick<Moved, 'x'> & { width: number; isRtl: boolean }) {
  const act: 'edit' | 'delete' = (isRtl ? x < 0 : x > 0) ? 'edit' : 'delete';
  const far = Math.min(Math.max(width / 3, 96), 160);
  return { act, far, isFar: Math.abs(x) >= far };
}
