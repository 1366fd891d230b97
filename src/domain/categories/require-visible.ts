import type { Db } from '../../db/open.ts';
import type { CategoryRow } from '../../db/tables.ts';
import { notFound } from '../error.ts';
import { findCategory } from './queries.ts';

/** A category that the person has and has not put out of sight. @throws DomainError NOT_FOUND */
export async function requireVisible(db: Db, userId: string, id: string): Promise<CategoryRow> {
  const row = await findCategory(db, userId, id);
  if (!row || row.is_hidden === 1) throw notFound();
  return row;
}
