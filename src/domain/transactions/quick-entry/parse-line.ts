import { CURRENCY_HOMONYMS } from '../../currency-names.ts';
import { folded } from '../../folded-text.ts';
import type { TransactionType } from '../../schemas.ts';
import { isOfNumber } from './amount-words.ts';
import { type DateOrder, type FoundDate, isDotted, isImpossibleDate, readDate } from './read-date.ts';
import { type AmountReader, isAmount } from './read-number.ts';
import { type FoundAmount, isAmountOrNothing, isHardlyAmount, takeAmount } from './take-amount.ts';
import { type FoundTime, readTime } from './time-words.ts';
import { typeInWords } from './type-words.ts';
import { leftOf, take, textOf, type Word, wordsOf } from './words.ts';

export interface NamedCategory {
  id: string;
  type: TransactionType;
  /** Its names in all languages. */
  names: string[];
}

/** What a line is read with: the person's day, notation and categories. */
export interface LineReader extends AmountReader {
  order: DateOrder;
  categories: readonly NamedCategory[];
}

/** What a line says; the texts are as the form of a transaction takes them. */
export interface ParsedLine {
  /** Undefined where the line says neither a sign nor a category, nor a word that has a type. */
  type: TransactionType | undefined;
  /** In the person's notation, without its sign; empty where there is none. */
  amount: string;
  /** Whether the amount is in another currency; then it is as typed. */
  isOtherCurrency: boolean;
  /** Whether another number of the line may as well be the amount. */
  isUnsure: boolean;
  description: string;
  /** Local calendar date; today where the line has none. */
  date: string;
  /** Whether a word is written like a date that does not exist, `31/2`. */
  isImpossibleDate: boolean;
  /** HH:MM; undefined where the line has none. */
  time: string | undefined;
  category: NamedCategory | undefined;
  /** The name after `#` that no category has, or more than one. */
  unknownCategory: string | undefined;
}

/**
 * Reads a transaction from one line, such as `45.90 coffee yesterday` or `+12,000 משכורת 1.11 #Salary`: an amount, a
 * date and a time in words or numbers, a category after `#`, and the rest as the description. Text in quotes is
 * description. The words may be in any order and in either language.
 */
export function parseLine(line: string, reader: LineReader): ParsedLine {
  const words = wordsOf(line);
  const { category, unknownCategory, rest } = takeCategory(words, reader);
  const { time, date, amount, words: read } = takeMoment(rest, reader);
  const left = leftOf(read);
  // A word that may be the currency or not is the description where nothing else is.
  const described =
    left.length > 0 ? left : (amount?.own ?? []).filter(({ key }) => CURRENCY_HOMONYMS.has(key));
  const keys = read.map(({ key }) => key);
  return {
    type: amount?.type ?? category?.type ?? typeInWords(keys),
    amount: amount?.text ?? '',
    isOtherCurrency: amount?.isOtherCurrency ?? false,
    isUnsure: amount !== undefined && (amount.isUnsure || mayBeElsewhere(amount, { date, time })),
    description: textOf(described),
    date: date?.date ?? reader.today,
    isImpossibleDate: keys.some((_key, at) => isImpossibleDate(keys, at, reader)),
    time: time?.time,
    category,
    unknownCategory,
  };
}

/** Whether the number that was taken for a day or an hour may be the amount: `12 November 2`, `10 teas at 15`. */
function mayBeElsewhere({ text }: FoundAmount, { date, time }: Pick<Moment, 'date' | 'time'>): boolean {
  if (date?.isShared && Number(text) <= 31) return true;
  const hour = time?.isVague ? Number(time.time.slice(0, 2)) : 0;
  return hour > 12 && Number(text) < hour;
}

interface Moment {
  time?: FoundTime | undefined;
  date?: FoundDate | undefined;
  amount: FoundAmount | undefined;
  words: Word[];
}

