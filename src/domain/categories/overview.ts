import type { CategoryRow } from '../../db/tables.ts';
import { localNow } from '../calendar.ts';
import type { SignedIn } from '../context.ts';
import { nameOf } from './name.ts';
import { figuresByCategory, findCategories, lastDates } from './queries.ts';
import { matches } from './search.ts';
import { type Usage, usageOf } from './usage.ts';

/** A category as its manager shows it. */
export interface ManagedCategory {
  row: CategoryRow;
  /** In the viewer's language. */
  name: string;
  /** All of its transactions, also those to come. */
  count: number;
  /** What they add up to, minor units. */
  amount: number;
  /** The last local calendar date up to today on which it was used. */
  last: string | null;
  usage: Usage;
}

interface Wanted {
  search?: string | undefined;
  archived?: boolean;
  hidden?: boolean;
}

/** The viewer's categories by name, with what they came to; archived and hidden ones only when asked for. */
export async function categoriesOverview(
  { db, viewer, now, locale }: SignedIn,
  { search = '', archived = false, hidden = false }: Wanted = {},
): Promise<ManagedCategory[]> {
  const today = localNow(now, viewer.preferences.timezone).date;
  const figures = await figuresByCategory(db, viewer.id);
  const dates = await lastDates(db, viewer.id, today);
  const { compare } = new Intl.Collator(locale);
  return (await findCategories(db, viewer.id))
    .filter((row) => (archived || row.is_archived === 0) && (hidden || row.is_hidden === 0))
    .filter((row) => matches(row, search))
    .map((row) => {
      const { count = 0, amount = 0 } = figures.get(row.id) ?? {};
      const last = dates.get(row.id) ?? null;
      return { row, name: nameOf(row, locale), count, amount, last, usage: usageOf({ count, last }, today) };
    })
    .sort((one, other) => compare(one.name, other.name));
}
