import type { ActivityRow } from '../../db/tables.ts';
import { listActivity, summariseActivity } from '../activity/list.ts';
import { presentEntry } from '../activity/present.ts';
import { readActingAdmins, readAllEntries, readEntry } from '../activity/read.ts';
import { type ActivityChoice, type ActivityInput, entriesBefore, filterOf } from '../activity/schema.ts';
import type { SignedIn } from '../context.ts';
import { requireRole } from './require.ts';

const timezoneOf = ({ viewer }: SignedIn) => viewer.preferences.timezone;

/** A page of the log for administrators. @throws DomainError FORBIDDEN (403) */
export function listLog(
  context: SignedIn,
  input: ActivityInput,
): Promise<{ entries: ActivityRow[]; total: number }> {
  requireRole(context, 'admin');
  const place = { limit: input.limit, offset: entriesBefore(input) };
  return listActivity(context, filterOf(input, timezoneOf(context)), place);
}

/** The summary of the last days, and the administrators whom the log knows. @throws DomainError FORBIDDEN (403) */
export async function readLogOverview(context: SignedIn) {
  requireRole(context, 'admin');
  return { summary: await summariseActivity(context), admins: await readActingAdmins(context) };
}

/** An entry of the log. @throws DomainError FORBIDDEN (403), NOT_FOUND (404) */
export async function readLogEntry(context: SignedIn, id: string) {
  requireRole(context, 'admin');
  return presentEntry(await readEntry(context, id));
}

/** All entries that match a filter, in batches. @throws DomainError FORBIDDEN (403) */
export function readWholeLog(context: SignedIn, filter: ActivityChoice): AsyncGenerator<ActivityRow[]> {
  requireRole(context, 'admin');
  return readAllEntries(context, filterOf(filter, timezoneOf(context)));
}
