import type { CategoryRow } from '../../../db/tables.ts';
import { isChoosable } from '../../categories/read.ts';
import { keywordScores } from '../../categories/suggestions/keyword-scores.ts';
import type { Reading } from '../../context.ts';
import { findRecentPayees } from '../list/list.queries.ts';
import { accountKey } from './account-names.ts';
import type { LineReader } from './parse-line.ts';

/**
 * Whether the name of an account, within a text, belongs to what a category or payee is known by: `ועד בית`,
 * `מקס סטוק`. A payee of that name alone does not count, because banks call the charges of a card so.
 */
export async function knownWords(
  { db, viewer }: Reading,
  line: string,
  categories: CategoryRow[],
  names: string[],
): Promise<LineReader['isKnown']> {
  const written = accountKey(line);
  if (!names.some((name) => written.includes(accountKey(name)))) return undefined;
  const choosable = categories.filter(isChoosable);
  const scoresOf = (description: string) => keywordScores(choosable, { description }, viewer.currency);
  const recent = await findRecentPayees(db, viewer.id);
  const payees = new Set(recent.map(({ merchant_name }) => accountKey(merchant_name ?? '')));
  return (text, name) => {
    const without = scoresOf(` ${text} `.replace(` ${name} `, ' '));
    if ([...scoresOf(text)].some(([id, score]) => score > (without.get(id) ?? 0))) return true;
    const key = accountKey(name);
    return [...payees].some(
      (payee) => payee !== key && hasWords(payee, key) && hasWords(accountKey(text), payee),
    );
  };
}

const hasWords = (text: string, words: string) => ` ${text} `.includes(` ${words} `);
