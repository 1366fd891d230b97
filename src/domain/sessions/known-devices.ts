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

/** How long a device is remembered that nobody signs in from, in milliseconds. */
const REMEMBER_FOR = 365 * 86_400_000;

/**
 * Remembers the device of a sign-in, and tells whether it is one that the account does not know. The very first
 * device of an account is not told.
 */
export async function isNewDevice(context: Context, tx: Tx, userId: string): Promise<boolean> {
  const marks = marksOf(context);
  const known = await findDevices(tx, userId);
  for (const mark of marks) await rememberDevice(tx, userId, mark, context.now.toISOString());
  return known.length > 0 && !marks.some((mark) => known.includes(mark));
}

/** The mark of the browser that asks, if the account has been signed in to from it before. */
export async function knownDevice({ db, client }: Context, userId: string): Promise<string | null> {
  if (!client.device) return null;
  const mark = hashToken(client.device);
  return (await hasDevice(db, userId, mark)) ? mark : null;
}

// A browser is known by the random name in its cookie; one that lost it, or a program that keeps no cookies, by what
// it calls itself and the network it is in, so that the same script at home does not raise an alarm each day.
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

/** Forgets the devices of all accounts that nobody has signed in from for a year. */
export function forgetOldDevices(db: Db, now: Date): Promise<void> {
  return forgetDevices(db, new Date(now.getTime() - REMEMBER_FOR).toISOString());
}
