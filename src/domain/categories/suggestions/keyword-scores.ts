import type { CategoryRow } from '../../../db/tables.ts';
import type { Currency } from '../../../i18n/currencies.ts';
import { LOCALES } from '../../../i18n/locales.ts';
import { scaledTo } from '../../money.ts';
import { categoryName } from '../name.ts';
import { isWord, wordsOf } from '../words.ts';
import { type KeywordGroup, type Keywords, SUGGESTION_WORDS } from './suggestion-words.ts';

/** A merchant is more specific than a word, which may belong to several categories. */
const WEIGHTS = { primary: 3, secondary: 2, merchants: 5 } as const;

/** The amount decides between equal scores and always counts less than a word. */
const AMOUNT_WEIGHT = 1;

interface Typed {
  description: string;
  amount?: number | undefined;
}

export function keywordScores(categories: CategoryRow[], typed: Typed, currency: Currency) {
  const words = wordsOf(typed.description);
  const group = groupOfAmount(typed.amount, currency);
  const scores = new Map<string, number>();
  for (const category of categories) {
    const keywords = SUGGESTION_WORDS.find(({ key }) => key === category.default_key);
    const textScore = (keywords ? wordScore(keywords, words) : 0) + nameScore(category, words);
    const score = textScore + (category.type === 'expense' && keywords?.group === group ? AMOUNT_WEIGHT : 0);
    if (score > 0) scores.set(category.id, score);
  }
  return scores;
}

/** Whether a description names a merchant that is known here. */
export function namesMerchant(description: string): boolean {
  const words = wordsOf(description);
  return SUGGESTION_WORDS.some(({ merchants }) => merchants.some((key) => occurs(words, key)));
}

function wordScore(keywords: Keywords, words: string[]): number {
  return (['primary', 'secondary', 'merchants'] as const).reduce(
    (score, kind) => score + WEIGHTS[kind] * keywords[kind].filter((key) => occurs(words, key)).length,
    0,
  );
}

/** Words that do not say what a category is for: many fees begin with the first one in Hebrew. */
const UNSPECIFIC = new Set(['דמי', 'שהתקבלו', 'received']);

/** Words of three letters or more that the category's name contains count like primary keywords. */
function nameScore(category: CategoryRow, words: string[]): number {
  const names = LOCALES.flatMap((locale) => wordsOf(categoryName(category, locale))).filter(
    (name) => name.length > 2 && !UNSPECIFIC.has(name),
  );
  return WEIGHTS.primary * words.filter((word) => names.some((name) => isWord(word, name))).length;
}

function occurs(words: string[], key: string): boolean {
  const phrase = wordsOf(key);
  if (phrase.length < 2) return words.some((word) => isWord(word, key));
  return words.some((_, start) => phrase.every((part, index) => isWord(words[start + index] ?? '', part)));
}

/** Over 1000 suggests home, under 10 food, 50 to 200 shopping. */
function groupOfAmount(minor: number | undefined, currency: Currency): KeywordGroup | null {
  const amount = Math.abs(minor ?? Number.NaN);
  if (amount > scaledTo(currency, 100_000)) return 'home';
  if (amount < scaledTo(currency, 1000)) return 'food';
  const isMiddling = amount >= scaledTo(currency, 5000) && amount <= scaledTo(currency, 20_000);
  return isMiddling ? 'shopping' : null;
}
