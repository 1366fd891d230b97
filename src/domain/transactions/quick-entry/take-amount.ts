import { MAX_AMOUNT } from '../../money.ts';
import type { TransactionType } from '../../schemas.ts';
import { AFTER_FIRST, BEFORE_LAST, isPlural, LABELS, MEASURES } from './amount-words.ts';
import { type AmountReader, numberAt, withGroups } from './read-number.ts';
import { leftOf, take, type Word } from './words.ts';

export interface FoundAmount {
  /** In the person's notation, without its sign; as typed in another currency. */
  text: string;
  isOtherCurrency: boolean;
  type: TransactionType | undefined;
  /** Whether another number may as well be the amount. */
  isUnsure: boolean;
  rank: number;
  /** The words of the amount and its currency. */
  amountWords: Word[];
  /** All words, with those of the amount marked as taken. */
  words: Word[];
}

/** Larger numbers are unlikely to be a count of goods; labels such as rooms and buses have higher ones. */
const COUNT_MOST = 99;
const LABELLED_MOST = 999;

/** How likely a number is the amount, from least to most. */
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
  /** Whether it has the prefix of a price or a time: `ב-8`. */
  hasPrefix: boolean;
  /** Whether its groups are joined although they may be two numbers. */
  isJoined: boolean;
  /** Whether it may measure something: `2 pounds apples 5`, `race 5 k 30`. */
  isMeasured: boolean;
  /** Whether it is written like a date that does not exist: `31.4`. */
  mayBeDate: boolean;
  /** Whether its currency may be another one: `30 pounds`. */
  mayBeOther: boolean;
  /** Whether it has decimals but may not be a price: `at 12.30`, `usb 3.0`. */
  isDoubtful: boolean;
  rank: number;
}

/**
 * Takes the number that is most likely the amount: with a sign or the currency, with decimals, or any that is not a
 * count or a label. Of equals it takes the one at an edge of the words, and of two at both edges the larger one. It is
 * certain only if that is the last, or the one at the beginning is larger than those within.
 */
export function takeAmount(all: readonly Word[], reader: AmountReader): FoundAmount | undefined {
  const words = withGroups(all, reader);
  const candidates = words.flatMap((_word, index) => candidateAt(words, index, reader) ?? []);
  const highestRank = Math.max(...candidates.map(({ rank }) => rank));
  const { best, isUnsure } = choose(
    candidates.filter(({ rank }) => rank === highestRank),
    words,
  );
  if (!best) return undefined;
  const { at, length } = withConnector(best, words);
  const amountWords = words.slice(best.at, best.at + best.length);
  const isCountAlone = best.rank === RANK.labelled && ['for', 'ל'].includes(words[best.at - 1]?.key ?? '');
  return {
    text: best.isOtherCurrency ? amountWords.map(({ text }) => text).join(' ') : best.text,
    isOtherCurrency: best.isOtherCurrency,
    type: best.sign ? (best.sign === '+' ? 'income' : 'expense') : undefined,
    isUnsure:
      isUnsure ||
      best.isJoined ||
      isCountAlone ||
      isMultiplied(words, best.at) ||
      candidates.some((candidate) => isCalculated(words, candidate, candidates)) ||
      (best.isMeasured && candidates.length > 1) ||
      best.mayBeOther ||
      hasMoreHundredths(words, best, reader) ||
      candidates.some((candidate) => isLargerCount(candidate, best) || isLargerPrice(candidate, best)),
    rank: best.rank,
    amountWords,
    words: take(words, at, length),
  };
}

/** The larger count of `60 groceries 2` may be the price, unlike the smaller one of `12 eggs 30`. */
function isLargerCount({ rank, value }: Candidate, best: Candidate): boolean {
  const isCount = rank === RANK.counted && value <= COUNT_MOST;
  return isCount && best.rank === RANK.number && value > best.value;
}

/** A price may be larger: `lunch 50 at 12.30`, `usb 3.0 cable 25`, `cola 1.50 bottle 8`, unlike `2 cups at 12.30`. */
function isLargerPrice({ at, rank, value }: Candidate, best: Candidate): boolean {
  const mayBePrice = best.isDoubtful || (best.rank === RANK.decimals && at > best.at);
  return mayBePrice && rank === RANK.number && value > best.value;
}

