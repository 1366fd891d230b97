import type { Db } from '../../../db/open.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { withProgress } from '../generation/generate.ts';
import { findOccurrences, insertSkipped } from '../occurrences/occurrences.queries.ts';
import type { Template } from './phases.ts';
import { deleteTemplate, findTemplates, hasTemplates, saveTemplate } from './templates.queries.ts';

/** A template that comes from elsewhere, and the dates that it leaves out. */
export interface ImportedTemplate {
  row: Template;
  skipped: readonly string[];
}

/** Adds templates as they are: what they have generated elsewhere comes with the transactions. */
export async function importTemplates({ tx }: Ledger, templates: readonly ImportedTemplate[]): Promise<void> {
  for (const { row, skipped } of templates) {
    const { user_id, id: template_id } = row;
    await saveTemplate(tx, withProgress(row, row.generated_until));
    await insertSkipped(
      tx,
      skipped.map((date) => ({ user_id, template_id, date })),
    );
  }
}

/** Those of these templates that were changed since; `brought` has the `updated_at` of each, by its id. */
export async function changedTemplates(
  { tx }: Ledger,
  userId: string,
  brought: ReadonlyMap<string, string>,
): Promise<Set<string>> {
  const rows = await findTemplates(tx, userId);
  return new Set(
    rows.filter((row) => brought.has(row.id) && brought.get(row.id) !== row.updated_at).map(({ id }) => id),
  );
}

/** Deletes templates, and what they have generated and nobody has edited. */
export async function takeOutTemplates(
  ledger: Ledger,
  userId: string,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) {
    const generated = await findOccurrences(ledger.tx, userId, { templateId: id, unedited: true });
    await ledger.delete(generated.map((row) => row.id));
    await deleteTemplate(ledger.tx, userId, id);
  }
}

export function isCategoryOfTemplates({ tx }: Ledger, userId: string, categoryId: string): Promise<boolean> {
  return hasTemplates(tx, userId, categoryId);
}

export async function hasAnyTemplate({ db, viewer }: { db: Db; viewer: { id: string } }): Promise<boolean> {
  return (await findTemplates(db, viewer.id)).length > 0;
}
