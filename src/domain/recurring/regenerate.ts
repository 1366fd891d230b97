import { plusDays } from '../calendar.ts';
import type { SignedIn } from '../context.ts';
import { generate } from './generate.ts';
import { todayOf } from './progress.ts';
import { clearOccurrences } from './series/clear.ts';
import { findOccurrences } from './series/queries.ts';
import { withTemplate } from './with-template.ts';

/**
 * Makes the occurrences of the days to come anew, but for those that somebody has edited, skipped or deleted by
 * itself; of a stopped template there are none.
 * @throws DomainError NOT_FOUND
 */
export function regenerateTemplate(
  context: SignedIn,
  id: string,
): Promise<{ generated: number; removed: number }> {
  return withTemplate(context, id, async (tx, template) => {
    const today = todayOf(template, context.now);
    const from = plusDays(today, 1);
    const range = { templateId: id, from, untouched: true };
    const removed = await clearOccurrences(tx, await findOccurrences(tx, template.user_id, range));
    const isBehind = template.generated_until < today;
    const until = isBehind ? template.generated_until : today;
    const { rows } = await generate(tx, [{ ...template, generated_until: until }], context.now);
    return { generated: rows.length, removed };
  });
}
