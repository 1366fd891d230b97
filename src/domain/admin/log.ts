import type { ActivityRow } from '../../db/tables.ts';
import type { ActivityFilter } from '../activity/list.ts';
import { listActivity, summariseActivity } from '../activity/list.ts';
import { presentEntry, readActingAdmins, readAllEntries, readEntry } from '../activity/read.ts';
import type { Subject } from '../activity/record.ts';
import { type ActivityChoice, type ActivityInput, filterOf } from '../activity/schema.ts';
import type { Reading } from '../context.ts';
import { offsetOf } from '../pagination.ts';
import { requireRole } from './require.ts';
import { readNames } from './users/read.ts';
import { findIdByEmail } from './users/users.queries.ts';

const timezoneOf = ({ viewer }: Reading) => viewer.preferences.timezone;

/** @throws DomainError FORBIDDEN (403) */
export async function listLog(
  context: Reading,
  input: ActivityInput,
): Promise<{ entries: ActivityRow[]; total: number }> {
  requireRole(context, 'admin');
  const page = { limit: input.limit, offset: offsetOf(input) };
  return listActivity(context, await resolveFilter(context, input), page);
}

// An unknown address stays in the filter and matches no entry, because an id never contains an @.
async function resolveFilter(context: Reading, choice: ActivityChoice): Promise<ActivityFilter> {
  const { userId } = choice;
  const id = userId?.includes('@') ? await findIdByEmail(context.db, userId) : undefined;
  return filterOf({ ...choice, userId: id ?? userId }, timezoneOf(context));
}

/** @throws DomainError FORBIDDEN (403) */
export async function readLogOverview(context: Reading) {
  requireRole(context, 'admin');
  return { summary: await summariseActivity(context), admins: await readActingAdmins(context) };
}

/** @throws DomainError FORBIDDEN (403), NOT_FOUND (404) */
export async function readLogEntry(context: Reading, id: string) {
  requireRole(context, 'admin');
  return presentEntry(await readEntry(context, id));
}

/** Yields matching entries in batches. @throws DomainError FORBIDDEN (403) */
export async function* readWholeLog(context: Reading, filter: ActivityChoice): AsyncGenerator<ActivityRow[]> {
  requireRole(context, 'admin');
  yield* readAllEntries(context, await resolveFilter(context, filter));
}

/** Finds the account that a filter names by id or address. @throws DomainError FORBIDDEN (403) */
export async function readNamed(context: Reading, userId: string): Promise<Subject | undefined> {
  const id = userId.includes('@') ? await findIdByEmail(context.db, userId) : userId;
  return id ? (await readNames(context, [id])).get(id) : undefined;
}
