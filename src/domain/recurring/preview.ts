import type * as v from 'valibot';
import type { TemplateRow } from '../../db/tables.ts';
import type { SignedIn } from '../context.ts';
import { inTransaction } from '../transact.ts';
import { monthlyEquivalent } from './calendar/monthly-equivalent.ts';
import { countBefore, occurrencesBetween } from './calendar/occurrences.ts';
import { completeTemplate } from './complete.ts';
import { todayOf } from './progress.ts';
import type { previewSchema } from './schema.ts';

/** Occurrences that are shown unless told otherwise (specification, section 9). */
export const SHOWN = 6;

interface Preview {
  row: TemplateRow;
  dates: string[];
  /** Minor units. */
  monthlyEquivalent: number;
  /** How many transactions making it would record for days before today. */
  past: number;
}

/**
 * What a template would come to: its first dates, from its first day or a later one on. Writes nothing.
 * @throws DomainError as making it would
 */
export async function previewTemplate(
  context: SignedIn,
  { count, from, ...input }: v.InferOutput<ReturnType<typeof previewSchema>>,
): Promise<Preview> {
  const row = await inTransaction(context.db, (tx) => completeTemplate(tx, context, input));
  const first = from !== undefined && from > row.start_date ? from : row.start_date;
  return {
    row,
    dates: occurrencesBetween(row, first, '9999-12-31', count ?? SHOWN),
    monthlyEquivalent: monthlyEquivalent(row.amount, row),
    past: countBefore(row, todayOf(row, context.now)),
  };
}
