import type { TransactionRow } from '../../db/tables.ts';
import type { SignedIn } from '../context.ts';
import { findKnown } from './queries.ts';

/** The templates that transactions belong to, as far as they are still there. */
export function knownTemplates(
  { db, viewer }: SignedIn,
  rows: Pick<TransactionRow, 'template_id'>[],
): Promise<Set<string>> {
  const ids = rows.flatMap(({ template_id }) => template_id ?? []);
  return findKnown(db, viewer.id, [...new Set(ids)]);
}
