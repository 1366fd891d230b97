const DAY = 24 * 60;
const NEAR = 60;
const RARE = 0.05;

/** From 22:00 until before 06:00 (specification, section 9): what counts as unusual for somebody without a history. */
export function isAtNight(time: string): boolean {
  return time >= '22:00' || time < '06:00';
}

/** Whether fewer than one in twenty of a person's own times lie within an hour of this one, midnight or not. */
export function isOffHours(time: string, own: readonly string[]): boolean {
  const near = own.filter((usual) => distance(minutesOf(usual), minutesOf(time)) <= NEAR);
  return near.length / own.length < RARE;
}

function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

function distance(one: number, other: number): number {
  const apart = Math.abs(one - other);
  return Math.min(apart, DAY - apart);
}
