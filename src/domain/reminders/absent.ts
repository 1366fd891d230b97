import type { Reading } from '../context.ts';
import { resolveAbsent } from '../sessions/resolve.ts';

/**
 * The reading of a person who is not here: a calendar fetches their feed, or a job looks at their money.
 * @returns null as `resolveAbsent`
 */
export async function readAbsent<Context extends Omit<Reading, 'viewer' | 'locale'>>(
  context: Context,
  userId: string,
): Promise<(Context & Reading) | null> {
  const viewer = await resolveAbsent(context.db, userId, context.now);
  return viewer && { ...context, viewer, locale: viewer.locale };
}
