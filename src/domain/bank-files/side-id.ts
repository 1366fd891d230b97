/** Of the other side that a transfer makes; it differs from the id of the first one in its last letter only. */
export function sideIdOf(madeId: string): string {
  return madeId.slice(0, -1) + (Number.parseInt(madeId.slice(-1), 16) ^ 8).toString(16);
}
