import type { ImportedLineRow } from '../../../db/tables.ts';
import { categoryNames } from '../../categories/name.ts';
import { isChoosable, readCategories } from '../../categories/read.ts';
import { certainCategories } from '../../categories/suggestions/suggest.ts';
import { nameKey } from '../../categories/words.ts';
import type { Reading } from '../../context.ts';
import type { PlannedRow } from './planned.ts';

export type Categorised = Pick<ImportedLineRow, 'category_id' | 'category_source'>;

type Planned = Pick<PlannedRow, 'hints' | 'content' | 'match' | 'transfer' | 'error' | 'outcome'>;

const UNCATEGORISED: Categorised = { category_id: null, category_source: null };

/**
 * The category of a row: that of a rule, else the one that the file names, else one that the person's past makes
 * certain.
 */
export async function categoriesFor(context: Reading): Promise<(planned: Planned) => Categorised> {
  const byName = new Map<string, string>();
  for (const category of await readCategories(context))
    if (isChoosable(category))
      for (const name of categoryNames(category))
        byName.set(`${category.type} ${nameKey(name)}`, category.id);
  const certain = await certainCategories(context);
  const guessed = new Map<string, string | null>();
  return ({ hints, content, match, transfer, error, outcome }) => {
    const { type, description, merchant_name, notes } = content;
    const hasCategory = match?.state === 'matched' || transfer?.decision === 'transfer';
    if (hasCategory || error) return UNCATEGORISED;
    if (outcome?.category_id) return { category_id: outcome.category_id, category_source: 'rule' };
    const named = hints.category && byName.get(`${type} ${nameKey(hints.category)}`);
    if (named) return { category_id: named, category_source: 'file' };
    // Banks say what kind of row it is, and what it is for beside that; cards have categories of their own.
    for (const text of [merchant_name ?? description, notes, hints.category]) {
      // Numbers of branches and receipts say nothing about it, and make texts different.
      const words = text?.replace(/[\d#*]+/g, ' ').trim() ?? '';
      const key = `${type} ${words}`;
      let id = guessed.get(key);
      if (id === undefined) {
        id = (words !== '' && certain({ description: words, type })?.id) || null;
        guessed.set(key, id);
      }
      if (id !== null) return { category_id: id, category_source: 'suggestion' };
    }
    return UNCATEGORISED;
  };
}
