/**
 * The point that a key leads to; undefined for keys that do nothing.
 * @param isMirrored whether points run from the right to the left
 */
export function movedBy(
  key: string,
  at: number,
  { count, isMirrored }: { count: number; isMirrored: boolean },
): number | undefined {
  const last = count - 1;
  const step = { ArrowRight: isMirrored ? -1 : 1, ArrowLeft: isMirrored ? 1 : -1, ArrowUp: 1, ArrowDown: -1 }[
    key
  ];
  if (step) return Math.max(0, Math.min(at + step, last));
  if (key === 'Home') return 0;
  return key === 'End' ? last : undefined;
}
