/** How far a finger has moved since it was put down, in CSS pixels. */
interface Moved {
  x: number;
  y: number;
}

/** Less than this may be a tap. */
const TAP = 12;

/** Whether a finger swipes across, moves the page, or may still do either. */
export function kindOf({ x, y }: Moved): 'swipe' | 'scroll' | undefined {
  if (Math.max(Math.abs(x), Math.abs(y)) < TAP) return undefined;
  // Half as far up or down is no swipe.
  return Math.abs(x) > 2 * Math.abs(y) ? 'swipe' : 'scroll';
}

/**
 * What is done when the finger is lifted: towards the end of the line it edits, towards the start it deletes. `far` is
 * the distance that this takes: a third of the width, of narrow and of wide rows what a thumb reaches.
 */
export function actOf({ x, width, isRtl }: Pick<Moved, 'x'> & { width: number; isRtl: boolean }) {
  const act: 'edit' | 'delete' = (isRtl ? x < 0 : x > 0) ? 'edit' : 'delete';
  const far = Math.min(Math.max(width / 3, 96), 160);
  return { act, far, isFar: Math.abs(x) >= far };
}
