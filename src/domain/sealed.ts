import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

type Purpose = 'second factor' | 'openid connect' | 'passkey';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

// What is sealed for one purpose is nothing for another.
function keyOf(appSecret: string, purpose: Purpose): Buffer {
  return Buffer.from(hkdfSync('sha256', appSecret, '', purpose, 32));
}

/** Encrypted, for what is kept where others could read or change it, as in a stolen backup or a cookie. */
export function sealed(text: string, appSecret: string, purpose: Purpose): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(appSecret, purpose), nonce, { authTagLength: TAG_BYTES });
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), content]).toString('base64url');
}

/** Null for what we have not sealed, or with another `APP_SECRET`. */
export function unsealed(stored: string, appSecret: string, purpose: Purpose): string | null {
  const bytes = Buffer.from(stored, 'base64url');
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, keyOf(appSecret, purpose), nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
