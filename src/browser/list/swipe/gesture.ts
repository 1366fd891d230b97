/** How far a finger has moved since it was put down, in CSS pixels, and the width of what it swipes. */
export interface Moved {
  x: number;
  y: number;
  width: number;
  isRtl: boolean;
}

/** What a swipe does: towards the end of the line it edits, towards the start it deletes. */
export type SwipeAct = 'edit' | 'delete';

/** Less than this may be a tap. */
const TAP = 12;

/** Whether a finger swipes across, moves the page, or may still do either. */
export function kindOf({ x, y }: Pick<Moved, 'x' | 'y'>): 'swipe' | 'scroll' | undefined {
  if (Math.max(Math.abs(x), Math.abs(y)) < TAP) return undefined;
  // Half as far up or down is no swipe.
  return Math.abs(x) > 2 * Math.abs(y) ? 'swipe' : 'scroll';
}

/** What is done when the finger is lifted, and whether it is far enough for that. */
export function actOf({ x, width, isRtl }: Omit<Moved, 'y'>): { act: SwipeAct; isFar: boolean } {
  const towardsEnd = isRtl ? x < 0 : x > 0;
  return { act: towardsEnd ? 'edit' : 'delete', isFar: Math.abs(x) >= distanceOf(width) };
}

/** A third of the width, of narrow and of wide rows what a thumb reaches. */
export function distanceOf(width: number): number {
  return Math.min(Math.max(width / 3, 96), 160);
}
