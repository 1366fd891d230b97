import { payeeKey } from '../../analytics/payee-key.ts';
import type { Reading } from '../../context.ts';
import { folded, searchedWords } from '../../folded-text.ts';
import { readMany } from '../../snapshot.ts';
import type { FilteredName } from '../fields.ts';
import { findNames, findRecentPayees, findTexts } from './list.queries.ts';

const SHOWN = 50;

/** The payees of the latest two thousand transactions, the most frequent first. */
export async function listPayees(context: Reading) {
  const recent = await readMany(context, ({ db, viewer }) => findRecentPayees(db, viewer.id));
  const payees = new Map<string, { name: string; count: number; lastDate: string }>();
  for (const { merchant_name, date } of recent) {
    if (merchant_name === null) continue;
    const payee = payees.get(folded(merchant_name));
    if (payee) payee.count += 1;
    else payees.set(folded(merchant_name), { name: merchant_name, count: 1, lastDate: date });
  }
  return [...payees.values()].sort((one, other) => other.count - one.count).slice(0, SHOWN);
}

/** Ignoring case, in the viewer's transactions. */
export async function spellingsOf(
  { db, viewer }: Reading,
  name: FilteredName,
  text: string,
): Promise<string[]> {
  return (await findTexts(db, viewer.id, name)).filter((spelling) => folded(spelling) === folded(text));
}

/** The spellings of payees, or descriptions without one, that are treated as the same payee. */
export async function namesLike({ db, viewer }: Reading, payee: string): Promise<string[]> {
  const key = payeeKey(payee);
  const names = await findNames(db, viewer.id, searchedWords(key));
  return names.filter((name) => payeeKey(name) === key);
}
