import type { TransactionRow } from '../../../db/tables.ts';
import { instantOf, plusDays } from '../../calendar.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { findSkipped } from '../occurrences/occurrences.queries.ts';
import { nextOccurrence, occurrencesBetween } from '../schedule/occurrence-dates.ts';
import { localToday } from '../schedule/status.ts';
import type { Template } from '../templates/phases.ts';
import { saveProgress } from './due-templates.queries.ts';
import { insertOccurrences, type NewOccurrence } from './write-occurrences.ts';

export const GENERATED_DAYS_AHEAD = 90;

/**
 * Generates the occurrences of one person's templates up to ninety days ahead in their time zones. Existing and skipped
 * dates are left out, so that generating again adds nothing twice.
 * @param most the largest number of dates to process; templates with further dates stay due
 * @returns the inserted transactions, and the templates with their progress
 */
export async function generate(
  ledger: Ledger,
  templates: Template[],
  now: Date,
  most = Infinity,
): Promise<{ rows: TransactionRow[]; templates: Template[] }> {
  const [first] = templates;
  if (!first) return { rows: [], templates };
  const skipped = new Set((await findSkipped(ledger.tx, first.user_id)).map(skipKey));
  const occurrences: NewOccurrence[] = [];
  let remaining = most;
  const advanced = templates.map((template) => {
    if (remaining === 0) return template;
    const { dates, until } = datesToGenerate(template, now, remaining);
    remaining -= dates.length;
    for (const date of dates)
      if (!skipped.has(skipKey({ template_id: template.id, date }))) occurrences.push({ template, date });
    return withProgress(template, until);
  });
  const rows = await insertOccurrences(ledger, occurrences, now);
  await saveProgress(
    ledger.tx,
    advanced.filter((template, index) => template !== templates[index]),
  );
  return { rows, templates: advanced };
}

export function datesToGenerate(
  template: Template,
  now: Date,
  most: number,
): { dates: string[]; until: string } {
  const { generated_until } = template;
  const horizon = plusDays(localToday(template, now), GENERATED_DAYS_AHEAD);
  if (template.is_active === 0 || generated_until >= horizon) return { dates: [], until: generated_until };
  const dates = occurrencesBetween(template, plusDays(generated_until, 1), horizon, most);
  return { dates, until: dates.length === most ? (dates.at(-1) ?? generated_until) : horizon };
}

/** The template generated up to `until`; it is due again when its next date lies ninety days ahead. */
export function withProgress(template: Template, until: string): Template {
  const next = template.is_active === 1 ? nextOccurrence(template, plusDays(until, 1)) : null;
  return {
    ...template,
    generated_until: until,
    due_at: next && instantOf(plusDays(next, -GENERATED_DAYS_AHEAD), '00:00', template.timezone),
  };
}

function skipKey({ template_id, date }: { template_id: string; date: string }): string {
  return `${template_id} ${date}`;
}
