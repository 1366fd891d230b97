import { createHash } from 'node:crypto';
import type { UserRow } from '../../db/tables.ts';
import type { TextKey } from '../../i18n/texts.ts';
import type { Requesting } from '../context.ts';
import { knownDevices } from '../sessions/known-devices.ts';
import { addressKey, enforceLimit, LIMITS } from './limits.ts';
import { addToCounter, deleteCounter } from './rate-limits.queries.ts';

/**
 * What wrong passwords are counted by. Of each account that knows it a device has a counter of its own, and no other: a
 * stranger who guesses passwords cannot lock the owner out there, from whichever network.
 */
export const signInAttempts = {
  /** Whether or not there is such an account. */
  account: (email: string) => `sign-in:account:${createHash('sha256').update(email).digest('base64url')}`,
  address: (address: string) => `sign-in:address:${addressKey(address)}`,
  device: (userId: string, device: string) => `sign-in:device:${userId}:${device}`,
  /** Of somebody who is signed in and confirms by the password. */
  confirmation: (userId: string) => `password:${userId}`,
};

/**
 * Runs an attempt that counts against the limit of sign-ins only if it fails: not when it succeeds, nor when it throws,
 * nor when another of the keys has reached the limit. Never inside a database transaction.
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
      await enforceLimit(context, key, LIMITS.signIn, message);
      consumed.push(key);
    }
    const succeeded = await attempt();
    hasFailed = !succeeded;
    return succeeded;
  } finally {
    const { rootDb, now } = context;
    if (!hasFailed)
      for (const key of consumed) await addToCounter(rootDb, key, -1, LIMITS.signIn.window, now.getTime());
  }
}

/** Forgets all wrong passwords of an account whose owner has proved who they are, at every device that it knows. */
export async function forgetAttempts({ rootDb }: Requesting, { id, email }: UserRow): Promise<void> {
  const devices = await knownDevices(rootDb, id);
  const keys = devices.map((device) => signInAttempts.device(id, device));
  for (const key of [signInAttempts.account(email), signInAttempts.confirmation(id), ...keys])
    await deleteCounter(rootDb, key);
}
