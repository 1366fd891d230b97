import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts with AES-256-GCM: nonce, tag and text.
 * @param key of 32 bytes
 * @param owner what it belongs to: in another's place it cannot be opened
 */
export function seal(content: Uint8Array, key: Uint8Array, owner: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(owner));
  const text = Buffer.concat([cipher.update(content), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

/** Null with another key, or for another owner. */
export function unseal(sealed: Uint8Array, key: Uint8Array, owner: string): Buffer | null {
  const bytes = Buffer.from(sealed);
  const begin = NONCE_BYTES + TAG_BYTES;
  try {
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(owner))
      .setAuthTag(bytes.subarray(NONCE_BYTES, begin));
    return Buffer.concat([decipher.update(bytes.subarray(begin)), decipher.final()]);
  } catch {
    return null;
  }
}

type Purpose = 'second factor' | 'openid connect' | 'passkey';

/** A key made of `APP_SECRET`: what is sealed for one purpose is nothing for another. */
export function keyFor(appSecret: string, purpose: Purpose): Buffer {
  return Buffer.from(hkdfSync('sha256', appSecret, '', purpose, 32));
}
