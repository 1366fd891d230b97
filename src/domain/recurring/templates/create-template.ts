import type { TemplateRow } from '../../../db/tables.ts';
import type { Tx } from '../../../db/transact.ts';
import type { SignedIn } from '../../context.ts';
import { DomainError, type FieldFault } from '../../error.ts';
import { inLedger } from '../../ledger/ledger.ts';
import { datesToGenerate, generate, withProgress } from '../generation/generate.ts';
import { completeTemplate } from './complete-template.ts';
import type { TemplateInput } from './template.schema.ts';
import { insertTemplate } from './templates.queries.ts';

/** Occurrences generated in the database transaction that creates templates; the others stay due. */
const GENERATED_AT_ONCE = 200;

/**
 * Creates a template and generates its occurrences from its first day up to ninety days ahead. Where there are very many,
 * `catchUp` follows, outside of any database transaction.
 * @returns the number of all of them
 * @throws DomainError VALIDATION_ERROR, or NOT_FOUND for an unknown category
 */
export async function createTemplate(
  context: SignedIn,
  input: TemplateInput,
): Promise<{ template: TemplateRow; generated: number }> {
  const { now } = context;
  return inLedger(context, async (ledger) => {
    const row = await completeTemplate(ledger.tx, context, input);
    const due = withProgress(row, row.generated_until);
    await insertTemplate(ledger.tx, due);
    const { templates } = await generate(ledger, [due], now, GENERATED_AT_ONCE);
    const generated = datesToGenerate(row, now, Infinity).dates.length;
    return { template: templates[0] ?? due, generated };
  });
}

/** A template of a bulk request with its index in the request; it is created unless it has faults. */
export type TemplateItem =
  | { index: number; input: TemplateInput; faults?: never }
  | { index: number; faults: FieldFault[] };

interface Created {
  templates: TemplateRow[];
  /** How many of the templates have occurrences that are still to be generated. */
  pending: number;
  errors: { index: number; faults: FieldFault[] }[];
}

/** Creates the valid templates of a bulk request and returns the faults of the others. */
export async function createTemplates(context: SignedIn, items: TemplateItem[]): Promise<Created> {
  return inLedger(context, async (ledger) => {
    const created: Created = { templates: [], pending: 0, errors: [] };
    for (const { index, ...item } of items) {
      const { row, faults } = item.faults
        ? { ...item, row: null }
        : await tryToComplete(ledger.tx, context, item.input);
      if (!row) created.errors.push({ index, faults });
      else {
        const due = withProgress(row, row.generated_until);
        await insertTemplate(ledger.tx, due);
        created.templates.push(due);
      }
    }
    const { templates } = await generate(ledger, created.templates, context.now, GENERATED_AT_ONCE);
    const pending = templates.filter(({ due_at }) => due_at !== null && due_at <= context.now.toISOString());
    return { ...created, templates, pending: pending.length };
  });
}

async function tryToComplete(
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
