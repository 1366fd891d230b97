import { MAX_AMOUNT } from '../../money.ts';
import type { TransactionType } from '../../schemas.ts';
import { AFTER_FIRST, BEFORE_LAST, isPlural, LABELS, MEASURES } from './amount-words.ts';
import { isMissingDate } from './read-date.ts';
import { type AmountReader, numberAt, withGroups } from './read-number.ts';
import { leftOf, take, type Word } from './words.ts';

export interface FoundAmount {
  /** In the person's notation, without its sign; as typed in another currency. */
  text: string;
  isOtherCurrency: boolean;
  type: TransactionType | undefined;
  /** Whether another number may as well be the amount. */
  isUnsure: boolean;
  /** How surely it is one. */
  rank: number;
  /** The words that are the amount, with its currency. */
  own: Word[];
  /** All words, those of the amount taken. */
  words: Word[];
}

/** Nobody counts more of what they bought, and rooms and buses have smaller numbers. */
const COUNT_MOST = 99;
const LABELLED_MOST = 999;

/** How surely a number is the amount, from hardly to surely. */
const RANKS = ['impossible', 'labelled', 'counted', 'number', 'decimals', 'otherCurrency', 'marked'] as const;
const RANK = Object.fromEntries(RANKS.map((name, rank) => [name, rank])) as Record<
  (typeof RANKS)[number],
  number
>;

interface Candidate {
  at: number;
  length: number;
  sign: string;
  text: string;
  value: number;
  isOtherCurrency: boolean;
  /** Whether it is written as a price or a time: `ב-8`. */
  hasPrefix: boolean;
  /** Whether its groups are joined although they may be two numbers. */
  isJoined: boolean;
  /** Whether its currency may be a weight: `2 pounds apples 5`. */
  isWeight: boolean;
  /** Whether its currency may be another one: `30 pounds`. */
  mayBeOther: boolean;
  /** Whether it has decimals and may be no price: `at 12.30`, `usb 3.0`. */
  isDoubtful: boolean;
  rank: number;
}

/**
 * The number that most surely is the amount: with a sign or the currency, with decimals, or any that counts and names
 * nothing. Of equals it is the one at an edge of the words, and of two at both edges the larger one. It is sure only where
 * that is the last, or the one at the beginning is larger than those within.
 */
export function takeAmount(all: readonly Word[], reader: AmountReader): FoundAmount | undefined {
  const words = withGroups(all, reader);
  const candidates = words.flatMap((_word, at) => candidateAt(words, at, reader) ?? []);
  const most = Math.max(...candidates.map(({ rank }) => rank));
  const { best, isUnsure } = chosen(
    candidates.filter(({ rank }) => rank === most),
    words,
  );
  if (!best) return undefined;
  const { at, length } = withConnector(best, words);
  const own = words.slice(best.at, best.at + best.length);
  const isCountAlone = best.rank === RANK.labelled && ['for', 'ל'].includes(words[best.at - 1]?.key ?? '');
  return {
    text: best.isOtherCurrency ? own.map(({ text }) => text).join(' ') : best.text,
    isOtherCurrency: best.isOtherCurrency,
    type: best.sign ? (best.sign === '+' ? 'income' : 'expense') : undefined,
    isUnsure:
      isUnsure ||
      best.isJoined ||
      isCountAlone ||
      isMultiplied(words, best.at) ||
      (best.isWeight && candidates.length > 1) ||
      best.mayBeOther ||
      hasMoreHundredths(words, best, reader) ||
      candidates.some((one) => isLargerCount(one, best) || isLargerPrice(one, best)),
    rank: best.rank,
    own,
    words: take(words, at, length),
  };
}

/** `60 groceries 2`, unlike the eggs in `12 eggs 30`, may cost as many. */
function isLargerCount({ rank, value }: Candidate, best: Candidate): boolean {
  const isCount = rank === RANK.counted && value <= COUNT_MOST;
  return isCount && best.rank === RANK.number && value > best.value;
}

/** `lunch 50 at 12.30`, `usb 3.0 cable 25`, `cola 1.50 bottle 8`, unlike the cups in `2 cups at 12.30`, may cost as much. */
function isLargerPrice({ at, rank, value }: Candidate, best: Candidate): boolean {
  const mayBePrice = best.isDoubtful || (best.rank === RANK.decimals && at > best.at);
  return mayBePrice && rank === RANK.number && value > best.value;
}

