import { randomBytes } from 'node:crypto';

/** Sixteen bytes as a UUID is written. */
export function writeId(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** The sixteen bytes of a UUID. */
export function readId(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}

/** A UUID of version 7 (RFC 9562): sorts by time, unique without asking anybody. */
export function newId(now: Date): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now.getTime(), 0, 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  return writeId(bytes);
}
