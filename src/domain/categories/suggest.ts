import type { CategoryRow } from '../../db/tables.ts';
import { localNow } from '../calendar.ts';
import type { SignedIn } from '../context.ts';
import { createWordReader } from '../search/words.ts';
import { folded } from '../transactions/search-text.ts';
import { keywordScores } from './keyword-scores.ts';
import { type PastScore, pastScores } from './past-scores.ts';
import { type Described, describedWith, findCategories } from './queries.ts';
import type { SuggestionInput } from './schema.ts';

/** How much of the past is read: the same work for somebody with a hundred transactions and with a hundred thousand. */
const WORDS = 8;
const REMEMBERED = '200';

const SHOWN = 5;

/** A category that may be meant; `confidence` between 0 and 1. */
export interface Suggestion {
  category: CategoryRow;
  confidence: number;
}

/**
 * Which categories may be meant by what is being typed: what the person chose for the like before comes first, what
 * words and amount say in general after it. The same question at the same state always gets the same answer.
 */
export async function suggestCategories(
  context: SignedIn,
  { description = '', amount, type }: SuggestionInput,
): Promise<Suggestion[]> {
  const categories = (await findCategories(context.db, context.viewer.id)).filter(
    (row) => row.is_hidden === 0 && row.is_archived === 0 && (!type || row.type === type),
  );
  const past = pastScores(await alike(context, description), description);
  const scores = keywordScores(categories, { description, amount });
  return [
    ...ranked(categories, (id) => learnedConfidence(past.get(id))),
    ...ranked(categories, (id) => (past.has(id) ? 0 : Math.min(1, (scores.get(id) ?? 0) / 10))),
  ].slice(0, SHOWN);
}

/** The latest transactions that share a word with the description, found by the index of words. */
async function alike({ db, viewer, now }: SignedIn, description: string): Promise<Described[]> {
  const today = localNow(now, viewer.preferences.timezone).date;
  const words = createWordReader()(folded(description)).slice(0, WORDS);
  const found = new Map<string, Described>();
  for (const word of words) {
    for (const { id, ...described } of await describedWith(db, viewer.id, word.id, today, REMEMBERED)) {
      found.set(id, { ...described, count: 1 });
    }
  }
  return [...found.values()];
}

// One choice of the person's own already says more than most words do; agreement makes it certain.
function learnedConfidence(past: PastScore | undefined): number {
  return past ? 0.5 + (0.5 * past.share * past.hits) / (past.hits + 1) : 0;
}

function ranked(categories: CategoryRow[], confidenceOf: (id: string) => number): Suggestion[] {
  return categories
    .map((category) => ({ category, confidence: Math.round(confidenceOf(category.id) * 100) / 100 }))
    .filter(({ confidence }) => confidence > 0)
    .sort((one, other) => other.confidence - one.confidence);
}
