import type { ActivityRow } from '../../db/tables.ts';
import type { Reading } from '../context.ts';
import { notFound } from '../error.ts';
import { couldBeId } from '../id.ts';
import { nameOrder } from '../text-order.ts';
import {
  type ActivityFilter,
  findActingAdmins,
  findEntries,
  findEntriesAfter,
  findEntry,
} from './activity.queries.ts';

/** @throws DomainError NOT_FOUND (404) */
export async function readEntry({ db }: Pick<Reading, 'db'>, id: string): Promise<ActivityRow> {
  const entry = couldBeId(id) ? await findEntry(db, id) : undefined;
  if (!entry) throw notFound();
  return entry;
}

/** Everyone who acted as an administrator, under the name in their latest entry. */
export async function readActingAdmins({
  db,
  locale,
}: Pick<Reading, 'db' | 'locale'>): Promise<{ id: string; name: string }[]> {
  const admins: { id: string; name: string }[] = [];
  for (const id of await findActingAdmins(db)) {
    const [last] = await findEntries(db, { adminId: id }, { limit: 1, offset: 0 });
    admins.push({ id, name: last?.actor_name ?? id });
  }
  const compare = nameOrder(locale);
  return admins.sort((one, other) => compare(one.name, other.name));
}

const BATCH_SIZE = 500;

/** Yields matches in batches, newest first, so that the log is never in memory as a whole. */
export async function* readAllEntries(
  { db }: Pick<Reading, 'db'>,
  filter: ActivityFilter,
): AsyncGenerator<ActivityRow[]> {
  let last: ActivityRow | null = null;
  do {
    const batch: ActivityRow[] = await findEntriesAfter(db, filter, last, BATCH_SIZE);
    if (batch.length > 0) yield batch;
    last = batch.length === BATCH_SIZE ? (batch.at(-1) ?? null) : null;
  } while (last);
}

/** For lists: omits the results of a bulk act, which would take many megabytes. */
export function presentListed(row: ActivityRow): PresentedEntry {
  const entry = presentEntry(row);
  const { results: _results, ...details } = entry.details;
  return { ...entry, details };
}

/** `admin_username` is the name of whoever acted. */
export function presentEntry(row: ActivityRow) {
  return {
    id: row.id,
    action_type: row.action_type,
    admin_id: row.admin_id,
    admin_username: row.actor_name,
    actor_id: row.actor_id,
    target:
      row.target_id === null && row.target_name === null
        ? null
        : { id: row.target_id, username: row.target_name, email: row.target_email },
    details: JSON.parse(row.details) as Record<string, unknown>,
    ip: row.ip,
    created_at: row.created_at,
  };
}

export type PresentedEntry = ReturnType<typeof presentEntry>;
