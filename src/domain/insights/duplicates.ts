import { LRUCache } from 'lru-cache';
import { payeeKey } from '../analytics/payee-key.ts';
import { folded } from '../folded-text.ts';
import { DAY, MINUTE } from '../instants.ts';
import { type IsExpected, inHundredths, type RuleInput } from './rule-input.ts';

export const DUPLICATE_ABOVE = 0.8;

/** The parts of the risk (docs/behaviour.md#unusual-transactions). */
const WEIGHTS = { amount: 0.4, description: 0.3, merchant: 0.3 };

// Amounts that differ by a tenth or more score nothing.
const AMOUNT_TOLERANCE = 0.1;

/**
 * How likely two transactions are one recorded twice, symmetrically, from 0 to 1 in hundredths. Only those of one type
 * less than 24 hours apart are compared: exactly a day apart is a daily habit. Occurrences of the same template are
 * never duplicates.
 */
export function duplicateRisk(one: RuleInput, other: RuleInput): number {
  return mostRisk(one, other) === 0 ? 0 : alikeness(one, other);
}

/** As `duplicateRisk`, but regardless of times and templates. */
export function alikeness(one: RuleInput, other: RuleInput): number {
  if (one.type !== other.type) return 0;
  const [firstTexts, secondTexts] = [textsOf(one), textsOf(other)];
  return inHundredths(
    WEIGHTS.amount * amountLikeness(one.amount, other.amount) +
      WEIGHTS.description * likenessOf(firstTexts.description, secondTexts.description) +
      WEIGHTS.merchant * likenessOf(firstTexts.merchant, secondTexts.merchant),
  );
}

/** The risk if their texts were equal; 0 for transactions that are not compared. */
function mostRisk(one: RuleInput, other: RuleInput): number {
  if (one.type !== other.type || Math.abs(one.minute - other.minute) >= DAY / MINUTE) return 0;
  if (one.template_id && one.template_id === other.template_id) return 0;
  return inHundredths(
    WEIGHTS.amount * amountLikeness(one.amount, other.amount) + WEIGHTS.description + WEIGHTS.merchant,
  );
}

function amountLikeness(one: number, other: number): number {
  const difference = Math.abs(one - other) / Math.max(one, other);
  return Math.max(0, 1 - difference / AMOUNT_TOLERANCE);
}

// Without a payee, its name is usually part of the description.
function merchantOf({ merchant_name, description }: RuleInput): string {
  return merchant_name || description;
}

export function repeatedAmounts(
  transactions: readonly RuleInput[],
  history: readonly RuleInput[],
): Set<number> {
  const amounts = new Set<number>();
  for (const one of transactions)
    for (const past of history)
      if (past.id !== one.id && mostRisk(one, past) > DUPLICATE_ABOVE)
        amounts.add(one.amount).add(past.amount);
  return amounts;
}

/** The possible originals of a duplicate: the likeliest first, then the newest, then by id. */
export function possibleDuplicates<Past extends RuleInput & { id: string }>(
  transaction: RuleInput,
  history: readonly Past[],
  isExpected: IsExpected = never,
): Past[] {
  return history
    .filter((past) => mostRisk(transaction, past) > DUPLICATE_ABOVE)
    .map((past) => ({ past, risk: duplicateRisk(transaction, past) }))
    .filter(({ past, risk }) => risk > DUPLICATE_ABOVE && !isExpected(transaction, past))
    .sort(
      (one, other) =>
        other.risk - one.risk ||
        other.past.minute - one.past.minute ||
        (one.past.id < other.past.id ? 1 : -1),
    )
    .map(({ past }) => past);
}

/** The highest risk of being a duplicate of a past transaction; expected ones count as 0. */
export function highestRisk(
  transaction: RuleInput,
  history: readonly RuleInput[],
  isExpected: IsExpected = never,
): number {
  let highest = 0;
  for (const past of history) {
    // Comparing texts is slow, so only where it could raise the risk.
    if (mostRisk(transaction, past) <= highest) continue;
    const risk = duplicateRisk(transaction, past);
    if (risk > highest && !(risk > DUPLICATE_ABOVE && isExpected(transaction, past))) highest = risk;
  }
  return highest;
}

const never = () => false;

/** A text prepared for comparison: its letters, and how often each pair of neighbouring letters occurs. */
interface Shape {
  letters: string;
  pairs: Map<string, number>;
  count: number;
  /** The numbers that are part of the name, such as that of a bus. */
  numbers: string;
  likenesses: Map<Shape, number>;
}

/** How many comparisons a text caches, enough for a batch. */
const MAX_CACHED = 200;

/** From 0 to 1: the share of common pairs of letters (Dice), regardless of case and spaces. */
export function likeness(one: string, other: string): number {
  return likenessOf(shapeOf(one), shapeOf(other));
}

function likenessOf(a: Shape, b: Shape): number {
  // Different numbers in names mean different things, however alike the names are.
  if (a.numbers !== '' && b.numbers !== '' && a.numbers !== b.numbers) return 0;
  if (a.letters === b.letters) return a.letters === '' ? 0 : 1;
  let similarity = a.likenesses.get(b);
  if (similarity !== undefined) return similarity;
  similarity = sharedPairs(a, b);
  if (a.likenesses.size >= MAX_CACHED) a.likenesses.clear();
  a.likenesses.set(b, similarity);
  return similarity;
}

function sharedPairs(a: Shape, b: Shape): number {
  let shared = 0;
  for (const [pair, times] of a.pairs) shared += Math.min(times, b.pairs.get(pair) ?? 0);
  return shared === 0 ? 0 : (2 * shared) / (a.count + b.count);
}

interface Texts {
  description: Shape;
  merchant: Shape;
}

// Looking up the texts of every pair by their letters would take a third of a batch's time.
const texts = new WeakMap<RuleInput, Texts>();

function textsOf(transaction: RuleInput): Texts {
  let cached = texts.get(transaction);
  if (!cached) {
    cached = { description: shapeOf(transaction.description), merchant: shapeOf(merchantOf(transaction)) };
    texts.set(transaction, cached);
  }
  return cached;
}

// Without the cache, comparing 200 transactions would analyse every text 200 times, and many pairs as often.
const shapes = new LRUCache<string, Shape>({ max: 1000, memoMethod: shapeFrom });

function shapeOf(text: string): Shape {
  return shapes.memo(text);
}

function shapeFrom(text: string): Shape {
  const letters = folded(text).replace(/[^\p{L}\p{N}]+/gu, '');
  const characters = [...letters];
  const pairs = new Map<string, number>();
  for (let index = 1; index < characters.length; index += 1) {
    const pair = `${characters[index - 1]}${characters[index]}`;
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  const numbers =
    payeeKey(text)
      .match(/\p{Nd}+/gu)
      ?.join(' ') ?? '';
  return { letters, pairs, count: Math.max(0, characters.length - 1), numbers, likenesses: new Map() };
}
