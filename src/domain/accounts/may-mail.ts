import { createHash } from 'node:crypto';
import type { Context } from '../context.ts';
import { addressKey, LIMITS } from '../limits/limits.ts';
import { take } from '../limits/take.ts';

/** Counts a mail that anybody may ask for against the account's limit and the asking address's. */
export async function mayMail(context: Context, email: string): Promise<boolean> {
  const account = createHash('sha256').update(email).digest('base64url');
  const address = addressKey(context.from.address);
  const forAddress = await take(context, `mail:address:${address}`, LIMITS.mailForAddress);
  const forAccount = await take(context, `mail:account:${account}`, LIMITS.mailForAccount);
  return forAddress.allowed && forAccount.allowed;
}
