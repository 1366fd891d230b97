import { nameOf } from '../categories/name.ts';
import { countByCategory, findCategories } from '../categories/queries.ts';
import type { SignedIn } from '../context.ts';
import type { TransactionType } from './schema.ts';

/** A category that the list can be narrowed to, named in the viewer's language. */
export interface FilterCategory {
  id: string;
  name: string;
  /** The language of the name. */
  language: string;
  type: TransactionType;
  color: string;
  /** Whether it is offered; others are only known, so that an address that names one still holds. */
  offered: boolean;
}

/** All of the viewer's categories; archived and hidden ones are offered while they have transactions. */
export async function filterCategories({ db, viewer, locale }: SignedIn): Promise<FilterCategory[]> {
  const counts = await countByCategory(db, viewer.id);
  return (await findCategories(db, viewer.id)).map((row) => ({
    id: row.id,
    name: nameOf(row, locale),
    language: row.default_key ? locale : row.language,
    type: row.type,
    color: row.color,
    offered: (row.is_hidden === 0 && row.is_archived === 0) || (counts.get(row.id) ?? 0) > 0,
  }));
}
