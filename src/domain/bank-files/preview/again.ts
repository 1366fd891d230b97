import type { Writing } from '../../context.ts';
import { findImport, updateImport } from '../imports.queries.ts';

/**
 * Lets a preview be carried out although another import has brought in the same file since. Its rows are matched anew
 * then, so that nothing comes twice.
 */
export async function allowAgain({ db, viewer }: Writing, id: string): Promise<void> {
  const row = await findImport(db, viewer.id, id);
  if (row?.status === 'preview' && row.is_again === 0)
    await updateImport(db, { user_id: viewer.id, id, is_again: 1 });
}
