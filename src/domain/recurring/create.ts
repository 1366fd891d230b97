import type { TemplateRow } from '../../db/tables.ts';
import type { SignedIn } from '../context.ts';
import { markChanged } from '../revisions/queries.ts';
import { inTransaction } from '../transact.ts';
import { completeTemplate } from './complete.ts';
import { generate } from './generate.ts';
import { insertTemplate } from './queries.ts';
import type { TemplateInput } from './schema.ts';

/**
 * Makes a template and its occurrences, from its first day up to ninety days ahead.
 * @throws DomainError VALIDATION_ERROR, or NOT_FOUND for a category that is not theirs
 */
export async function createTemplate(
  context: SignedIn,
  input: TemplateInput,
): Promise<{ template: TemplateRow; generated: number }> {
  return inTransaction(context.db, async (tx) => {
    await markChanged(tx, context.viewer.id);
    const row = await completeTemplate(tx, context, input);
    await insertTemplate(tx, row);
    const { rows, templates } = await generate(tx, [row], context.now);
    return { template: templates[0] ?? row, generated: rows.length };
  });
}
