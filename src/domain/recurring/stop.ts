import type { TemplateRow } from '../../db/tables.ts';
import type { SignedIn } from '../context.ts';
import type { Tx } from '../transact.ts';
import { nextVersion } from '../transactions/version.ts';
import { doneUntil, todayOf } from './progress.ts';
import { updateTemplate } from './queries.ts';
import { clearOccurrences } from './series/clear.ts';
import { findOccurrences } from './series/queries.ts';
import { withTemplate } from './with-template.ts';

/** Stops a template: it makes nothing more, and what it had made for the days to come goes. @throws DomainError NOT_FOUND */
export function stopTemplate(
  context: SignedIn,
  id: string,
): Promise<{ template: TemplateRow; removed: number }> {
  return withTemplate(context, id, (tx, template) => stop(tx, template, context.now));
}

/** The same inside a database transaction that holds the person's revision. */
export async function stop(
  tx: Tx,
  before: TemplateRow,
  now: Date,
): Promise<{ template: TemplateRow; removed: number }> {
  const stopped = { ...before, is_active: 0, updated_at: nextVersion(before, now) };
  const template = doneUntil(stopped, before.generated_until);
  await updateTemplate(tx, template);
  const range = { templateId: before.id, after: todayOf(before, now) };
  const removed = await clearOccurrences(tx, await findOccurrences(tx, before.user_id, range));
  return { template, removed };
}
