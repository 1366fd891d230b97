import type { TemplateRow } from '../../db/tables.ts';
import { plusDays } from '../calendar.ts';
import type { SignedIn } from '../context.ts';
import type { Tx } from '../transact.ts';
import { nextVersion } from '../transactions/version.ts';
import { generate } from './generate.ts';
import { todayOf } from './progress.ts';
import { updateTemplate } from './queries.ts';
import { withTemplate } from './with-template.ts';

/**
 * Lets a stopped template go on from today; what fell on the days in between is not made up for.
 * @throws DomainError NOT_FOUND
 */
export function resumeTemplate(
  context: SignedIn,
  id: string,
): Promise<{ template: TemplateRow; generated: number }> {
  return withTemplate(context, id, (tx, template) => resume(tx, template, context.now));
}

/** The same inside a database transaction that holds the person's revision. */
export async function resume(
  tx: Tx,
  before: TemplateRow,
  now: Date,
): Promise<{ template: TemplateRow; generated: number }> {
  if (before.is_active === 1) return made(tx, before, now);
  const active = {
    ...before,
    is_active: 1,
    generated_until: plusDays(todayOf(before, now), -1),
    updated_at: nextVersion(before, now),
  };
  await updateTemplate(tx, active);
  return made(tx, active, now);
}

async function made(tx: Tx, template: TemplateRow, now: Date) {
  const { rows, templates } = await generate(tx, [template], now);
  return { template: templates[0] ?? template, generated: rows.length };
}
