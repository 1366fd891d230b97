import type { Db } from '../../../db/open.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { withProgress } from '../generation/generate.ts';
import { deleteOccurrences } from '../generation/write-occurrences.ts';
import { findOccurrences, insertSkipped } from '../occurrences/occurrences.queries.ts';
import type { Template } from './phases.ts';
import { deleteTemplate, findVersions, saveTemplate } from './templates.queries.ts';

interface ImportedTemplates {
  templates: readonly Omit<Template, 'user_id'>[];
  /** Ids of these or of templates that were added before. */
  skipped: readonly { id: string; dates: readonly string[] }[];
}

/** Adds templates without generating anything: an import brings their transactions with it. */
export async function importTemplates(
  { tx, userId: user_id }: Ledger,
  { templates, skipped }: ImportedTemplates,
): Promise<void> {
  for (const row of templates) await saveTemplate(tx, withProgress({ ...row, user_id }, row.generated_until));
  const rows = skipped.flatMap(({ id, dates }) => dates.map((date) => ({ user_id, template_id: id, date })));
  await insertSkipped(tx, rows);
}

type Version = Pick<Template, 'id' | 'updated_at'>;

/** The ids of those that were changed since they were imported, and are still there. */
export async function changedTemplates(
  db: Db,
  userId: string,
  imported: readonly Version[],
): Promise<Set<string>> {
  const versions = await findVersions(db, userId);
  const isChanged = ({ id, updated_at }: Version) => (versions.get(id) ?? updated_at) !== updated_at;
  return new Set(imported.filter(isChanged).map(({ id }) => id));
}

const REMOVED_MOST = 200;

/**
 * Deletes templates with what they have generated, as far as one batch goes.
 * @returns whether all of them are gone
 */
export async function removeImportedTemplates(
  ledger: Ledger,
  imported: readonly Version[],
): Promise<boolean> {
  const { tx, userId } = ledger;
  const versions = await findVersions(tx, userId);
  let removed = 0;
  for (const { id } of imported.filter((template) => versions.has(template.id))) {
    if (removed >= REMOVED_MOST) return false;
    const generated = await findOccurrences(tx, userId, { templateId: id, unedited: true });
    await deleteOccurrences(ledger, generated);
    await deleteTemplate(tx, userId, id);
    removed += 1 + generated.length;
  }
  return true;
}

export async function hasAnyTemplate({ db, viewer }: { db: Db; viewer: { id: string } }): Promise<boolean> {
  return (await findVersions(db, viewer.id)).size > 0;
}
