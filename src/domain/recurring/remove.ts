import type { TemplateRow, TransactionRow } from '../../db/tables.ts';
import { plusDays } from '../calendar.ts';
import type { SignedIn } from '../context.ts';
import { newId } from '../id.ts';
import type { Tx } from '../transact.ts';
import { keepTemplate } from '../undo/queries.ts';
import { endBefore } from './end-before.ts';
import { todayOf } from './progress.ts';
import { deleteTemplate, findSkipped, updateTemplate } from './queries.ts';
import type { SCOPES_OF_REMOVAL } from './schema.ts';
import { clearOccurrences } from './series/clear.ts';
import { findOccurrences } from './series/queries.ts';
import { withTemplate } from './with-template.ts';

export interface Removed {
  /** Transactions that went. */
  deleted: number;
  /** The name to bring all of it back by. */
  undoId: string;
}

/**
 * Deletes a template and what it has made for the days to come (`template`), ends it today instead (`future`), or
 * deletes it with everything that it ever made (`all`).
 * @throws DomainError NOT_FOUND
 */
export function removeTemplate(
  context: SignedIn,
  id: string,
  scope: (typeof SCOPES_OF_REMOVAL)[number],
): Promise<Removed> {
  return withTemplate(context, id, async (tx, template) => {
    const after = todayOf(template, context.now);
    const range = { templateId: id, ...(scope !== 'all' && { after }) };
    const rows = await findOccurrences(tx, template.user_id, range);
    const ended = scope === 'future' ? endBefore(template, plusDays(after, 1), context.now) : null;
    return removeSeries(tx, context, { template, ended, rows });
  });
}

/** Deletes occurrences with their template, or ends the template; all of it can be undone at once. */
export async function removeSeries(
  tx: Tx,
  { now, viewer }: SignedIn,
  series: { template: TemplateRow | undefined; ended: TemplateRow | null; rows: TransactionRow[] },
): Promise<Removed> {
  const { template, ended, rows } = series;
  const batch = { id: newId(now), deletedAt: now.toISOString() };
  if (template) {
    const skipped = (await findSkipped(tx, viewer.id)).filter(
      ({ template_id }) => template_id === template.id,
    );
    await keepTemplate(tx, { template, skipped: skipped.map(({ date }) => date) }, batch);
    if (ended) await updateTemplate(tx, ended);
    else await deleteTemplate(tx, viewer.id, template.id);
  }
  return { deleted: await clearOccurrences(tx, rows, batch), undoId: batch.id };
}
