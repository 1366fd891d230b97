import type { UserRow } from '../../db/tables.ts';
import { verificationMail } from '../../mail/messages.ts';
import { SITE_NAME } from '../../product.ts';
import type { Context } from '../context.ts';
import { after } from '../sessions/start.ts';
import type { Tx } from '../transact.ts';
import { mintMailToken } from './mail-token.ts';
import { insertMailToken } from './queries.ts';

const DAY = 86_400;

/** Prepares a link that proves an address for 24 hours; the returned function sends it, once the row is committed. */
export async function prepareVerification(
  { app, now }: Context,
  tx: Tx,
  user: UserRow,
): Promise<() => Promise<void>> {
  const { token, hash } = mintMailToken(user.id);
  await insertMailToken(tx, { user_id: user.id, hash, purpose: 'verify_email', expires_at: after(now, DAY) });
  const link = `${app.config.PUBLIC_URL}/verify-email/${token}`;
  const mail = verificationMail({
    locale: user.language_preference,
    firstName: user.first_name,
    link,
    siteName: SITE_NAME,
  });
  return () => app.post(user.email, mail);
}
