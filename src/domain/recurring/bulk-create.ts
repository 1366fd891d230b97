import type { TemplateRow } from '../../db/tables.ts';
import type { SignedIn } from '../context.ts';
import { DomainError, type FieldFault } from '../error.ts';
import { markChanged } from '../revisions/queries.ts';
import { inTransaction, type Tx } from '../transact.ts';
import { completeTemplate } from './complete.ts';
import { generate } from './generate.ts';
import { doneUntil } from './progress.ts';
import { insertTemplate } from './queries.ts';
import type { TemplateInput } from './schema.ts';

/** Occurrences made before the answer; what is left stays due and is made right after it. */
const MADE_AT_ONCE = 2000;

/** A template to make, by its place among those that were sent; with faults it is not made. */
export type TemplateWish =
  | { index: number; input: TemplateInput; faults?: never }
  | { index: number; faults: FieldFault[] };

interface Made {
  templates: TemplateRow[];
  errors: { index: number; faults: FieldFault[] }[];
}

/** Makes the good ones of many templates and tells what is wrong with the others. */
export async function createTemplates(context: SignedIn, wishes: TemplateWish[]): Promise<Made> {
  return inTransaction(context.db, async (tx) => {
    await markChanged(tx, context.viewer.id);
    const made: Made = { templates: [], errors: [] };
    for (const { index, ...wish } of wishes) {
      const { row, faults } = wish.faults ? { ...wish, row: null } : await completed(tx, context, wish.input);
      if (!row) made.errors.push({ index, faults });
      else {
        const due = doneUntil(row, row.generated_until);
        await insertTemplate(tx, due);
        made.templates.push(due);
      }
    }
    const { templates } = await generate(tx, made.templates, context.now, MADE_AT_ONCE);
    return { ...made, templates };
  });
}

async function completed(
  tx: Tx,
  context: SignedIn,
  input: TemplateInput,
): Promise<{ row: TemplateRow; faults?: never } | { row: null; faults: FieldFault[] }> {
  try {
    return { row: await completeTemplate(tx, context, input) };
  } catch (error) {
    if (error instanceof DomainError && error.extra.fields) return { row: null, faults: error.extra.fields };
    throw error;
  }
}
