import type { TransactionRow } from '../../db/tables.ts';

/** What becomes of an occurrence that a person edits by itself: its template leaves it alone from then on. */
export function detached({ template_id }: Pick<TransactionRow, 'template_id'>): number | null {
  return template_id === null ? null : 1;
}