/** Whether hundredths are left that were not understood: `7 שקלים ותשעים אגורות`. */
function hasMoreHundredths(words: readonly Word[], { at, length }: Candidate, { hundredths }: AmountReader) {
  // Two letters may be another word.
  return words.some(
    ({ key }, place) => key.length > 2 && hundredths.includes(key) && (place < at || place >= at + length),
  );
}

/** Whether an amount is only a number that counts or names something. */
export function isHardlyAmount({ rank }: Pick<FoundAmount, 'rank'>): boolean {
  return rank < RANK.number;
}

/** Whether nothing but an amount is left of some words. */
export function isAmountOrNothing(words: readonly Word[], reader: AmountReader): boolean {
  const left = leftOf(words);
  return left.length === 0 || leftOf(takeAmount(words, reader)?.words ?? words).length === 0;
}

function chosen(equals: Candidate[], words: readonly Word[]): { best?: Candidate; isUnsure: boolean } {
  const [first] = equals;
  const last = equals.at(-1);
  if (!first || !last || first === last) return { ...(first && { best: first }), isUnsure: false };
  const startsAll = leftOf(words.slice(0, first.at)).length === 0;
  const endsAll = leftOf(words.slice(last.at + last.length)).length === 0;
  const largest = equals.reduce((most, one) => (one.value > most.value ? one : most));
  const mayBeTime = equals.some((one) => one.hasPrefix && one !== largest);
  const isSure = largest.rank === RANK.number && !mayBeTime;
  if (endsAll && last === largest) return { best: last, isUnsure: !isSure };
  if (startsAll === endsAll || mayBeTime) return { best: largest, isUnsure: true };
  return { best: startsAll ? first : last, isUnsure: !(isSure && startsAll && first === largest) };
}

function withConnector({ at, length }: Candidate, words: readonly Word[]): { at: number; length: number } {
  const before = words[at - 1]?.key ?? '';
  const after = words[at + length]?.key ?? '';
  if (before === '-') return { at: at - 1, length: length + 1 };
  const startsAll = leftOf(words.slice(0, at)).length === 0;
  const endsAll = leftOf(words.slice(at + length)).length === 0;
  if (endsAll && BEFORE_LAST.has(before)) return { at: at - 1, length: length + 1 };
  return { at, length: length + (startsAll && AFTER_FIRST.has(after) ? 1 : 0) };
}

function candidateAt(words: readonly Word[], at: number, reader: AmountReader): Candidate | undefined {
  const own = numberAt(words, at, reader, reader.currency);
  const other = numberAt(words, at, reader, reader.otherCurrencies);
  if (other?.hasCurrency && !own?.hasCurrency)
    return { ...other, isOtherCurrency: true, isDoubtful: false, rank: RANK.otherCurrency };
  if (!own) return undefined;
  const rank = RANK[rankOf(own, words, reader)];
  const isMeasure = rank < RANK.marked && MEASURES.has(words[own.at + own.length]?.key ?? '');
  const isLed = own.hasPrefix || /^(?:at|ב-?|בשעה)$/.test(words[at - 1]?.key ?? '');
  const isClock = isLed && /^(?:[01]?\d|2[0-3])[.,][0-5]\d$/.test(own.digits);
  const isDoubtful = rank === RANK.decimals && (isClock || /[.,]\d$/.test(own.digits));
  return isMeasure ? undefined : { ...own, isOtherCurrency: false, isDoubtful, rank };
}

type Numbered = NonNullable<ReturnType<typeof numberAt>>;

function rankOf(found: Numbered, words: readonly Word[], { today }: AmountReader): (typeof RANKS)[number] {
  const { at, length, digits, value, sign, hasCurrency } = found;
  if (sign !== '' || hasCurrency) return 'marked';
  if (/[.,]/.test(digits) && !isMissingDate(digits, today)) return 'decimals';
  if (value * 100 > MAX_AMOUNT || /^0\d/.test(digits)) return 'impossible';
  const isLabelled = LABELS.has(words[at - 1]?.key ?? '') && !isMultiplied(words, at);
  if (isLabelled && value <= LABELLED_MOST) return 'labelled';
  const isYear = /^(?:19|20)\d\d$/.test(digits) && value % 50 !== 0;
  const next = words[at + length]?.key ?? '';
  const isCount = value <= COUNT_MOST && (isPlural(next) || next === 'x');
  return isYear || isCount ? 'counted' : 'number';
}

/** `2 x 400`: each, or what was paid. */
function isMultiplied(words: readonly Word[], at: number): boolean {
  return /^[x×*]$/.test(words[at - 1]?.key ?? '') && /^\d+$/.test(words[at - 2]?.key ?? '');
}
