import { createECDH, ECDH, hkdfSync } from 'node:crypto';
import type { Config } from '../config.ts';

type Keys = Record<'publicKey' | 'privateKey', string>;

/** The server's keys (VAPID, RFC 8292), made of `APP_SECRET`, so that all nodes have the same and none is stored. */
export function pushKeys({ APP_SECRET }: Pick<Config, 'APP_SECRET'>): Keys {
  const pair = createECDH('prime256v1');
  const privateKey = Buffer.from(hkdfSync('sha256', APP_SECRET, '', 'push', 32));
  pair.setPrivateKey(privateKey);
  return { publicKey: pair.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') };
}

/** Whether a browser's key, in base64url, is a point of P-256, to which a message can be encrypted. */
export function isPublicKey(key: string): boolean {
  const bytes = Buffer.from(key, 'base64url');
  try {
    return bytes[0] === 4 && ECDH.convertKey(bytes, 'prime256v1').length === bytes.length;
  } catch {
    return false;
  }
}
