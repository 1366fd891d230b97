import { presentShared } from '../../accounts/present.ts';
import type { PresentedRestriction } from '../../restrictions/restrictions.ts';
import { statusOf } from '../../restrictions/status.ts';
import type { AdminUserRow } from './users.queries.ts';

/** What people tell about themselves is in the contract's account, but not for administrators to read. */
type Private = Record<'phone' | 'bio' | 'location' | 'website' | 'birthday', string | null>;
const PRIVATE: Private = { phone: null, bio: null, location: null, website: null, birthday: null };

/** An account as answers show it to administrators; `restrictions` are those in force. */
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
