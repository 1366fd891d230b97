import { createHmac } from 'node:crypto';
import type { Context } from '../context.ts';
import { addressKey } from '../limits/limits.ts';
import { deviceOf } from '../sessions/device.ts';
import { hashToken } from '../sessions/tokens.ts';
import type { Tx } from '../transact.ts';
import { findDevices, hasDevice, keepDevice } from './queries.ts';

/** How long a device is remembered that nobody signs in from, in milliseconds. */
export const REMEMBER_FOR = 365 * 86_400_000;

/**
 * Remembers the device of a sign-in, and tells whether it is one that the account does not know. The very first
 * device of an account is not told.
 */
export async function isNewDevice(context: Context, tx: Tx, userId: string): Promise<boolean> {
  const marks = marksOf(context);
  const known = await findDevices(tx, userId);
  for (const mark of marks) await keepDevice(tx, userId, mark, context.now.toISOString());
  return known.length > 0 && !marks.some((mark) => known.includes(mark));
}

/** The mark of the browser that asks, if the account has been signed in to from it before. */
export async function knownDevice({ db, from }: Context, userId: string): Promise<string | null> {
  if (!from.device) return null;
  const mark = hashToken(from.device);
  return (await hasDevice(db, userId, mark)) ? mark : null;
}

// A browser is known by the random name in its cookie; one that lost it, or a program that keeps no cookies, by what
// it calls itself and the network it is in, so that the same script at home does not raise an alarm each day.
function marksOf({ app, from }: Context): string[] {
  const kind = deviceOf(from.userAgent) || (from.userAgent.split('/')[0] ?? '').slice(0, 100);
  const place = createHmac('sha256', app.config.APP_SECRET)
    .update(`device:${kind}:${addressKey(from.address)}`)
    .digest('base64url');
  return from.device ? [hashToken(from.device), place] : [place];
}
