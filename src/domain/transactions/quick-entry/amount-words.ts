import { type NumberMarks, readDigits, tidyDigits } from '../../amount-text.ts';
import { CURRENCY_HOMONYMS } from '../../currency-names.ts';
import { MAX_AMOUNT } from '../../money.ts';
import type { TransactionType } from '../../schemas.ts';
import { isMissingDate } from './date-words.ts';
import { leftOf, take, type Word } from './words.ts';

/** What amounts are read with. */
export interface AmountReader extends NumberMarks {
  /** Local calendar date. */
  today: string;
  /** How the person's currency is written: its symbol, code and names, folded. */
  currency: readonly string[];
  /** The symbols and codes of the other currencies, folded; longer ones before those that they contain. */
  otherCurrencies: readonly string[];
}

/** The amount of some words. */
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

const list = (words: string) => new Set(words.split(','));

/** What is measured: a number before it is no amount. */
const MEASURES = list(
  'kg,kgs,kilo,kilos,g,gr,gram,grams,mg,lb,lbs,oz,l,liter,liters,litre,litres,ml,km,m,cm,mm,m2,gb,mb,tb,mbps,pcs,pack,%,' +
    'ק"ג,קג,קילו,גרם,גר\',ג\',ליטר,ל\',מ"ל,ק"מ,קמ,מטר,ס"מ,מ"ר,יח\',יחידות',
);

/** What is counted or numbered: a number after it is hardly the amount. */
const LABELS = list(
  'for,x,×,no,nr,number,bus,line,route,room,gate,flat,apt,apartment,floor,size,platform,season,episode,vol,volume,' +
    'chapter,version,aged,highway,' +
    "ל,קו,אוטובוס,דירה,חדר,קומה,מספר,מס',מידה,גודל,עונה,פרק,כרך,שער,רציף,גיל,בן,בת,כביש,סניף",
);

/** Words between an amount and what it was for. */
const BEFORE_LAST = list('for,at,of,=,ב,ב-,בסך,תמורת');
const AFTER_FIRST = list('for,on,of,=,-,על,עבור,בשביל,תמורת');

/** Nobody counts more of what they bought, and rooms and buses have smaller numbers. */
const COUNT_MOST = 99;
const LABELLED_MOST = 999;

/** How many zeros a word after a number adds. */
const SCALES = new Map([
  ['thousand', 3],
  ['אלף', 3],
  ['אלפים', 3],
  ['million', 6],
  ['מיליון', 6],
]);

/** A number that has one meaning in thousands: not `1.200`. */
const SCALABLE = /^\d+(?:\.\d\d?)?$/;

const IN_LETTERS = new Map([
  ['אלף', '1000'],
  ['אלפיים', '2000'],
]);

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
      candidates.some((one) => isLargerCount(one, best)),
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

/** Whether an amount is only a number that counts or names something. */
export function isHardlyAmount({ rank }: Pick<FoundAmount, 'rank'>): boolean {
  return rank < RANK.number;
}

/** Whether nothing but an amount is left of some words. */
export function isAmountOrNothing(words: readonly Word[], reader: AmountReader): boolean {
  const left = leftOf(words);
  return left.length === 0 || leftOf(takeAmount(words, reader)?.words ?? words).length === 0;
}

/** Whether a word is an amount, in the person's currency, in another one or without one. */
export function isAmount(key: string, reader: AmountReader): boolean {
  return Boolean(amountIn(key, reader, reader.currency) ?? amountIn(key, reader, reader.otherCurrencies));
}

/** Whether a number before the word is no date: `1/2 kg`, `3.5 אלף`. */
export function isOfNumber(key: string): boolean {
  return MEASURES.has(key) || SCALES.has(key);
}

