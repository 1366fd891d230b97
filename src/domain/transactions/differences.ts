import type { TransactionRow } from '../../db/tables.ts';

/** What a person sees and changes of a transaction, in the order of the form. */
export const COMPARED = [
  'type',
  'amount',
  'description',
  'category_id',
  'date',
  'time',
  'timezone',
  'notes',
] as const satisfies (keyof TransactionRow)[];

export type Compared = (typeof COMPARED)[number];

/** In which of the fields that people change two versions of a transaction differ. */
export function differences<Version extends Record<Compared, unknown>>(
  theirs: Version,
  mine: Version,
): Compared[] {
  return COMPARED.filter((field) => theirs[field] !== mine[field]);
}
