import type { CategoryRow } from '../../db/tables.ts';
import type { SignedIn } from '../context.ts';
import { changeCategory } from './change.ts';

/** Puts a category aside: its transactions keep it, new ones are not offered it. @throws DomainError NOT_FOUND */
export async function archiveCategory(context: SignedIn, id: string): Promise<CategoryRow> {
  return (await changeCategory(context, id, { is_archived: true })).row;
}