/** Date, time and amount; what may be a date or time and has the only amount is the amount: `May 20`, `2 teas at 8`. */
function takeMoment(words: Word[], reader: LineReader): Moment {
  const timed = takeTime(words);
  const dated = takeDate(timed.words, reader);
  const amount = takeAmount(dated.words, reader);
  const found = { ...dated, time: timed.time, amount, words: amount?.words ?? dated.words };
  if (dated.date?.mayBeAmount && !amount) {
    const instead = takeAmount(timed.words, reader);
    return { time: timed.time, amount: instead, words: instead?.words ?? timed.words };
  }
  if (timed.time?.isVague && amount && isHardlyAmount(amount)) {
    const other = takeDate(words, reader);
    const instead = takeAmount(other.words, reader);
    return { date: other.date, amount: instead, words: instead?.words ?? other.words };
  }
  return found;
}

/** The longest name after `#`; where two types have it, the one that fits the sign. */
function takeCategory(
  words: Word[],
  reader: LineReader,
): Pick<ParsedLine, 'category' | 'unknownCategory'> & { rest: Word[] } {
  const at = words.findIndex(({ key }) => /^#./.test(key) && !/^#\d+$/.test(key));
  if (at < 0) return { category: undefined, unknownCategory: undefined, rest: words };
  for (let length = Math.min(6, words.length - at); length > 0; length -= 1) {
    const rest = take(words, at, length);
    const found = categoriesNamed(words.slice(at, at + length), reader.categories);
    const fitting = found.length > 1 ? found.filter(({ type }) => type === typeOf(rest, reader)) : found;
    if (fitting[0] && fitting.length === 1) return { category: fitting[0], unknownCategory: undefined, rest };
  }
  return { category: undefined, unknownCategory: words[at]?.text.slice(1), rest: take(words, at, 1) };
}

function typeOf(words: Word[], reader: LineReader): TransactionType {
  return takeAmount(words, reader)?.type ?? typeInWords(words.map(({ key }) => key)) ?? 'expense';
}

/** Those with the name, and for one word those whose name begins with it. */
function categoriesNamed(words: Word[], categories: readonly NamedCategory[]): NamedCategory[] {
  // `#eating_out` and `#eating out` name the same.
  const keyOf = (name: string) =>
    folded(name)
      .replace(/[\s_]+/g, ' ')
      .trim();
  const name = keyOf(
    words
      .map(({ text }) => text)
      .join(' ')
      .slice(1),
  );
  const having = (fits: (key: string) => boolean) =>
    categories.filter(({ names }) => names.some((one) => fits(keyOf(one))));
  const exact = having((key) => key === name);
  return exact.length > 0 || words.length > 1 ? exact : having((key) => key.startsWith(name));
}

function takeTime(words: Word[]): { time?: FoundTime; words: Word[] } {
  const keys = words.map(({ key }) => key);
  for (const at of keys.keys()) {
    const time = readTime(keys, at);
    if (time) return { time, words: take(words, at, time.length) };
  }
  return { words };
}

/** What can only be a date; without one, the first that may be. */
function takeDate(words: Word[], reader: LineReader): { date?: FoundDate; words: Word[] } {
  const keys = words.map(({ key }) => key);
  const dates = keys.flatMap((_key, at) => {
    const found = readDate(keys, at, reader);
    return found && !isOfNumber(keys[at + found.length] ?? '') ? [{ at, found }] : [];
  });
  const isSure = ({ at, found }: (typeof dates)[number]) =>
    !found.isVague && !(found.length === 1 && isDotted(keys[at] ?? ''));
  for (const { at, found } of [...dates.filter(isSure), ...dates]) {
    const end = at + found.length;
    const isAtEdge =
      isAmountOrNothing(words.slice(0, at), reader) || isAmountOrNothing(words.slice(end), reader);
    if (found.isVague && !isAtEdge) continue;
    // `1.11` is the amount if there is no other, and the first of two that may be either.
    if (found.length === 1 && isDotted(keys[at] ?? '') && !isDateBeside(at, words, reader)) continue;
    return { date: found, words: take(words, at, found.length) };
  }
  return { words };
}

/** Whether the dotted number is a date: another word is the amount, and comes before it or cannot be a date. */
function isDateBeside(at: number, words: Word[], reader: LineReader): boolean {
  return words.some(({ key }, place) => {
    if (place === at || !isAmount(key, reader)) return false;
    return place < at || !isDotted(key) || !readDate([key], 0, reader);
  });
}
