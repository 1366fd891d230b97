import type { UserRow } from '../../db/tables.ts';
import { googleLinkedMail, googleUnlinkedMail } from '../../mail/messages.ts';
import { mailReader } from '../accounts/mail-reader.ts';
import type { Context } from '../context.ts';

/** Mails somebody that Google signs in to their account from now on, so that they notice if it was not they. */
export function tellLinked({ app }: Context, user: UserRow): void {
  const link = `${app.config.PUBLIC_URL}/forgot-password`;
  app.later(() => app.post(user.email, googleLinkedMail({ ...mailReader(user), link })));
}

/** Mails somebody that Google no longer signs in to their account. */
export function tellUnlinked({ app }: Context, user: UserRow): void {
  const link = `${app.config.PUBLIC_URL}/forgot-password`;
  app.later(() => app.post(user.email, googleUnlinkedMail({ ...mailReader(user), link })));
}
