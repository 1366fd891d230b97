import type { CategoryRow } from '../../db/tables.ts';
import { localeOfText } from '../../i18n/locales.ts';
import type { Writing } from '../context.ts';
import { newId } from '../id.ts';
import { inLedger } from '../ledger/ledger.ts';
import { deriveAppearance } from './appearance/appearance-words.ts';
import { insertCategories } from './categories.queries.ts';
import { findNamed, requireFreeName } from './free-name.ts';
import type { CategoryInput, NewCategoryInput } from './schema.ts';
import { storedKey } from './words.ts';

/** A missing icon or colour is derived from the name. @throws DomainError CATEGORY_EXISTS (409) */
export async function createCategory(context: Writing, input: CategoryInput): Promise<CategoryRow> {
  const { viewer, now } = context;
  return inLedger(context, async ({ tx }) => {
    await requireFreeName(tx, viewer.id, input);
    const row = newRow(viewer.id, input, now);
    await insertCategories(tx, [row]);
    return row;
  });
}

function newRow(userId: string, input: CategoryInput, now: Date): CategoryRow {
  const derived = deriveAppearance(input.name);
  return {
    user_id: userId,
    id: newId(now),
    default_key: null,
    name: input.name,
    name_key: storedKey(input.name),
    type: input.type,
    language: localeOfText(input.name),
    icon: input.icon ?? derived.icon,
    color: input.color ?? derived.color,
    description: input.description ?? null,
    is_archived: 0,
    is_hidden: 0,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  };
}

async function findOrCreateCategory(context: Writing, input: CategoryInput): Promise<CategoryRow> {
  return inLedger(
    context,
    async ({ tx }, inside) =>
      (await findNamed(tx, context.viewer.id, input)) ?? createCategory(inside, input),
  );
}

interface Input extends NewCategoryInput {
  type: CategoryRow['type'];
  categoryId?: string | undefined;
}

/** Saves a transaction together with the new category that its form names: both or neither. */
export async function withNewCategory<FormInput extends Input, Result>(
  context: Writing,
  input: FormInput,
  save: (context: Writing, input: FormInput) => Promise<Result>,
): Promise<Result> {
  const { type, newCategoryName: name, newCategoryColor: color, newCategoryIcon: icon } = input;
  if (!name) return save(context, input);
  return inLedger(context, async (_ledger, inside) => {
    const category = await findOrCreateCategory(inside, { name, type, color, icon });
    return save(inside, { ...input, categoryId: category.id });
  });
}
