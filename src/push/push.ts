import { createECDH, hkdfSync } from 'node:crypto';
import webPush from 'web-push';
import type { Config } from '../config.ts';
import type { PushSubscriptionRow } from '../db/tables.ts';

export interface PushMessage {
  title: string;
  body: string;
  /** The page of ours that opens when it is pressed. */
  path: string;
  locale: string;
}

export type Push = (subscription: PushSubscriptionRow, message: PushMessage) => Promise<PushOutcome>;

/** `gone` is a subscription that the browser or its owner has ended. */
export type PushOutcome = 'sent' | 'failed' | 'gone';

/** Push services keep a message for a browser that is away this long, in seconds. */
const KEPT_FOR = 86_400;

const TIMEOUT = 10_000;

/** Services take 4,096 bytes, of which encryption needs about 100. */
const BODY_MAX = 800;

type Keys = Record<'publicKey' | 'privateKey', string>;

/** The server's keys (VAPID, RFC 8292), made of `APP_SECRET`, so that all nodes have the same and none is stored. */
export function pushKeys({ APP_SECRET }: Pick<Config, 'APP_SECRET'>): Keys {
  const pair = createECDH('prime256v1');
  const privateKey = Buffer.from(hkdfSync('sha256', APP_SECRET, '', 'push', 32));
  pair.setPrivateKey(privateKey);
  return { publicKey: pair.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') };
}

/** Sends encrypted messages (RFC 8291) to browsers through their push services. */
export function createPush(config: Pick<Config, 'APP_SECRET' | 'SUPPORT_EMAIL'>): Push {
  const vapidDetails = {
    subject: `mailto:${config.SUPPORT_EMAIL ?? 'pruta@localhost'}`,
    ...pushKeys(config),
  };
  return async ({ endpoint, p256dh, auth }, message) => {
    const payload = JSON.stringify({ ...message, body: message.body.slice(0, BODY_MAX) });
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
      vapidDetails,
      TTL: KEPT_FOR,
      contentEncoding: 'aes128gcm',
    });
    const { 'Content-Length': _length, ...others } = headers;
    // A redirect could lead into the server's own network.
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers: others,
      body: body && new Uint8Array(body),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT),
    });
    await answer.body?.cancel();
    if (answer.ok) return 'sent';
    return [404, 410].includes(answer.status) ? 'gone' : 'failed';
  };
}
