import { Secret, TOTP } from 'otpauth';
import { keyFor, seal, unseal } from '../../sealed.ts';

/** In seconds, as all apps for codes use it (RFC 6238). */
const PERIOD = 30;
/** Steps before and after the current one whose codes are accepted, for clocks that differ. */
const WINDOW = 1;
const SECRET_BYTES = 20;

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

/** The content of the QR code, in the format that apps for codes share. */
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

/** Encrypted, so that a stolen backup alone makes no codes. */
export function sealed(secret: string, appSecret: string, userId: string): string {
  return seal(Buffer.from(secret), keyFor(appSecret, 'second factor'), userId).toString('base64url');
}

/** Null where `APP_SECRET` was another one then. */
export function unsealed(stored: string, appSecret: string, userId: string): string | null {
  return (
    unseal(Buffer.from(stored, 'base64url'), keyFor(appSecret, 'second factor'), userId)?.toString() ?? null
  );
}
