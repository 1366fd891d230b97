import type { DecimalMark, NumberMarks } from '../../amount-text.ts';
import { readDigits, tidyDigits } from '../../amount-text.ts';
import { CURRENCY_HOMONYMS } from '../../currency-names.ts';
import { folded } from '../../folded-text.ts';
import type { TransactionType } from '../../schemas.ts';
import { type DateOrder, isDotted, isImpossibleDate, isMissingDate, readDate } from './date-words.ts';

/** A category that a line can name. */
export interface NamedCategory {
  id: string;
  type: TransactionType;
  /** Its names in all languages. */
  names: string[];
}

/** What a line is read with: the person's day, notation and categories. */
export interface LineReader {
  /** Local calendar date. */
  today: string;
  order: DateOrder;
  decimalMark: DecimalMark;
  thousandSeparator: string;
  /** Whether the person groups thousands by spaces, `12 000`. */
  spacesGroup: boolean;
  /** How the person's currency is written: its symbol, code and names, folded. */
  currency: readonly string[];
  /** The symbols and codes of the other currencies, folded; longer ones before those that they contain. */
  otherCurrencies: readonly string[];
  categories: readonly NamedCategory[];
}

/** What a line says; the texts are as the form of a transaction takes them. */
export interface ParsedLine {
  /** Undefined where the line says neither a sign nor a category. */
  type: TransactionType | undefined;
  /** In the person's notation, without its sign; empty where there is none. */
  amount: string;
  /** Whether the amount is in another currency; then it is as typed. */
  isOtherCurrency: boolean;
  description: string;
  /** Local calendar date; today where the line has none. */
  date: string;
  /** Whether a word is written like a date that does not exist, `31/2`. */
  isImpossibleDate: boolean;
  category: NamedCategory | undefined;
  /** The name after `#` that no category has, or more than one. */
  unknownCategory: string | undefined;
}

interface Word {
  /** As typed. */
  text: string;
  /** For comparing; empty for quoted words, which are description only. */
  key: string;
}

/**
 * Reads a transaction from one line, such as `45.90 coffee yesterday` or `+12,000 משכורת 1.11 #Salary`: an amount, a
 * date in words or numbers, a category after `#`, and the rest as the description. Text in quotes is description.
 * The words may be in any order and in either language.
 */
export function parseLine(line: string, reader: LineReader): ParsedLine {
  const words = wordsOf(reader.spacesGroup ? withoutGroups(line, reader) : line);
  const { category, unknownCategory, rest } = takeCategory(words, reader.categories, signIn(words, reader));
  const dated = takeDate(rest, reader);
  // `May 20` is no date where it has the only amount.
  const besideDate = takeAmount(dated.rest, reader);
  const amount = besideDate ?? takeAmount(rest, reader);
  const date = amount === besideDate ? dated.date : undefined;
  const left = amount?.rest ?? dated.rest;
  // A word that may be the currency or not is the description where nothing else is.
  const described = left.length > 0 ? left : (amount?.words ?? []).filter(isHomonym);
  return {
    type: amount?.type ?? category?.type,
    amount: amount?.text ?? '',
    isOtherCurrency: amount?.isOtherCurrency ?? false,
    description: described.map(({ text }) => text).join(' '),
    date: date ?? reader.today,
    isImpossibleDate: described.some(({ key }) => isImpossibleDate(key, reader.today, reader.order)),
    category,
    unknownCategory,
  };
}

function wordsOf(line: string): Word[] {
  const parts = bare(line).match(/(?<!\S)"[^"]+"(?!\S)|\S+/g) ?? [];
  return parts.flatMap((part) => {
    const quoted = /^"([^"]+)"$/.exec(part)?.[1];
    return quoted === undefined ? [{ text: part, key: folded(part) }] : [{ text: quoted.trim(), key: '' }];
  });
}

