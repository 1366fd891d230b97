import type { Context } from '../context.ts';
import { type Happening, recordActivity } from './record.ts';

/** Writes an entry about an act from the command line of the host: nobody is signed in there. */
export function recordByHost(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { details, ...happening }: Omit<Happening, 'actor'>,
): Promise<string> {
  const nobody = { client: { address: '', userAgent: '' }, viewer: null };
  return recordActivity(
    { db, now, ...nobody },
    { ...happening, details: { ...details, by: 'command line' } },
  );
}
