import { mayAdminister } from '../admin/permission.ts';
import type { Reading } from '../context.ts';
import { keepsMoney } from './accounts.queries.ts';
import type { PresentedUser } from './present.ts';

/** Where a sign-in leads: to the page that the person chose, if they may see it. */
export async function startPageOf(
  { db }: Pick<Reading, 'db'>,
  { id, role, preferences }: Pick<PresentedUser, 'id' | 'role' | 'preferences'>,
): Promise<'/' | '/transactions' | '/admin'> {
  const { start_page } = preferences;
  if (start_page === 'transactions') return '/transactions';
  if (start_page === 'home' || !mayAdminister({ role }, 'admin')) return '/';
  return start_page === 'admin' || !(await keepsMoney(db, id)) ? '/admin' : '/';
}
