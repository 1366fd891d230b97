import type { CategoryRow } from '../../db/tables.ts';
import { DomainError } from '../error.ts';
import type { Tx } from '../transact.ts';
import { findNamed } from './find-named.ts';

/**
 * Refuses a name that another category of the type carries in either language; hidden defaults give theirs free.
 * @throws DomainError CATEGORY_EXISTS (409) that names the field
 */
export async function requireFreeName(
  tx: Tx,
  userId: string,
  named: Pick<CategoryRow, 'name' | 'type'> & { id?: string },
): Promise<void> {
  if (!(await findNamed(tx, userId, named))) return;
  throw new DomainError('CATEGORY_EXISTS', 409, {
    fields: [{ field: 'name', message: 'errors:CATEGORY_EXISTS' }],
  });
}
