import type { CategoryRow } from '../../../db/tables.ts';
import { todayOf } from '../../calendar.ts';
import type { Reading } from '../../context.ts';
import { readMany } from '../../snapshot.ts';
import { findCategories, findDescriptions } from '../categories.queries.ts';
import { isChoosable } from '../read.ts';
import type { SuggestionInput } from '../schema.ts';
import { distinctiveWords } from '../words.ts';
import { keywordScores, namesMerchant } from './keyword-scores.ts';
import { type PastScore, pastIndex } from './past-scores.ts';

/** Limits the work, however many transactions there are. */
const READ = 2000;

const SHOWN = 5;

export async function suggestCategories(context: Reading, input: SuggestionInput) {
  return (await suggester(context))(input);
}

/** Reads what suggestions follow from, once for many of them. */
async function suggester(context: Reading) {
  const today = todayOf(context);
  const [all, latest] = await readMany(context, async ({ db, viewer }) => [
    await findCategories(db, viewer.id),
    await findDescriptions(db, viewer.id, { to: today, most: READ }),
  ]);
  const pastOf = pastIndex(latest);
  return ({ description = '', amount, type }: SuggestionInput) => {
    const categories = all.filter((row) => isChoosable(row) && (!type || row.type === type));
    const past = pastOf(description);
    const scores = keywordScores(categories, { description, amount }, context.viewer.currency);
    const pointsOf = (id: string) => Math.min(1, (scores.get(id) ?? 0) / 10);
    const learned = ranked(categories, (id) => learnedConfidence(past.get(id))).map((one) => ({
      ...one,
      isLearned: true,
      isWhole: past.get(one.category.id)?.isWhole === true,
      hasAll: past.get(one.category.id)?.hasAll === true,
      byWords: pointsOf(one.category.id),
    }));
    const others = ranked(categories, (id) => (past.has(id) ? 0 : pointsOf(id))).map((one) => ({
      ...one,
      isLearned: false,
      isWhole: false,
      hasAll: false,
      byWords: one.confidence,
    }));
    const [best] = others;
    // A bakery of some name says nothing of the bread, or of a phone company of that name; but a merchant stays the same.
    const isOverruled =
      best !== undefined &&
      !namesMerchant(description) &&
      best.byWords >= SURE.byWords &&
      learned.every(({ isWhole, byWords }) => !isWhole && byWords < best.byWords);
    const suggestions = isOverruled
      ? [
          ...others,
          ...learned.map((one) => ({ ...one, confidence: Math.min(one.confidence, best.confidence) })),
        ]
      : [...learned, ...others];
    return suggestions.slice(0, SHOWN);
  };
}

/** Enough confidence to assign a category without asking: always chosen before, or more than the amount alone. */
const SURE = { learned: 0.75, byWords: 0.2 };

/**
 * The first suggestion if it is certain enough to be assigned without asking: the person has always chosen it before,
 * or no choice is known and its words match better than any other's. Without a type, an income follows only from all
 * words of an earlier one. Other words are ambiguous: a mortgage has interest, most people pay rent, and who gets child
 * benefit pays for children. Where earlier ones have only some of the words, and in several categories, the words of
 * these decide, and where the words are for another category than those that have only a part of theirs in common. Words
 * that only say how it was paid are never certain.
 */
export async function findCertainCategory(context: Reading, input: Typed): Promise<CategoryRow | undefined> {
  return (await certainCategories(context))(input);
}

type Typed = Pick<SuggestionInput, 'description' | 'type'>;

/** As `findCertainCategory`, for many descriptions. */
export async function certainCategories(
  context: Reading,
): Promise<(input: Typed) => CategoryRow | undefined> {
  const suggest = await suggester(context);
  return (input) =>
    distinctiveWords(input.description ?? '').length > 0
      ? certainOf(suggest({ ...input, amount: undefined }), input)
      : undefined;
}

function certainOf(
  suggestions: Awaited<ReturnType<typeof suggestCategories>>,
  input: Typed,
): CategoryRow | undefined {
  const possible = suggestions.filter(
    ({ category, isWhole }) => input.type !== undefined || isWhole || category.type === 'expense',
  );
  const [first] = possible;
  if (first?.isLearned) {
    if (first.confidence >= SURE.learned) return first.category;
    if (possible.some(({ hasAll }) => hasAll)) return undefined;
  }
  const [best, second] = possible.toSorted((one, other) => other.byWords - one.byWords);
  return best && best.byWords >= SURE.byWords && best.byWords > (second?.byWords ?? 0)
    ? best.category
    : undefined;
}

// One earlier choice of the person outweighs most words; several that agree are nearly certain.
function learnedConfidence(past: PastScore | undefined): number {
  return past ? 0.5 + (0.5 * past.share * past.hits) / (past.hits + 1) : 0;
}

/** The most likely first. */
function ranked(categories: CategoryRow[], confidenceOf: (id: string) => number) {
  return categories
    .map((category) => ({
      category,
      confidence: Math.round(confidenceOf(category.id) * 100) / 100,
    }))
    .filter(({ confidence }) => confidence > 0)
    .sort((one, other) => other.confidence - one.confidence);
}
