import type { CategoryRow } from '../../db/tables.ts';
import type { SignedIn } from '../context.ts';
import { countByCategory } from './queries.ts';
import { requireVisible } from './require-visible.ts';

/** A category and how many transactions it has. */
export interface CountedCategory {
  row: CategoryRow;
  count: number;
}

/** One of the viewer's categories. @throws DomainError NOT_FOUND, also for a default that they have hidden */
export async function readCategory({ db, viewer }: SignedIn, id: string): Promise<CountedCategory> {
  const row = await requireVisible(db, viewer.id, id);
  return { row, count: (await countByCategory(db, viewer.id)).get(id) ?? 0 };
}
