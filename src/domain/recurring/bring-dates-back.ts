import type { TemplateRow } from '../../db/tables.ts';
import type { SignedIn } from '../context.ts';
import { nextOccurrence } from './calendar/occurrences.ts';
import { addOccurrences } from './generate.ts';
import { deleteSkipped, findSkipped } from './queries.ts';
import { newOccurrence } from './series/occurrence.ts';
import { withTemplate } from './with-template.ts';

/**
 * Takes dates back that a template left out. What it would have made for them by now is made, as the template says
 * today; a stopped one makes nothing, and what lies farther ahead comes in its time.
 * @returns which dates were left out and are so no longer, and how many transactions came in
 * @throws DomainError NOT_FOUND
 */
export function bringDatesBack(
  context: SignedIn,
  id: string,
  dates: string[],
): Promise<{ brought: string[]; generated: number }> {
  return withTemplate(context, id, async (tx, template) => {
    const { user_id } = template;
    const skipped = await findSkipped(tx, user_id);
    const left = new Set(skipped.filter((row) => row.template_id === id).map(({ date }) => date));
    const brought = dates.filter((date) => left.has(date));
    for (const date of brought) await deleteSkipped(tx, { user_id, template_id: id, date });
    const wanted = brought
      .filter((date) => isMadeByNow(template, date))
      .map((date) => newOccurrence(template, date, context.now));
    return { brought, generated: (await addOccurrences(tx, wanted)).length };
  });
}

function isMadeByNow(template: TemplateRow, date: string): boolean {
  const { is_active, generated_until } = template;
  return is_active === 1 && date <= generated_until && nextOccurrence(template, date) === date;
}
