import { listActivity } from '../../activity/list.ts';
import type { Subject } from '../../activity/record.ts';
import type { Reading } from '../../context.ts';
import { notFound } from '../../error.ts';
import { couldBeId } from '../../id.ts';
import { listRestrictionsOf, readRestrictions } from '../../restrictions/restrictions.ts';
import { listSessionsOf } from '../../sessions/sessions.ts';
import { fromSnapshot } from '../../snapshot.ts';
import { requireRole } from '../require.ts';
import { type AdminUser, presentForAdmin } from './present.ts';
import { countContent, findNames, findUserForAdmin } from './users.queries.ts';

const LATEST = 20;

/** @throws DomainError FORBIDDEN (403), NOT_FOUND (404) */
export function readUser(context: Reading, id: string) {
  requireRole(context, 'admin');
  if (!couldBeId(id)) throw notFound();
  return fromSnapshot(context, async (inside) => {
    const row = await findUserForAdmin(inside.db, id);
    if (!row) throw notFound();
    const sessions = await listSessionsOf(inside, id);
    const { entries } = await listActivity(inside, { personId: id }, { limit: LATEST, offset: 0 });
    return {
      user: presentForAdmin(row, await readRestrictions(inside, id)),
      /** Only counts: administrators manage people, not their money. */
      statistics: { ...(await countContent(inside.db, id)), sessions: sessions.length },
      sessions,
      /** All restrictions, including past ones, latest first. */
      history: (await listRestrictionsOf(inside, id)).reverse(),
      activity: entries,
    };
  });
}

/** Reads only the account, for the pages of acts. @throws DomainError FORBIDDEN (403), NOT_FOUND (404) */
export async function readManaged(context: Reading, id: string): Promise<AdminUser> {
  requireRole(context, 'admin');
  const row = couldBeId(id) ? await findUserForAdmin(context.db, id) : undefined;
  if (!row) throw notFound();
  return presentForAdmin(row, await readRestrictions(context, id));
}

export async function readNames(context: Reading, ids: readonly string[]): Promise<Map<string, Subject>> {
  requireRole(context, 'admin');
  const possible = ids.filter(couldBeId);
  const rows = possible.length > 0 ? await findNames(context.db, possible) : [];
  return new Map(rows.map((row) => [row.id, row]));
}
