import type { CategoryRow } from '../../db/tables.ts';
import { localeOfText } from '../../i18n/locales.ts';
import type { SignedIn } from '../context.ts';
import { newId } from '../id.ts';
import { markChanged } from '../revisions/queries.ts';
import { inTransaction } from '../transact.ts';
import { deriveLook } from './derive-look.ts';
import { storedKey } from './name-key.ts';
import { insertCategories } from './queries.ts';
import { requireFreeName } from './require-free-name.ts';
import type { CategoryInput } from './schema.ts';

/**
 * Makes a category of the person's own; a missing icon or colour is derived from its name.
 * @throws DomainError CATEGORY_EXISTS (409) for the same name and type, in any case
 */
export async function createCategory(
  { db, viewer, now }: SignedIn,
  input: CategoryInput,
): Promise<CategoryRow> {
  return inTransaction(db, async (tx) => {
    // First of all, so that whoever changes this person's categories at the same time waits here.
    await markChanged(tx, viewer.id);
    await requireFreeName(tx, viewer.id, input);
    const row = newRow(viewer.id, input, now);
    await insertCategories(tx, [row]);
    return row;
  });
}

function newRow(userId: string, input: CategoryInput, now: Date): CategoryRow {
  const look = deriveLook(input.name);
  return {
    user_id: userId,
    id: newId(now),
    default_key: null,
    name: input.name,
    name_key: storedKey(input.name),
    type: input.type,
    language: localeOfText(input.name),
    icon: input.icon ?? look.icon,
    color: input.color ?? look.color,
    description: input.description ?? null,
    is_archived: 0,
    is_hidden: 0,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  };
}
