import type { CategoryRow } from '../../db/tables.ts';
import { LOCALES, localeOfText } from '../../i18n/locales.ts';
import type { SignedIn } from '../context.ts';
import { DomainError } from '../error.ts';
import { markChanged } from '../revisions/queries.ts';
import { inTransaction, type Tx } from '../transact.ts';
import { nextVersion } from '../transactions/version.ts';
import { differences } from './differences.ts';
import { nameOf } from './name.ts';
import { nameKey, storedKey } from './name-key.ts';
import { countByCategory, findCategory, updateCategory } from './queries.ts';
import type { CountedCategory } from './read.ts';
import { requireFreeName } from './require-free-name.ts';
import { requireVisible } from './require-visible.ts';
import { restoreCategory } from './restore.ts';
import type { CategoryChanges } from './schema.ts';

/**
 * Changes a category; what is missing stays. A default that is renamed or gets the other type becomes the person's
 * own. The type is free only while there are no transactions: their sign must not turn behind the person's back. Who
 * says what the change is `basedOn` overwrites nothing that came in between, unless it wants the same.
 * @throws DomainError NOT_FOUND, CATEGORY_EXISTS (409), CATEGORY_IN_USE (409) or CONFLICT (409)
 */
export async function changeCategory(
  context: SignedIn,
  id: string,
  changes: CategoryChanges,
): Promise<CountedCategory> {
  const { db, viewer } = context;
  return inTransaction(db, async (tx) => {
    await markChanged(tx, viewer.id);
    const found = await findCategory(tx, viewer.id, id);
    if (changes.is_archived === false) await restoreCategory({ ...context, db: tx }, id);
    const before = await requireVisible(tx, viewer.id, id);
    const count = (await countByCategory(tx, viewer.id)).get(id) ?? 0;
    const row = changed(before, changes, context);
    const isStale = changes.basedOn !== undefined && changes.basedOn !== found?.updated_at;
    if (isStale && differences(before, row).length > 0) {
      throw new DomainError('CONFLICT', 409, { details: { updated_at: before.updated_at } });
    }
    await requireChangeable(tx, before, row, count);
    await updateCategory(tx, row);
    return { row, count };
  });
}

function changed(before: CategoryRow, changes: CategoryChanges, { now, locale }: SignedIn): CategoryRow {
  const type = changes.type ?? before.type;
  const isRenamed = changes.name !== undefined && !isNameOf(before, changes.name);
  const name = isRenamed ? (changes.name ?? '') : nameOf(before, locale);
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

// A form sends a default's name back as the person's language writes it.
function isNameOf(row: CategoryRow, name: string): boolean {
  return row.default_key === null
    ? row.name === name
    : LOCALES.some((locale) => nameKey(nameOf(row, locale)) === nameKey(name));
}

async function requireChangeable(
  tx: Tx,
  before: CategoryRow,
  row: CategoryRow,
  count: number,
): Promise<void> {
  if (row.type !== before.type && count > 0) {
    throw new DomainError('CATEGORY_IN_USE', 409, {
      fields: [{ field: 'type', message: 'errors:CATEGORY_IN_USE' }],
    });
  }
  if (row.name_key !== before.name_key || row.type !== before.type)
    await requireFreeName(tx, row.user_id, row);
}
