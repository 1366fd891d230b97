import { createHmac } from 'node:crypto';
import type { Db } from '../../db/open.ts';
import type { Tx } from '../../db/transact.ts';
import type { Reading, Requesting } from '../context.ts';
import { DAY, later } from '../instants.ts';
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

/** In milliseconds since the last sign-in. */
const RETENTION = 365 * DAY;

/** Returns whether the device is new to an account that knows others. */
export async function recordDevice(context: Requesting, tx: Tx, userId: string): Promise<boolean> {
  const hashes = deviceHashes(context);
  const knownHashes = await findDevices(tx, userId);
  for (const hash of hashes) await upsertDevice(tx, userId, hash, context.now.toISOString());
  return knownHashes.length > 0 && !hashes.some((hash) => knownHashes.includes(hash));
}

/** The hash of the current browser, if the account was signed in to from it before. */
export async function knownDevice({ db, client }: Requesting, userId: string): Promise<string | null> {
  if (!client.device) return null;
  const hash = hashToken(client.device);
  return (await hasDevice(db, userId, hash)) ? hash : null;
}

// A browser is recognized by the random id in its cookie; a program without cookies by its `User-Agent` and network, so
// that a script at home does not cause a notice each day.
function deviceHashes({ settings, client }: Requesting): string[] {
  const kind = deviceOf(client.userAgent) || (client.userAgent.split('/')[0] ?? '').slice(0, 100);
  const program = createHmac('sha256', settings.APP_SECRET)
    .update(`device:${kind}:${addressKey(client.address)}`)
    .digest('base64url');
  return client.device ? [hashToken(client.device), program] : [program];
}

/** `seen_at` is the last sign-in from a device, ISO 8601 in UTC. */
export function listKnownDevices({ db, viewer }: Reading): Promise<{ seen_at: string }[]> {
  return findDeviceTimes(db, viewer.id);
}

export function deleteOldDevices(db: Db, now: Date): Promise<void> {
  return deleteDevices(db, later(now, -RETENTION).toISOString());
}
