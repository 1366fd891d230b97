import type { UserRow } from '../../db/tables.ts';
import { passwordChangedMail } from '../../mail/messages.ts';
import type { Context } from '../context.ts';
import { mailReader, momentFor } from './mail-reader.ts';

/** Mails somebody that their password was changed, so that they notice if it was not they who did it. */
export function tellPasswordChanged({ app, now }: Context, user: UserRow): void {
  const link = `${app.config.PUBLIC_URL}/forgot-password`;
  const mail = passwordChangedMail({ ...mailReader(user), link, moment: momentFor(user, now) });
  app.later(() => app.post(user.email, mail));
}
