import type { TemplateRow, TransactionRow } from '../../../db/tables.ts';
import type { Tx } from '../../transact.ts';
import { applyChanges } from '../../transactions/apply.ts';
import { nextVersion } from '../../transactions/version.ts';
import { occurrencesBetween } from '../calendar/occurrences.ts';
import { clearOccurrences } from './clear.ts';
import { contentOf } from './occurrence.ts';
import { findOccurrences, updateOccurrences } from './queries.ts';

/**
 * Makes the occurrences of a template say what it says, but for those that somebody has edited. Gives their number.
 * @param from the first date that is looked at; all without it
 */
export async function rewrite(tx: Tx, template: TemplateRow, now: Date, from?: string): Promise<number> {
  const rows = await untouched(tx, template, from);
  const changes = rows.flatMap((row) => {
    const content = contentOf(template, row.date);
    return isSame(row, content)
      ? []
      : [[row, { ...row, ...content, updated_at: nextVersion(row, now) }] as const];
  });
  await updateOccurrences(
    tx,
    changes.map(([, after]) => after),
  );
  if (changes.length > 0)
    await applyChanges(
      tx,
      changes.flatMap(([before, after]) => [
        { row: before, sign: -1 as const },
        { row: after, sign: 1 as const },
      ]),
    );
  return changes.length;
}

/** Deletes the occurrences that do not fall on the dates of a template any more, but for edited ones. */
export async function prune(tx: Tx, template: TemplateRow, from?: string): Promise<number> {
  const rows = await untouched(tx, template, from);
  const last = rows.at(-1);
  if (!last) return 0;
  const dates = new Set(occurrencesBetween(template, from ?? template.start_date, last.date));
  return clearOccurrences(
    tx,
    rows.filter(({ date }) => !dates.has(date)),
  );
}

function untouched(tx: Tx, template: TemplateRow, from?: string): Promise<TransactionRow[]> {
  const range = { templateId: template.id, untouched: true, ...(from !== undefined && { from }) };
  return findOccurrences(tx, template.user_id, range);
}

function isSame(row: TransactionRow, content: Partial<TransactionRow>): boolean {
  return Object.entries(content).every(([field, value]) => row[field as keyof TransactionRow] === value);
}
