import { createHash } from 'node:crypto';
import type { UserRow } from '../../db/tables.ts';
import type { TextKey } from '../../i18n/texts.ts';
import type { Requesting } from '../context.ts';
import { HOUR, MINUTE } from '../instants.ts';
import { knownDevices } from '../sessions/known-devices.ts';
import { addressKey, enforceLimit, type Limit } from './limits.ts';
import { addToCounter, deleteCounter } from './rate-limits.queries.ts';

/** Of one of the keys below. */
const WRONG_PASSWORDS: Limit = { most: 10, window: 15 * MINUTE };

/** At the sign-in and within sessions; the owner is told once in this time of so many. */
export const WRONG_CODES: Limit = { most: 5, window: 24 * HOUR };

/**
 * Keys by which wrong passwords are counted. A known device has a separate counter for its account and uses no other,
 * so that a stranger who guesses passwords cannot lock the owner out there.
 */
export const signInAttempts = {
  /** Also for an unknown address. */
  account: (email: string) => `sign-in:account:${createHash('sha256').update(email).digest('base64url')}`,
  address: (address: string) => `sign-in:address:${addressKey(address)}`,
  device: (userId: string, device: string) => `sign-in:device:${userId}:${device}`,
  /** For a signed-in person who confirms by password. */
  confirmation: (userId: string) => `password:${userId}`,
  /** Codes of the second factor, whose password was right. */
  code: (userId: string) => `code:${userId}`,
  codeFrom: (userId: string, device: string) => `code:device:${userId}:${device}`,
  codeWithin: (userId: string) => `code:within:${userId}`,
};

/**
 * Runs an attempt that counts only if it returns `false`: not if it throws, nor if another key has reached its limit.
 * Never call it inside a database transaction.
 * @param attempt returns whether it succeeded
 * @throws DomainError RATE_LIMITED (429), and what the attempt throws
 */
export async function limitSignIn(
  context: Requesting,
  keys: string[],
  attempt: () => Promise<boolean>,
  message?: TextKey,
): Promise<boolean> {
  const consumed: string[] = [];
  let hasFailed = false;
  try {
    for (const key of keys) {
      await enforceLimit(context, key, WRONG_PASSWORDS, message);
      consumed.push(key);
    }
    const succeeded = await attempt();
    hasFailed = !succeeded;
    return succeeded;
  } finally {
    const { rootDb, now } = context;
    if (!hasFailed)
      for (const key of consumed) await addToCounter(rootDb, key, -1, WRONG_PASSWORDS.window, now.getTime());
  }
}

/** Resets the counters of an account whose owner has authenticated, also on all known devices. */
export async function forgetAttempts({ rootDb }: Requesting, { id, email }: UserRow): Promise<void> {
  const devices = await knownDevices(rootDb, id);
  const keys = devices.flatMap((device) => [
    signInAttempts.device(id, device),
    signInAttempts.codeFrom(id, device),
  ]);
  const { account, confirmation, code, codeWithin } = signInAttempts;
  for (const key of [account(email), confirmation(id), code(id), codeWithin(id), ...keys])
    await deleteCounter(rootDb, key);
}
