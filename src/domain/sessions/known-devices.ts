import { createHmac } from 'node:crypto';
import type { Db } from '../../db/open.ts';
import type { Tx } from '../../db/transact.ts';
import type { Reading, Requesting } from '../context.ts';
import { addressKey } from '../rate-limits/limits.ts';
import { deviceOf } from './device.ts';
import {
  deleteDevices,
  findDevices,
  findDeviceTimes,
  hasDevice,
  upsertDevice,
} from './known-devices.queries.ts';
import { hashToken } from './tokens.ts';

export { findDevices as knownDevices } from './known-devices.queries.ts';

/** How long a device without a sign-in is remembered, in milliseconds. */
const REMEMBER_FOR = 365 * 86_400_000;

/** Records the device of a sign-in; returns whether it is new to an account that knows others. */
export async function recordDevice(context: Requesting, tx: Tx, userId: string): Promise<boolean> {
  const hashes = deviceHashes(context);
  const known = await findDevices(tx, userId);
  for (const hash of hashes) await upsertDevice(tx, userId, hash, context.now.toISOString());
  return known.length > 0 && !hashes.some((hash) => known.includes(hash));
}

/** The hash of the current browser, if the account has been signed in to from it before. */
export async function knownDevice({ db, client }: Requesting, userId: string): Promise<string | null> {
  if (!client.device) return null;
  const hash = hashToken(client.device);
  return (await hasDevice(db, userId, hash)) ? hash : null;
}

// A browser is recognised by the random id in its cookie. Without a cookie, as in programs, the device is its
// `User-Agent` and its network, so that a script at home does not cause a notice each day.
function deviceHashes({ settings, client }: Requesting): string[] {
  const kind = deviceOf(client.userAgent) || (client.userAgent.split('/')[0] ?? '').slice(0, 100);
  const program = createHmac('sha256', settings.APP_SECRET)
    .update(`device:${kind}:${addressKey(client.address)}`)
    .digest('base64url');
  return client.device ? [hashToken(client.device), program] : [program];
}

/** When the viewer last signed in from each device that their account knows: instants, ISO 8601 in UTC. */
export function listKnownDevices({ db, viewer }: Reading): Promise<{ seen_at: string }[]> {
  return findDeviceTimes(db, viewer.id);
}

/** Deletes the devices of all accounts without a sign-in for a year. */
export function deleteOldDevices(db: Db, now: Date): Promise<void> {
  return deleteDevices(db, new Date(now.getTime() - REMEMBER_FOR).toISOString());
}
