import { createHash, randomBytes } from 'node:crypto';
import type { MailTokenRow, UserRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';
import type { Message } from '../../mail/messages.ts';
import type { Mailing, Requesting } from '../context.ts';
import { DomainError } from '../error.ts';
import { readId, writeId } from '../id.ts';
import { consume } from '../rate-limits/consume.ts';
import { addressKey, LIMITS } from '../rate-limits/rate-limits.ts';
import { after } from '../sessions/start.ts';
import { hashToken } from '../sessions/tokens.ts';
import { insertMailToken } from './accounts.queries.ts';

interface Link {
  purpose: MailTokenRow['purpose'];
  /** The page that the link opens; the token is appended. */
  path: `/${string}/`;
  /** How long the link is valid, in seconds. */
  lifetime: number;
  write: (link: string) => Message;
  /** The recipient, if not the account's address; following the link makes it the account's address. */
  email?: string;
}

/** Prepares a link that can be used once; the returned function mails it and is called once the row is committed. */
export async function prepareLink(
  { settings, sendMail, now }: Mailing,
  tx: Tx,
  user: UserRow,
  { purpose, path, lifetime, write, email }: Link,
): Promise<() => Promise<void>> {
  const { token, hash } = mintMailToken(user.id);
  await insertMailToken(tx, {
    user_id: user.id,
    hash,
    purpose,
    expires_at: after(now, lifetime),
    email: email ?? null,
  });
  const mail = write(`${settings.PUBLIC_URL}${path}${token}`);
  return () => sendMail(email ?? user.email, mail);
}

/** A token for a link in a mail: the owner's id, then 256 random bits. Only its hash is stored. */
function mintMailToken(userId: string): { token: string; hash: string } {
  const token = Buffer.concat([readId(userId), randomBytes(32)]).toString('base64url');
  return { token, hash: hashToken(token) };
}

/** The owner and the hash of a token; null for anything that is not a token of ours. */
export function parseMailToken(token: string): { userId: string; hash: string } | null {
  if (!/^[\w-]{64}$/.test(token)) return null;
  const userId = writeId(Buffer.from(token, 'base64url').subarray(0, 16));
  return { userId, hash: hashToken(token) };
}

/** The answer for a mailed link that was used, is unknown or has expired; it does not say which. */
export function linkInvalid(): DomainError {
  return new DomainError('TOKEN_INVALID', 400, { message: 'errors:linkInvalid' });
}

/** Counts a mail that anybody may request against the limits of the account and of the network address. */
export async function consumeMailLimits(context: Requesting, email: string): Promise<boolean> {
  const account = createHash('sha256').update(email).digest('base64url');
  const address = addressKey(context.client.address);
  const forAddress = await consume(context, `mail:address:${address}`, LIMITS.mailForAddress);
  const forAccount = await consume(context, `mail:account:${account}`, LIMITS.mailForAccount);
  return forAddress.allowed && forAccount.allowed;
}
