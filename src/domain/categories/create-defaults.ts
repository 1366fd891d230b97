import type { Db } from '../../db/open.ts';
import { newId } from '../id.ts';
import { DEFAULT_CATEGORIES } from './defaults.ts';
import { nameOf } from './name.ts';
import { insertCategories } from './queries.ts';

/** Gives a new account the household's default categories. */
export async function createDefaults(db: Db, userId: string, now: Date): Promise<void> {
  const rows = DEFAULT_CATEGORIES.map(({ key, type, icon, color }, index) => ({
    user_id: userId,
    // One millisecond apart, so that they keep their order.
    id: newId(new Date(now.getTime() + index)),
    default_key: key,
    name: nameOf({ default_key: key, name: '' }, 'en'),
    name_key: `default:${key}`,
    type,
    language: 'en' as const,
    icon,
    color,
    description: null,
    is_archived: 0,
    is_hidden: 0,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  }));
  await insertCategories(db, rows);
}
