import { createHash } from 'node:crypto';
import { inTransaction } from '../../db/transact.ts';
import { isPublicKey, pushKeys } from '../../push/keys.ts';
import type { Reading, Writing } from '../context.ts';
import { DomainError, invalid, notFound } from '../error.ts';
import { lockAccounts } from '../users/managed.ts';
import { browserOf, deviceOf } from './device.ts';
import {
  deleteSubscription,
  deleteSubscriptionsOfOthers,
  findSubscriptions,
  replaceSubscription,
} from './push-subscriptions.queries.ts';
import type { SubscriptionInput } from './schema.ts';
import { findSession } from './sessions.queries.ts';

export { deleteSubscription, findSubscriptions } from './push-subscriptions.queries.ts';

/** A browser that shows reminders. */
interface PushDevice {
  id: string;
  name: string;
  created_at: string;
  current: boolean;
}

/** One person has no more. */
const DEVICES_MAX = 20;

/** `public_key` is what a browser needs to subscribe. */
export async function readPush(context: Writing): Promise<{ public_key: string; devices: PushDevice[] }> {
  const rows = await findSubscriptions(context.db, context.viewer.id);
  const own = await browserHere(context);
  return {
    public_key: pushKeys(context.settings).publicKey,
    devices: rows.map(({ id, name, created_at, browser }) => ({
      id,
      name,
      created_at,
      current: browser === own,
    })),
  };
}

/** The subscriptions as exported, without anything that allows sending to them. */
export async function listPushBrowsers({ db, viewer }: Reading) {
  return (await findSubscriptions(db, viewer.id)).map(({ name, created_at }) => ({ name, created_at }));
}

/**
 * Has reminders shown by the browser that sends this.
 * @throws DomainError VALIDATION_ERROR for an address of no known push service, and above 20 browsers
 */
export async function subscribe(context: Writing, { endpoint, keys }: SubscriptionInput): Promise<void> {
  const { viewer, now, client, settings } = context;
  // The server writes to this address: anybody's could be one of its own network.
  if (!isKnownService(endpoint, settings.PUSH_SERVICES))
    throw invalid({ field: 'endpoint', message: 'errors:pushService' });
  if (!isPublicKey(keys.p256dh)) throw invalid({ field: 'keys.p256dh', message: 'errors:valueInvalid' });
  const browser = await browserHere(context);
  // The same address is the same browser: it shows the reminders of whoever uses it now.
  const id = createHash('sha256').update(endpoint).digest('base64url').slice(0, 22);
  await inTransaction(context.db, async (tx) => {
    // One after the other: each counts those before it.
    await lockAccounts(tx, [viewer.id]);
    const others = (await findSubscriptions(tx, viewer.id)).filter((row) => row.id !== id);
    if (others.length >= DEVICES_MAX) throw invalid({ field: 'endpoint', message: 'errors:pushMost' });
    await deleteSubscriptionsOfOthers(tx, viewer.id, { id });
    await replaceSubscription(tx, {
      user_id: viewer.id,
      id,
      endpoint,
      ...keys,
      browser,
      name: deviceOf(client.userAgent),
      created_at: now.toISOString(),
    });
  });
}

/** @throws DomainError NOT_FOUND */
export async function unsubscribePush({ db, viewer }: Reading, id: string): Promise<void> {
  if (!(await deleteSubscription(db, viewer.id, id))) throw notFound();
}

async function browserHere({ db, viewer }: Reading): Promise<string> {
  const session = await findSession(db, viewer.id, viewer.sessionId);
  if (!session) throw new DomainError('UNAUTHENTICATED', 401);
  return browserOf(session);
}

/** `services` are hosts, with all below them, or whole origins. */
function isKnownService(endpoint: string, services: readonly string[]): boolean {
  const url = URL.parse(endpoint);
  if (!url || url.username || url.password) return false;
  const isAt = (host: string) => url.hostname === host || url.hostname.endsWith(`.${host}`);
  return services.some((service) =>
    service.includes('://')
      ? url.origin === service
      : url.protocol === 'https:' && !url.port && isAt(service),
  );
}
