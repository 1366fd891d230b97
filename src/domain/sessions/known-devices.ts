import { createHmac } from 'node:crypto';
import type { Db } from '../../db/open.ts';
import type { Tx } from '../../db/transact.ts';
import type { Context, SignedIn } from '../context.ts';
import { addressKey } from '../rate-limits/rate-limits.ts';
import { deviceOf } from './device.ts';
import {
  findDevices,
  findDeviceTimes,
  forgetDevices,
  hasDevice,
  rememberDevice,
} from './known-devices.queries.ts';
import { hashToken } from './tokens.ts';

/** How long a device without a sign-in is remembered, in milliseconds. */
const REMEMBER_FOR = 365 * 86_400_000;

/**
 * Records the device of a sign-in and returns whether it is new to the account. The very first device of an account
 * does not count as new.
 */
export async function isNewDevice(context: Context, tx: Tx, userId: string): Promise<boolean> {
  const marks = marksOf(context);
  const known = await findDevices(tx, userId);
  for (const mark of marks) await rememberDevice(tx, userId, mark, context.now.toISOString());
  return known.length > 0 && !marks.some((mark) => known.includes(mark));
}

/** The hash of the current browser, if the account has been signed in to from it before. */
export async function knownDevice({ db, client }: Context, userId: string): Promise<string | null> {
  if (!client.device) return null;
  const mark = hashToken(client.device);
  return (await hasDevice(db, userId, mark)) ? mark : null;
}

// A browser is recognised by the random id in its cookie. Without a cookie, as in programs, the device is its
// `User-Agent` and its network, so that a script at home does not cause a notice each day.
function marksOf({ settings, client }: Context): string[] {
  const kind = deviceOf(client.userAgent) || (client.userAgent.split('/')[0] ?? '').slice(0, 100);
  const place = createHmac('sha256', settings.APP_SECRET)
    .update(`device:${kind}:${addressKey(client.address)}`)
    .digest('base64url');
  return client.device ? [hashToken(client.device), place] : [place];
}

/** When the viewer last signed in from each device that their account knows: instants, ISO 8601 in UTC. */
export function listKnownDevices({ db, viewer }: SignedIn): Promise<{ seen_at: string }[]> {
  return findDeviceTimes(db, viewer.id);
}

/** Deletes the devices of all accounts without a sign-in for a year. */
export function forgetOldDevices(db: Db, now: Date): Promise<void> {
  return forgetDevices(db, new Date(now.getTime() - REMEMBER_FOR).toISOString());
}
