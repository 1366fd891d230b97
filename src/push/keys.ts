import { createECDH, hkdfSync } from 'node:crypto';
import type { Config } from '../config.ts';

type Keys = Record<'publicKey' | 'privateKey', string>;

/** The server's keys (VAPID, RFC 8292), made of `APP_SECRET`, so that all nodes have the same and none is stored. */
export function pushKeys({ APP_SECRET }: Pick<Config, 'APP_SECRET'>): Keys {
  const pair = createECDH('prime256v1');
  const privateKey = Buffer.from(hkdfSync('sha256', APP_SECRET, '', 'push', 32));
  pair.setPrivateKey(privateKey);
  return { publicKey: pair.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') };
}
