import type { UserRow } from '../../db/tables.ts';
import type { Reader } from '../../mail/messages.ts';
import { SITE_NAME } from '../../product.ts';

/** What every mail to somebody needs to know of them. */
export function mailReader(user: UserRow): Reader {
  return { locale: user.language_preference, firstName: user.first_name, siteName: SITE_NAME };
}
