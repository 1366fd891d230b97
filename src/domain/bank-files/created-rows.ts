/** The id of the other side of a transfer that an import creates: only the last digit of the first side's id changes. */
export function sideIdOf(madeId: string): string {
  return madeId.slice(0, -1) + (Number.parseInt(madeId.slice(-1), 16) ^ 8).toString(16);
}

/** The time of imported transactions: banks give no time of day. */
export const UNTIMED = '12:00';
