import type { MailTokenRow, UserRow } from '../../db/tables.ts';
import type { Message } from '../../mail/messages.ts';
import type { Context } from '../context.ts';
import { after } from '../sessions/start.ts';
import type { Tx } from '../transact.ts';
import { mintMailToken } from './mail-token.ts';
import { insertMailToken } from './queries.ts';

interface Link {
  purpose: MailTokenRow['purpose'];
  /** The page that the link opens; the token follows it. */
  path: `/${string}/`;
  /** How long it works, in seconds. */
  lifetime: number;
  write: (link: string) => Message;
  /** Where the mail goes, if not to the account's address; the link gives that one to the account. */
  email?: string;
}

/** Prepares a link that works once; the returned function mails it, once the row is committed. */
export async function prepareLink(
  { app, now }: Context,
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
  const mail = write(`${app.config.PUBLIC_URL}${path}${token}`);
  return () => app.post(email ?? user.email, mail);
}
