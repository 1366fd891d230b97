import type { RuleRow } from '../../db/tables.ts';
import type { Reading } from '../context.ts';
import type { RuleEntry } from '../export/document.schema.ts';
import type { Replaceable } from '../replaceable.ts';
import { deleteRules, findRules, insertRule } from './rules.queries.ts';
import { presentRule, stored } from './rules.ts';
import type { Actions } from './schema.ts';

/** Rules as the file of an account has them. */
export async function exportedRules({ db, viewer }: Reading): Promise<RuleEntry[]> {
  return (await findRules(db, viewer.id)).map((row) => ({
    ...(presentRule(stored(row)) as RuleEntry),
    created_at: row.created_at,
    updated_at: row.updated_at,
  }));
}

export const fileRules: Replaceable<RuleRow> = {
  find: findRules,
  async replace(tx, userId, rows) {
    await deleteRules(tx, userId);
    for (const row of rows) await insertRule(tx, row);
  },
  keyOf: ({ id }) => id,
  versionOf: ({ updated_at }) => updated_at,
  categoriesOf: ({ actions }) => [(JSON.parse(actions) as Actions).category_id ?? []].flat(),
};
