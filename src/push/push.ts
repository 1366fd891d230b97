import webPush from 'web-push';
import type { Config } from '../config.ts';
import type { PushSubscriptionRow } from '../db/tables.ts';
import { pushKeys } from './keys.ts';
import type { PushMessage } from './message.ts';

export type Push = (subscription: PushSubscriptionRow, message: PushMessage) => Promise<PushOutcome>;

/** `gone` is a subscription that the browser or its owner has ended. */
type PushOutcome = 'sent' | 'failed' | 'gone';

/** Push services keep a message for a browser that is away this long, in seconds. */
const KEPT_FOR = 86_400;

const TIMEOUT = 10_000;

/** Services take 4,096 bytes, of which encryption needs about 100. */
const BODY_MAX = 800;

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
