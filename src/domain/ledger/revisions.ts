import type { Tx } from '../../db/transact.ts';
import { raiseRevisions } from './ledger.queries.ts';

/**
 * Raises the revisions of all people above the highest one of the database that theirs replaces: browsers have seen
 * those, for other content.
 */
export function continueRevisions(tx: Tx, highest: number): Promise<void> {
  return raiseRevisions(tx, highest + 1);
}