/** Whether a word names several of a thing, which the number before it counts: `coffees`, `פיצות`. */
function isPlural(key: string): boolean {
  return /^[a-z]{3,}s$/.test(key)
    ? !/(?:ss|us|is|^gas)$/.test(key)
    : /[א-ת]{2}(?:ים|ות)$/.test(key) && !/^ה?(?:שכירות|צהריים|מים)$/.test(key);
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
    return { ...other, isOtherCurrency: true, rank: RANK.otherCurrency };
  if (!own) return undefined;
  const rank = RANK[rankOf(own, words, reader)];
  const isMeasure = rank < RANK.marked && MEASURES.has(words[at + 1]?.key ?? '');
  return isMeasure ? undefined : { ...own, isOtherCurrency: false, rank };
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

/** The number at a word, with the currency and the sign beside it. */
function numberAt(words: readonly Word[], at: number, reader: AmountReader, units: readonly string[]) {
  const keyAt = (place: number) => words[place]?.key ?? '';
  const found = amountIn(keyAt(at), reader, units);
  const isOfOther = IN_LETTERS.has(keyAt(at)) && /\d$/.test(keyAt(at - 1));
  if (!found || isOfOther) return undefined;
  const scale = found.hasK || !SCALABLE.test(found.read) ? undefined : SCALES.get(keyAt(at + 1));
  const length = scale ? 2 : 1;
  let from = at;
  let to = at + length;
  if (units.includes(keyAt(to))) to += 1;
  else if (units.includes(keyAt(from - 1)) && !CURRENCY_HOMONYMS.has(keyAt(from - 1))) from -= 1;
  const hasCurrency = found.hasUnit || to - from > length;
  const loose = keyAt(from - 1);
  // Within a line, `coffee - 12`, it only separates.
  const isSign = /^[+-]$/.test(loose) && leftOf(words.slice(0, from - 1)).length === 0;
  const sign = found.sign || (isSign ? loose : '');
  if (!found.sign && sign) from -= 1;
  const text = inNotation(found, found.hasK ? 3 : scale, reader);
  return {
    ...found,
    at: from,
    length: to - from,
    sign,
    hasCurrency,
    text,
    value: Number(text.replace(',', '.')),
    isJoined: words[at]?.isJoined ?? false,
  };
}

function inNotation(
  { digits, read }: { digits: string; read: string },
  zeros: number | undefined,
  marks: NumberMarks,
) {
  if (zeros === undefined) return tidyDigits(digits, marks);
  const [whole = '', fraction = ''] = read.split('.');
  return String(Number(whole + fraction.padEnd(zeros, '0')));
}

/** The sign and digits of a word that is an amount, with one of the units or without one. */
function amountIn(key: string, reader: AmountReader, units: readonly string[]) {
  const [, prefix, sign = '', rest = ''] =
    /^(ב-?(?=[^א-ת]))?([+-]?)(.*)$/.exec(IN_LETTERS.get(key) ?? key) ?? [];
  const unit = units.find((one) => rest.startsWith(one) || rest.endsWith(one));
  const number = !unit ? rest : rest.startsWith(unit) ? rest.slice(unit.length) : rest.slice(0, -unit.length);
  // `12.-` is twelve and nothing.
  const [, digits = '', k] = /^(\d[\d.,' ]*?|[.,]\d+)(?:[.,]-*|(k))?$/.exec(number) ?? [];
  const read = digits ? readDigits(digits, reader) : undefined;
  if (read === undefined || !/^\d*\.?\d*$/.test(read) || (k && !SCALABLE.test(read))) return undefined;
  return {
    sign,
    digits,
    read,
    hasUnit: unit !== undefined,
    hasPrefix: prefix !== undefined,
    hasK: Boolean(k),
  };
}

/**
 * The words with the groups of a number joined, `12 000`: where the person groups by spaces, a group begins with a zero,
 * the currency is beside it or the line begins so; anything else may be two numbers, unless the first has a label.
 */
function withGroups(words: readonly Word[], reader: AmountReader): Word[] {
  const joined: Word[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as Word;
    const length = groupsFrom(words, at, reader);
    const parts = words.slice(at, at + length);
    if (length < 2 || LABELS.has(joined.at(-1)?.key ?? '')) {
      joined.push(word);
      continue;
    }
    const isSure =
      reader.thousand_separator === ' ' ||
      leftOf(joined).length === 0 ||
      parts.slice(1).some(({ key }) => key.startsWith('0')) ||
      [joined.at(-1), words[at + length]].some((one) => reader.currency.includes(one?.key ?? '')) ||
      parts.some(({ key }) => amountIn(key, reader, reader.currency)?.hasUnit);
    joined.push({
      text: parts.map(({ text }) => text).join(' '),
      key: parts.map(({ key }) => key).join(' '),
      isJoined: !isSure,
    });
    at += length - 1;
  }
  return joined;
}

function groupsFrom(words: readonly Word[], at: number, reader: AmountReader): number {
  const first = amountIn(words[at]?.key ?? '', reader, reader.currency);
  if (!first || !/^[1-9]\d{0,2}$/.test(first.digits) || !/\d$/.test(words[at]?.key ?? '')) return 1;
  let length = 1;
  for (;;) {
    const key = words[at + length]?.key ?? '';
    const next = /^\d/.test(key) ? amountIn(key, reader, reader.currency) : undefined;
    if (!next || !/^\d{3}(?:[.,]\d{1,2})?$/.test(next.digits)) return length;
    length += 1;
    if (next.digits !== key || next.digits.length > 3) return length;
  }
}
