import type { Db } from '../../../db/open.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { withProgress } from '../generation/generate.ts';
import { findOccurrences, insertSkipped } from '../occurrences/occurrences.queries.ts';
import type { Template } from './phases.ts';
import { deleteTemplate, findTemplates, hasTemplates, saveTemplate } from './templates.queries.ts';

export interface ImportedTemplate {
  row: Template;
  skipped: readonly string[];
}

/** Adds templates without generating anything: an import brings their transactions with it. */
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

/** The ids of templates that were changed since the import; `versions` has the imported `updated_at` by id. */
export async function changedTemplates(
  { tx }: Ledger,
  userId: string,
  versions: ReadonlyMap<string, string>,
): Promise<Set<string>> {
  const rows = await findTemplates(tx, userId);
  return new Set(
    rows.filter((row) => versions.has(row.id) && versions.get(row.id) !== row.updated_at).map(({ id }) => id),
  );
}

export async function removeImportedTemplates(
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
