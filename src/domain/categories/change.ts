import type { CategoryRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';
import { LOCALES, localeOfText } from '../../i18n/locales.ts';
import type { Reading, Writing } from '../context.ts';
import { DomainError, notFound } from '../error.ts';
import { inLedger } from '../ledger/ledger.ts';
import { isReserved } from '../ledger/reserved-categories.ts';
import { hasTemplates } from '../recurring/templates/templates.queries.ts';
import { nextVersion, requireCurrent } from '../version.ts';
import { countByCategory, findCategory, updateCategory, updateType } from './categories.queries.ts';
import { differences } from './differences.ts';
import { requireFreeName } from './free-name.ts';
import { categoryName } from './name.ts';
import { type CountedCategory, requireVisible } from './read.ts';
import type { CategoryChanges } from './schema.ts';
import { nameKey, storedKey } from './words.ts';

/**
 * Changes a category; missing fields stay. A default that is renamed or gets the other type becomes the person's own.
 * The type can change only while no transaction and no template uses it, because their signs would change too. With
 * `basedOn`, a version changed since then is not overwritten, unless the outcome is the same.
 * @throws DomainError NOT_FOUND, CATEGORY_EXISTS (409), CATEGORY_IN_USE (409) or CONFLICT (409)
 */
export async function changeCategory(
  context: Writing,
  id: string,
  changes: CategoryChanges,
): Promise<CountedCategory> {
  const { viewer } = context;
  return inLedger(context, async ({ tx }, inside) => {
    const stored = await findCategory(tx, viewer.id, id);
    if (changes.is_archived === false) await restoreCategory(inside, id);
    const before = await requireVisible(tx, viewer.id, id);
    const count = (await countByCategory(tx, viewer.id)).get(id) ?? 0;
    const row = changed(before, changes, context);
    requireCurrent(stored ?? before, changes.basedOn, () => differences(before, row).length > 0);
    await requireChangeable(tx, before, row, count);
    await updateCategory(tx, row);
    if (row.type !== before.type) await updateType(tx, row);
    return { row, count };
  });
}

function changed(before: CategoryRow, changes: CategoryChanges, { now, locale }: Reading): CategoryRow {
  const type = changes.type ?? before.type;
  const isRenamed = changes.name !== undefined && !isNameOf(before, changes.name);
  const name = isRenamed ? (changes.name ?? '') : categoryName(before, locale);
  const isOwn = isRenamed || type !== before.type || before.default_key === null;
  return {
    ...before,
    ...(isOwn ? { default_key: null, name, name_key: storedKey(name), language: localeOfText(name) } : {}),
    type,
    icon: changes.icon ?? before.icon,
    color: changes.color ?? before.color,
    description: changes.description === undefined ? before.description : changes.description,
    is_archived: changes.is_archived === undefined ? before.is_archived : Number(changes.is_archived),
    updated_at: nextVersion(before, now),
  };
}

// A form sends a default's name back in the person's language.
function isNameOf(row: CategoryRow, name: string): boolean {
  return row.default_key === null
    ? row.name === name
    : LOCALES.some((locale) => nameKey(categoryName(row, locale)) === nameKey(name));
}

async function requireChangeable(
  tx: Tx,
  before: CategoryRow,
  row: CategoryRow,
  count: number,
): Promise<void> {
  if (row.type !== before.type && (count > 0 || (await hasTemplates(tx, row.user_id, row.id)))) {
    throw new DomainError('CATEGORY_IN_USE', 409, {
      fields: [{ field: 'type', message: 'errors:CATEGORY_IN_USE' }],
    });
  }
  if (row.name_key !== before.name_key || row.type !== before.type)
    await requireFreeName(tx, row.user_id, row);
}

/** Forms no longer offer an archived category; its transactions stay in it. @throws DomainError NOT_FOUND */
export async function archiveCategory(context: Writing, id: string): Promise<CategoryRow> {
  return (await changeCategory(context, id, { is_archived: true })).row;
}

/** Restores an archived or hidden category. @throws DomainError NOT_FOUND, CATEGORY_EXISTS (409) for a taken name */
export async function restoreCategory(context: Writing, id: string): Promise<CategoryRow> {
  const { viewer, now, locale } = context;
  return inLedger(context, async ({ tx }) => {
    const before = await findCategory(tx, viewer.id, id);
    // The categories of opening balances are never offered.
    if (!before || isReserved(id)) throw notFound();
    const { type } = before;
    if (before.is_hidden === 1) {
      await requireFreeName(tx, viewer.id, { name: categoryName(before, locale), type, id });
    }
    const row = { ...before, is_archived: 0, is_hidden: 0, updated_at: nextVersion(before, now) };
    await updateCategory(tx, row);
    return row;
  });
}
