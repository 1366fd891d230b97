import type { ActivityRow } from '../../db/tables.ts';

/**
 * The same in a list: without the results of an act on many users, each of which has an entry of its own. A list of such
 * acts would have many megabytes; the entry by itself has them.
 */
export function presentListed(row: ActivityRow): PresentedEntry {
  const entry = presentEntry(row);
  const { results: _results, ...details } = entry.details;
  return { ...entry, details };
}

/** An entry of the log as answers show it; `admin_username` is whoever acted. */
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
