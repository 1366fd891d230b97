import type { PresentedRestriction } from '../../restrictions/restrictions.ts';
import { statusOf } from '../../restrictions/status.ts';
import { presentShared } from '../../users/present.ts';
import type { AdminUserRow } from './users.queries.ts';

/** The API's account has these fields, but administrators may not read them. */
type Private = Record<'phone' | 'bio' | 'location' | 'website' | 'birthday', string | null>;
const PRIVATE: Private = { phone: null, bio: null, location: null, website: null, birthday: null };

export function presentForAdmin(row: AdminUserRow, restrictions: PresentedRestriction[]) {
  return {
    ...presentShared(row, restrictions),
    ...PRIVATE,
    status: statusOf(restrictions),
    has_password: row.has_password === 1,
    purge_after: row.purge_after,
  };
}

export type AdminUser = ReturnType<typeof presentForAdmin>;
