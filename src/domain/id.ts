import { randomUUID } from 'node:crypto';

export function writeId(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

export function readId(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}

let latest = { time: 0, count: 0 };

/**
 * A UUID of version 7 (RFC 9562, section 6.2, method 1): sorts by time, unique without coordination. Ids of one
 * millisecond sort in the order in which this process made them, up to 4,096 of them.
 */
export function newId(now: Date): string {
  const at = now.getTime();
  latest = { time: at, count: at === latest.time ? Math.min(latest.count + 1, 0xfff) : 0 };
  const time = at.toString(16).padStart(12, '0');
  const count = latest.count.toString(16).padStart(3, '0');
  // The random part comes from a random UUID, because Node draws random bits for many of them at once.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}${randomUUID().slice(18)}`;
}

/**
 * As `newId`, for many at one instant: they sort by their places, from 0. What is stored in the order of its ids is then
 * stored beside one another, which writes a fraction of the pages.
 */
export function newIdAt(now: Date, place: number): string {
  const id = newId(now);
  const order = place.toString(16).padStart(6, '0');
  return `${id.slice(0, 15)}${order.slice(0, 3)}-8${order.slice(3)}${id.slice(23)}`;
}

/** Other texts need no query, and PostgreSQL fails at the NUL in some. */
export function couldBeId(text: string): boolean {
  return /^[\w-]{1,40}$/.test(text);
}

/** The id of the other side of a transfer that an import creates: only the last digit of the first side's id changes. */
export function sideIdOf(madeId: string): string {
  return madeId.slice(0, -1) + (Number.parseInt(madeId.slice(-1), 16) ^ 8).toString(16);
}
