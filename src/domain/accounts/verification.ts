import type { UserRow } from '../../db/tables.ts';
import { verificationMail } from '../../mail/messages.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../transact.ts';
import { prepareLink } from './mail-link.ts';
import { mailReader } from './mail-reader.ts';

const DAY = 86_400;

/** Prepares a link that proves an address for 24 hours; the returned function sends it, once the row is committed. */
export function prepareVerification(context: Context, tx: Tx, user: UserRow): Promise<() => Promise<void>> {
  return prepareLink(context, tx, user, {
    purpose: 'verify_email',
    path: '/verify-email/',
    lifetime: DAY,
    write: (link) => verificationMail({ ...mailReader(user), link }),
  });
}
