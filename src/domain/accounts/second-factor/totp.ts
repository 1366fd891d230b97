import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** In seconds, as all apps for codes use it (RFC 6238). */
const PERIOD = 30;
/** Steps before and after the current one whose codes are accepted, for clocks that differ. */
const WINDOW = 1;
const SECRET_BYTES = 20;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface About {
  issuer: string;
  label: string;
}

function generatorOf(secret: string, { issuer, label }: About): TOTP {
  return new TOTP({ issuer, label, secret: Secret.fromBase32(secret), period: PERIOD });
}

/** Base32. */
export function newSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** What the QR code says, in the format that apps for codes share. */
export function otpauthUrl(secret: string, about: About): string {
  return generatorOf(secret, about).toString();
}

/** The time step that a code belongs to, or null for a wrong one. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const generator = generatorOf(secret, { issuer: '', label: '' });
  const delta = generator.validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD) + delta;
}

function keyOf(appSecret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', appSecret, '', 'second factor', 32));
}

/** Encrypted, so that a stolen backup alone makes no codes. */
export function sealed(secret: string, appSecret: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(appSecret), nonce);
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url');
}

/** Null where `APP_SECRET` was another one then. */
export function unsealed(stored: string, appSecret: string): string | null {
  const bytes = Buffer.from(stored, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', keyOf(appSecret), bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
