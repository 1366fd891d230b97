import type { SignedIn } from '../context.ts';
import { newId } from '../id.ts';
import { insertSkipped } from './queries.ts';
import { clearOccurrences } from './series/clear.ts';
import { findOccurrences } from './series/queries.ts';
import { withTemplate } from './with-template.ts';

/**
 * Leaves out what a template would make for some dates, for good; what it has made for them goes.
 * @returns how many transactions went, and the name to bring them back by
 * @throws DomainError NOT_FOUND
 */
export function skipDates(
  context: SignedIn,
  id: string,
  dates: string[],
): Promise<{ skipped: string[]; removed: number; undoId: string }> {
  return withTemplate(context, id, async (tx, { user_id, id: templateId }) => {
    await insertSkipped(
      tx,
      dates.map((date) => ({ user_id, template_id: templateId, date })),
    );
    const batch = { id: newId(context.now), deletedAt: context.now.toISOString() };
    const rows = await findOccurrences(tx, user_id, { templateId, dates });
    return { skipped: dates, removed: await clearOccurrences(tx, rows, batch), undoId: batch.id };
  });
}
