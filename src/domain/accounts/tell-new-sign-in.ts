import type { UserRow } from '../../db/tables.ts';
import { newSignInMail } from '../../mail/messages.ts';
import type { Context } from '../context.ts';
import { deviceOf } from '../sessions/device.ts';
import { mailReader, momentFor } from './mail-reader.ts';

/** Mails somebody that there was a sign-in from a device that their account does not know. */
export function tellNewSignIn({ app, now, from }: Context, user: UserRow): void {
  const mail = newSignInMail({
    ...mailReader(user),
    link: `${app.config.PUBLIC_URL}/forgot-password`,
    moment: momentFor(user, now),
    device: deviceOf(from.userAgent),
    address: from.address,
  });
  app.later(() => app.post(user.email, mail));
}