/** `12 000` → `12000`, with a sign and the currency before it or the currency after it. */
function withoutGroups(line: string, { currency, today, order }: LineReader): string {
  const unit = currency.map((one) => one.replace(/\W/g, '\\$&')).join('|');
  const grouped = new RegExp(
    `(?<!\\S)([+\\-−]?(?:${unit})?\\d{1,3})((?:\\s\\d{3})+)(?=\\s|$|[.,]\\d|(?:${unit})(?:\\s|$))`,
    'gi',
  );
  return line.replace(grouped, (_all, start, groups, at) => {
    const before = wordsOf(line.slice(0, at)).map(({ key }) => key);
    const isDate = (two: string[]) => readDate(two, today, order)?.length === 2;
    // `May 8 250` is 250 on that day, and `8 May 1 250` is 1,250.
    const isDay = isDate([before.at(-1) ?? '', start]) && !isDate(before.slice(-2));
    return start + (isDay ? ' ' : '') + groups.replace(/\s/g, '');
  });
}

// Text copied from a Hebrew page contains direction marks.
function bare(text: string): string {
  return text.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
}

/** The longest name after `#`; where two types have it, the one that fits the sign. */
function takeCategory(
  words: Word[],
  categories: readonly NamedCategory[],
  sign: TransactionType | undefined,
): Pick<ParsedLine, 'category' | 'unknownCategory'> & { rest: Word[] } {
  const at = words.findIndex(({ key }) => /^#./.test(key) && !/^#\d+$/.test(key));
  const nothing = { category: undefined, unknownCategory: undefined, rest: words };
  if (at < 0) return nothing;
  const without = (length: number) => [...words.slice(0, at), ...words.slice(at + length)];
  for (let length = Math.min(6, words.length - at); length > 0; length -= 1) {
    const name = nameOf(words.slice(at, at + length));
    const exact = categories.filter(({ names }) => names.some((one) => keyOf(one) === name));
    const found = exact.length > 0 ? exact : length > 1 ? [] : beginningWith(name, categories);
    const fitting = found.length > 1 ? found.filter(({ type }) => type === (sign ?? 'expense')) : found;
    if (fitting[0] && fitting.length === 1)
      return { category: fitting[0], unknownCategory: undefined, rest: without(length) };
  }
  return { category: undefined, unknownCategory: words[at]?.text.slice(1), rest: without(1) };
}

function beginningWith(name: string, categories: readonly NamedCategory[]): NamedCategory[] {
  return categories.filter(({ names }) => names.some((one) => keyOf(one).startsWith(name)));
}

// `#eating_out` and `#eating out` name the same.
const nameOf = (words: Word[]) =>
  keyOf(
    words
      .map(({ text }) => text)
      .join(' ')
      .slice(1),
  );
const keyOf = (name: string) =>
  folded(name)
    .replace(/[\s_]+/g, ' ')
    .trim();

/** What can only be a date; without one, the first that may be. */
function takeDate(words: Word[], reader: LineReader): { date: string | undefined; rest: Word[] } {
  const keys = words.map(({ key }) => key);
  const dates = keys.map((_key, at) => ({ at, found: readDate(keys.slice(at), reader.today, reader.order) }));
  const isSure = ({ at, found }: (typeof dates)[number]) =>
    found && !found.isVague && !(found.length === 1 && isDotted(keys[at] ?? ''));
  for (const { at, found } of [...dates.filter(isSure), ...dates]) {
    if (!found) continue;
    const rest = [...words.slice(0, at), ...words.slice(at + found.length)];
    const isAtEdge =
      isAmountOrNothing(words.slice(0, at), reader) ||
      isAmountOrNothing(words.slice(at + found.length), reader);
    if (found.isVague && !isAtEdge) continue;
    // `1.11` is the amount if there is no other, and the first of two that may be either.
    if (found.length === 1 && isDotted(keys[at] ?? '') && !isDateBeside(at, words, reader)) continue;
    return { date: found.date, rest };
  }
  return { date: undefined, rest: words };
}

function isAmountOrNothing(words: Word[], reader: LineReader): boolean {
  return words.length === 0 || takeAmount(words, reader)?.rest.length === 0;
}

/** Whether the dotted number is a date: another word is the amount, and comes before it or cannot be a date. */
function isDateBeside(at: number, words: Word[], reader: LineReader): boolean {
  return words.some((word, place) => {
    const isAmount = amountIn(word.key, reader) ?? amountIn(word.key, reader, reader.otherCurrencies);
    if (place === at || !isAmount) return false;
    return place < at || !isDotted(word.key) || !readDate([word.key], reader.today, reader.order);
  });
}

interface Amount {
  /** Without its sign. */
  text: string;
  isOtherCurrency: boolean;
  type: TransactionType | undefined;
  /** The words that are the amount, with its currency. */
  words: Word[];
  /** The words that are left. */
  rest: Word[];
}

interface Candidate {
  at: number;
  length: number;
  sign: string;
  digits: string;
  hasCurrency: boolean;
  isOtherCurrency: boolean;
  certainty: number;
}

/** How surely a number is the amount: with a sign or the currency, another currency, decimals or groups, or any. */
const CERTAINTY = { marked: 3, otherCurrency: 2, decimals: 1, number: 0 };

/** The number that most surely is the amount, the first of equals. */
function takeAmount(words: Word[], reader: LineReader): Amount | undefined {
  const candidates = words.flatMap((_word, at) => candidateAt(words, at, reader) ?? []);
  const [best] = candidates.toSorted((one, other) => other.certainty - one.certainty || one.at - other.at);
  if (!best) return undefined;
  const taken = words.slice(best.at, best.at + best.length);
  const typed = taken.map(({ text }) => text);
  return {
    text: best.isOtherCurrency ? typed.join(' ') : tidyDigits(best.digits, marksOf(reader)),
    isOtherCurrency: best.isOtherCurrency,
    type: best.sign ? (best.sign === '+' ? 'income' : 'expense') : undefined,
    words: taken,
    rest: [...words.slice(0, best.at), ...words.slice(best.at + best.length)],
  };
}

const isHomonym = ({ key }: Pick<Word, 'key'>) => CURRENCY_HOMONYMS.has(key);

function candidateAt(words: Word[], at: number, reader: LineReader): Candidate | undefined {
  const keys = words.map(({ key }) => key);
  const own = numberAt(keys, at, reader, reader.currency);
  const other = numberAt(keys, at, reader, reader.otherCurrencies);
  if (other?.hasCurrency && !own?.hasCurrency)
    return { ...other, isOtherCurrency: true, certainty: CERTAINTY.otherCurrency };
  if (!own) return undefined;
  const hasDecimals = /[.,]/.test(own.digits) && !isMissingDate(keys[at] ?? '', reader.today);
  const isMarked = own.sign !== '' || own.hasCurrency;
  const certainty = CERTAINTY[isMarked ? 'marked' : hasDecimals ? 'decimals' : 'number'];
  return { ...own, isOtherCurrency: false, certainty };
}

/** The number at a word, with the currency and the sign beside it. */
function numberAt(keys: string[], at: number, reader: LineReader, units: readonly string[]) {
  const isUnit = (key: string | undefined) => key !== undefined && units.includes(key);
  const isSign = (key: string | undefined) => key !== undefined && /^[+\-−]$/.test(key);
  const found = amountIn(keys[at] ?? '', reader, units);
  if (!found) return undefined;
  let from = at;
  let to = at + 1;
  if (isUnit(keys[to])) to += 1;
  else if (isUnit(keys[from - 1]) && !CURRENCY_HOMONYMS.has(keys[from - 1] ?? '')) from -= 1;
  const hasCurrency = found.hasUnit || to - from > 1;
  const sign = found.sign || (isSign(keys[from - 1]) ? (keys[from - 1] ?? '') : '');
  if (!found.sign && sign) from -= 1;
  return { at: from, length: to - from, sign, digits: found.digits, hasCurrency };
}

/** The sign and digits of a word that is an amount, with one of the units or without one. */
function amountIn(key: string, reader: LineReader, units = reader.currency) {
  const [, sign = '', rest = ''] = /^([+\-−]?)(.*)$/.exec(key) ?? [];
  const unit = units.find((one) => rest.startsWith(one) || rest.endsWith(one));
  const digits = !unit ? rest : rest.startsWith(unit) ? rest.slice(unit.length) : rest.slice(0, -unit.length);
  if (!/^\d[\d.,'’]*$|^[.,]\d+$/.test(digits)) return undefined;
  const read = readDigits(digits, marksOf(reader));
  return read !== undefined && /^\d*\.?\d*$/.test(read)
    ? { sign, digits, hasUnit: unit !== undefined }
    : undefined;
}

function marksOf({ decimalMark, thousandSeparator }: LineReader): NumberMarks {
  return { decimal_separator: decimalMark, thousand_separator: thousandSeparator };
}

function signIn(words: Word[], reader: LineReader): TransactionType | undefined {
  return takeAmount(words, reader)?.type;
}