/** Whether there are hundredths that were not understood: `7 שקלים ותשעים אגורות`. */
function hasMoreHundredths(words: readonly Word[], { at, length }: Candidate, { hundredths }: AmountReader) {
  // Two letters may be another word.
  return words.some(
    ({ key }, index) => key.length > 2 && hundredths.includes(key) && (index < at || index >= at + length),
  );
}

/** Whether an amount is only a number that counts or labels something. */
export function isHardlyAmount({ rank }: Pick<FoundAmount, 'rank'>): boolean {
  return rank < RANK.number;
}

export function isAmountOrNothing(words: readonly Word[], reader: AmountReader): boolean {
  const untaken = leftOf(words);
  return untaken.length === 0 || leftOf(takeAmount(words, reader)?.words ?? words).length === 0;
}

function choose(equals: Candidate[], words: readonly Word[]): { best?: Candidate; isUnsure: boolean } {
  const [first] = equals;
  const last = equals.at(-1);
  if (!first || !last || first === last) return { ...(first && { best: first }), isUnsure: false };
  const startsAll = leftOf(words.slice(0, first.at)).length === 0;
  const endsAll = leftOf(words.slice(last.at + last.length)).length === 0;
  const largest = equals.reduce((best, candidate) => (candidate.value > best.value ? candidate : best));
  const mayBeTime = equals.some((candidate) => candidate.hasPrefix && candidate !== largest);
  const isSure = largest.rank === RANK.number && !mayBeTime && !equals.some(({ mayBeDate }) => mayBeDate);
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

function candidateAt(words: readonly Word[], index: number, reader: AmountReader): Candidate | undefined {
  const own = numberAt(words, index, reader, reader.currency);
  const other = numberAt(words, index, reader, reader.otherCurrencies);
  if (other?.hasCurrency && !own?.hasCurrency)
    return { ...other, isOtherCurrency: true, isDoubtful: false, rank: RANK.otherCurrency };
  if (!own) return undefined;
  const rank = RANK[rankOf(own, words)];
  const isMeasure = rank < RANK.marked && MEASURES.has(words[own.at + own.length]?.key ?? '');
  const isLed = own.hasPrefix || /^(?:at|ב-?|בשעה)$/.test(words[index - 1]?.key ?? '');
  const isClock = isLed && /^(?:[01]?\d|2[0-3])[.,][0-5]\d$/.test(own.digits);
  const isDoubtful = rank === RANK.decimals && (isClock || /[.,]\d$/.test(own.digits));
  return isMeasure ? undefined : { ...own, isOtherCurrency: false, isDoubtful, rank };
}

type Numbered = NonNullable<ReturnType<typeof numberAt>>;

function rankOf(number: Numbered, words: readonly Word[]): (typeof RANKS)[number] {
  const { at, length, digits, value, sign, hasCurrency, mayBeDate } = number;
  if (sign !== '' || hasCurrency) return 'marked';
  if (/[.,]/.test(digits) && !mayBeDate) return 'decimals';
  if (value * 100 > MAX_AMOUNT || /^0\d/.test(digits)) return 'impossible';
  const isLabelled = LABELS.has(words[at - 1]?.key ?? '') && !isMultiplied(words, at);
  if (isLabelled && value <= LABELLED_MOST) return 'labelled';
  const isYear = /^(?:19|20)\d\d$/.test(digits) && value % 50 !== 0;
  const next = words[at + length]?.key ?? '';
  const isCount = value <= COUNT_MOST && (isPlural(next) || next === 'x');
  return isYear || isCount ? 'counted' : 'number';
}

/** Whether a number is added to or subtracted from the one before it: `100 - 20 refund`. */
function isCalculated(words: readonly Word[], { at }: Candidate, candidates: readonly Candidate[]): boolean {
  const isSign = /^[+-]$/.test(words[at - 1]?.key ?? '');
  return isSign && candidates.some((before) => before.at + before.length === at - 1);
}

/** In `2 x 400`, the 400 is a price, each or in total. */
function isMultiplied(words: readonly Word[], index: number): boolean {
  return /^[x×*]$/.test(words[index - 1]?.key ?? '') && /^\d+$/.test(words[index - 2]?.key ?? '');
}
