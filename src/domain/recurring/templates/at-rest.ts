import { plusDays } from '../../calendar.ts';
import type { SignedIn } from '../../context.ts';
import { lastBefore } from '../schedule/occurrence-dates.ts';
import { localToday, statusOf } from '../schedule/status.ts';
import { findTemplates } from './templates.queries.ts';

/** For how many days after its last date a template is news. */
const NEWS = 31;

/** A template that generates nothing (any more). */
export interface AtRest {
  id: string;
  name: string;
}

/** The viewer's templates that are paused, and those that have ended in the past month. */
export async function listAtRest(context: SignedIn): Promise<Record<'paused' | 'ended', AtRest[]>> {
  const { db, viewer, now } = context;
  const found: Record<'paused' | 'ended', AtRest[]> = { paused: [], ended: [] };
  for (const row of await findTemplates(db, viewer.id)) {
    const status = statusOf(row, now);
    if (status === 'active') continue;
    const today = localToday(row, now);
    const last = lastBefore(row, plusDays(today, 1));
    if (status === 'ended' && (last === null || last < plusDays(today, -NEWS))) continue;
    found[status].push({ id: row.id, name: row.name });
  }
  return found;
}
