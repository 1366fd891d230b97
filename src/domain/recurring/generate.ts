import type { TemplateRow, TransactionRow } from '../../db/tables.ts';
import type { Tx } from '../transact.ts';
import { applyChanges } from '../transactions/apply.ts';
import { insertTransactions } from '../transactions/queries.ts';
import { doneUntil, pending } from './progress.ts';
import { findSkippedOf, saveProgress } from './queries.ts';
import { newOccurrence } from './series/occurrence.ts';

/**
 * Makes what templates have to make by now, up to ninety days ahead of their own today. What is there already stays as
 * it is, and what was skipped or deleted by itself never comes again, whoever generates and however often. The caller
 * holds the revision of everybody whose templates they are (`markChanged`), so that two generators follow one another.
 * @param most occurrences to work through at most; the templates stay due until the rest is made
 * @returns the transactions that came in, and the templates with their progress
 */
export async function generate(
  tx: Tx,
  templates: TemplateRow[],
  now: Date,
  most = Infinity,
): Promise<{ rows: TransactionRow[]; templates: TemplateRow[] }> {
  if (templates.length === 0) return { rows: [], templates };
  const people = [...new Set(templates.map(({ user_id }) => user_id))].map((user_id) => ({ user_id }));
  const skipped = new Set((await findSkippedOf(tx, people)).map(keyOf));
  const wanted: TransactionRow[] = [];
  let left = most;
  const reached = templates.map((template) => {
    if (left === 0) return template;
    const { dates, until } = pending(template, now, left);
    left -= dates.length;
    for (const date of dates)
      if (!skipped.has(keyOf({ template_id: template.id, date })))
        wanted.push(newOccurrence(template, date, now));
    return doneUntil(template, until);
  });
  const rows = await addOccurrences(tx, wanted);
  await saveProgress(
    tx,
    reached.filter((template, index) => template !== templates[index]),
  );
  return { rows, templates: reached };
}

/** Adds occurrences of one person that are not there yet, with their totals; gives those that came in. */
export async function addOccurrences(tx: Tx, wanted: TransactionRow[]): Promise<TransactionRow[]> {
  const added = new Set((await insertTransactions(tx, wanted)).map(({ id }) => id));
  const rows = wanted.filter(({ id }) => added.has(id));
  if (rows.length > 0)
    await applyChanges(
      tx,
      rows.map((row) => ({ row, sign: 1 })),
    );
  return rows;
}

function keyOf({ template_id, date }: { template_id: string; date: string }): string {
  return `${template_id} ${date}`;
}
