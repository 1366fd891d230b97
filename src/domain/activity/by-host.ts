import type { Reading } from '../context.ts';
import { type ActivityEvent, recordActivity } from './record.ts';

/** What the details of an act of the host's tools say instead of who did it. */
export const BY_HOST = 'command line';

/** Writes an entry about an act from the command line of the host: nobody is signed in there. */
export function recordByHost(
  { db, now }: Pick<Reading, 'db' | 'now'>,
  { details, ...event }: Omit<ActivityEvent, 'actor'>,
): Promise<string> {
  const nobody = { client: { address: '', userAgent: '' }, viewer: null };
  return recordActivity({ db, now, ...nobody }, { ...event, details: { ...details, by: BY_HOST } });
}
